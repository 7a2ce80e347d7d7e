import type { CDPSession } from 'playwright-core'

/** Lets `workedS` say what the page's main thread has worked, and slows its CPU so many times. */
export async function slowDown(session: CDPSession, times: number): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Seconds of processor time that the page's main thread has worked; waiting for a busy machine is no work. */
export async function workedS(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

/** The share of the time to come in which the main thread works, while `meanwhile` goes on. */
export async function workedShare(session: CDPSession, meanwhile: () => Promise<void>): Promise<number> {
  const [startMs, startS] = [performance.now(), await workedS(session)]
  await meanwhile()
  const worked = (await workedS(session)) - startS
  return worked / ((performance.now() - startMs) / 1_000)
}
