import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { text } from './fields.ts'

describe('a text', () => {
  const accepts = (value: string) => z.safeParse(text(10), value).success

  test.each(['Ada', ' Ada ', 'Łukasz', '日本語', '😀'])('may be %j', (value) => {
    expect(accepts(value)).toBe(true)
  })

  test.each([
    ['nothing', ' '],
    ['too long', 'x'.repeat(11)],
    ['a control character', 'a\u0000b'],
    ['a line', 'a\nb'],
    // The database keeps all of these as one and the same character.
    ['half a character', '\ud800'],
    ['the other half', 'a\udc00'],
  ])('may not be %s', (_, value) => {
    expect(accepts(value)).toBe(false)
  })
})
