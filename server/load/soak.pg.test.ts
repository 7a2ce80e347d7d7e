// long-running
import { expect } from 'vitest'
import { testOnPostgres } from '#server/testing/only-on.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { runSoak } from './soak.ts'

/** Ten minutes: it runs at full length alone (`vitest.config.ts`). */
const LOOKS = 40
const SECONDS_A_LOOK = 15

testOnPostgres(
  'a server under the same load for long answers every call, does not grow, and leaves a ledger that is whole',
  { timeout: 30 * 60_000 },
  async () => {
    const { looks, wrong } = await runSoak({
      ...{ looks: LOOKS, secondsALook: SECONDS_A_LOOK, rate: 20, customers: 6, sockets: 10, apis: 1 },
      ...{ fsync: false, timeoutMs: TIMEOUT.timeout },
    })
    expect(wrong).toEqual([])
    expect(looks).toHaveLength(LOOKS)
    const calls = (of: 'done' | 'refused' | 'putOff') => looks.reduce((sum, look) => sum + look[of], 0)
    expect(calls('done') + calls('refused') + calls('putOff')).toBe(LOOKS * SECONDS_A_LOOK * 20)
    for (const look of looks) expect(Object.keys(look.memory)).toEqual(['engines', 'api 1'])
    for (const look of looks) for (const mib of Object.values(look.memory)) expect(mib).toBeGreaterThan(0)
  },
)
