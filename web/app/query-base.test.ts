import { expect, test } from 'vitest'
import { queryDefaults } from './query-base.ts'

const refused = (code: string) => Object.assign(new Error(code), { code, isOutcomeUnknown: false })

test('what a busy server puts off is asked twice more, as what was lost; a refusal is final', () => {
  const lost = Object.assign(new Error('lost'), { isOutcomeUnknown: true })
  for (const error of [refused('SERVER_BUSY'), lost])
    expect([0, 1, 2].map((failures) => queryDefaults.retry(failures, error))).toEqual([true, true, false])
  for (const code of ['TOO_MANY_REQUESTS', 'NOT_FOUND'])
    expect(queryDefaults.retry(0, refused(code))).toBe(false)
})
