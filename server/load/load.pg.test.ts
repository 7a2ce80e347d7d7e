// long-running
import { expect } from 'vitest'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { LONG, TIMEOUT } from '#server/testing/timeouts.ts'
import { runLoad } from './load.ts'

testOnPostgres('the load generator makes every kind of call, and counts every answer', LONG, async () => {
  const [step] = await runLoad({
    ...{ customers: 2, sockets: 1, apis: 1, engines: 2, fsync: false, timeoutMs: TIMEOUT.timeout },
    // Fewer than may be late before others are refused.
    ...{ firstRate: 40, factor: 2, secondsAStep: 3, maxSteps: 1 },
  })
  const sum = (name: 'sent' | 'done' | 'refused' | 'tooMany' | 'unavailable' | 'unanswered') =>
    step!.calls.reduce((total, each) => total + each[name], 0)
  expect(sum('sent')).toBe(120)
  expect(sum('done') + sum('refused') + sum('tooMany') + sum('unavailable') + sum('unanswered')).toBe(120)
  const names = (of: 'sent' | 'done') => step!.calls.filter((each) => each[of] > 0).map(({ name }) => name)
  const looks = ['quote', 'depth', 'own orders', 'statement']
  expect(names('sent')).toEqual([...looks, 'order', 'cancel', 'open', 'close', 'transfer'])
  expect(names('done')).toEqual(expect.arrayContaining([...looks, 'order', 'transfer']))
  expect(Object.keys(step!.cpu)).toEqual(['engines', 'spot', 'api 1', 'postgres', 'client'])
})
