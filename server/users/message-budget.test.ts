import { expect, test } from 'vitest'
import { createMessageBudget } from './message-budget.ts'

const mobile = (number: number, areaCode: string) =>
  ({ kind: 'mobile', value: `+${areaCode}${600_000_000 + number}`, areaCode }) as const

test('a country’s mobile messages end for an hour, other countries’ and mail go on', async () => {
  const budget = createMessageBudget()
  const asked = await Promise.allSettled(
    Array.from({ length: 1_000 }, (_, n) => budget.take(mobile(n, '34'))),
  )
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
  await expect(budget.take(mobile(0, '34'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await budget.take(mobile(0, '39'))
  await budget.take({ kind: 'email', value: 'ana@example.com' })
})
