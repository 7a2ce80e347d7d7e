import { auditResults } from '#server/audit-products.ts'
import { openTapeKey } from '#server/markets/tape/key.ts'
import { createRandom } from '#server/sim/random.ts'
import { loadTesting } from '#server/testing/product-testing.ts'
import { pause, type RunningServer, startServer } from '#server/testing/server-process.ts'
import type { Workdir } from '#server/testing/workdir.ts'
import { askerAt } from './client.ts'
import { differences, isSame, ledgerErrors, otherAnswers, snapshot } from './compare.ts'
import { addTraders, signIn } from './traders.ts'
import { settle, type Trader, trade } from './traffic.ts'

export interface KillReport {
  readonly cycles: number
  /** Calls that were answered, and calls cut off and sent again. */
  readonly answered: number
  readonly unanswered: number
  /** How many calls of each path were done. */
  readonly done: Readonly<Record<string, number>>
  readonly problems: readonly string[]
  /** From the start of the process to ready, each restart. */
  readonly restartsMs: readonly number[]
  /** The processor time of the same. */
  readonly workMs: readonly number[]
}

export interface KillOptions {
  readonly cycles: number
  readonly seed: number
  readonly traders?: number
  /** Looks into the database after every so many cycles, and at the end. */
  readonly auditEvery?: number
  readonly onCycle?: (line: string) => void
}

const MIN_MS = 200
const MAX_MS = 1_500
/** No server is killed before it has done so much: there would be nothing to lose. */
const MIN_CALLS = 12

/**
 * Repeatedly kills a server under trading load, restarts it and compares its state.
 *
 * Everything acknowledged must be there; what was cut off is sent again with its key and must happen
 * once; a restart of an idle server must change nothing.
 */
export async function killAgainAndAgain(workdir: Workdir, options: KillOptions): Promise<KillReport> {
  const { cycles, seed, traders: count = 4, auditEvery = cycles, onCycle = () => {} } = options
  const random = createRandom(seed)
  const problems: string[] = []
  const restartsMs: number[] = []
  const workMs: number[] = []
  let [answered, unanswered] = [0, 0]
  await workdir.inspect((db) => addTraders({ db }, count))
  let server = await startServer(workdir.settings)
  const traders = await signIn(server.url, count)

  for (let cycle = 1; cycle <= cycles; cycle++) {
    const trading = trade(server.url, traders, random.fork(cycle))
    await pause(MIN_MS + random.below(MAX_MS - MIN_MS))
    await trading.hasDone(MIN_CALLS)
    await server.kill('SIGKILL')
    const inTime = await trading.end()
    server = await startServer(workdir.settings)
    restartsMs.push(server.startedInMs)
    workMs.push(server.workMs ?? 0)
    const again = await settle(server.url, traders)
    const wrong = [
      ...(await differences(server.url, traders)),
      ...(await otherAnswers(server.url, traders, 5)),
    ]
    answered += inTime
    unanswered += again
    if (cycle % auditEvery === 0 || cycle === cycles) {
      const idle = await restartIdle(workdir, server, traders)
      server = idle.server
      wrong.push(...idle.wrong)
    }
    problems.push(...wrong.map((line) => `cycle ${cycle}: ${line}`))
    onCycle(
      `cycle ${cycle}: ${inTime} answered, ${again} sent again, up in ${restartsMs.at(-1)} ms, ${wrong.length} errors`,
    )
    // What differs now would be told again by every later cycle.
    if (wrong.length > 0) break
  }
  await server.kill('SIGKILL')
  return { cycles, answered, unanswered, done: doneBy(traders), problems, restartsMs, workMs }
}

function doneBy(traders: readonly Trader[]): Record<string, number> {
  const done: Record<string, number> = {}
  for (const { call, answer } of traders.flatMap(({ attempts }) => attempts))
    if (answer?.ok) done[call.path] = (done[call.path] ?? 0) + 1
  return done
}

/** Kills an idle server, audits its database directly, and starts it again: nothing may have changed. */
async function restartIdle(workdir: Workdir, server: RunningServer, traders: readonly Trader[]) {
  const proofs = (await loadTesting()).flatMap(({ testing }) => testing.crash ?? [])
  for (const { token } of traders) {
    const asker = askerAt({ url: server.url, token })
    for (const call of proofs.flatMap(({ quiet = [] }) => quiet)) await asker.ask(call)
    for (const { calm } of proofs) await calm?.(asker)
  }
  const before = await snapshot(server.url, traders)
  await server.kill('SIGKILL')
  const wrong = await workdir.inspect(async (db) => {
    const { publicKey } = await openTapeKey(workdir.settings.DATA_DIR!)
    return [...(await ledgerErrors(db)), ...(await auditResults(db, publicKey))]
  })
  const next = await startServer(workdir.settings)
  if (!isSame(before, await snapshot(next.url, traders)))
    wrong.push('an idle restart changed what customers see')
  return { server: next, wrong }
}
