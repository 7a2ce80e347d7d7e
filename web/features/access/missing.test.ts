import { expect, test } from 'vitest'
import { missingIn } from './missing.ts'

const step = (contact: string, code: string, sentTo?: string) =>
  ({ contact: { contact }, code, codes: { sentTo } }) as Parameters<typeof missingIn>[0]
const typed = (password: string, repeated: string, isReady = false) =>
  ({ password, repeated, isReady }) as Parameters<typeof missingIn>[1]

test('what is missing is said in the order of the fields', () => {
  expect(missingIn(step('', ''), typed('', ''))).toBe('contact')
  expect(missingIn(step('a@b.test', ''), typed('', ''))).toBe('send_code')
  expect(missingIn(step('a@b.test', '12', 'a@b.test'), typed('', ''))).toBe('code')
  expect(missingIn(step('a@b.test', '123456'), typed('corta', 'corta'))).toBe('password')
  expect(missingIn(step('a@b.test', '123456'), typed('sierra2041', 'sierra204'))).toBe('repeat')
  // One that too many others have.
  expect(missingIn(step('a@b.test', '123456'), typed('password1', 'password1'))).toBe('password')
  expect(missingIn(step('a@b.test', '123456'), typed('sierra2041', 'sierra2041', true))).toBeUndefined()
})
