import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { approveProposal, consoleLogin } from '#domain/console/contract.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { upload } from '#domain/upload/contract.ts'
import { askerAt } from '#server/crash/client.ts'
import { signIn } from '#server/crash/traders.ts'
import { settle, type Trader, trade } from '#server/crash/traffic.ts'
import { createRandom } from '#server/sim/random.ts'
import { type Asker, approvalOf, type Customer, loadTesting } from '#server/testing/product-testing.ts'
import type { RunningServer } from '#server/testing/server-process.ts'

export const CUSTOMERS = 4
/** So long that a locked deposit of seven days ends by itself. */
const DAYS = 8
const FIRST_CALLS = 120
const CALLS_A_DAY = 15

/**
 * Fills a running demonstration on a virtual clock, over its network: what customers do in the crash tests, one of
 * each thing that a product brings to the tests of all products, proposals of which every other one is approved, and
 * days that pass. Its customers are there already (`addTraders`). Returns what time it is then.
 */
export async function fill(server: RunningServer, dataDir: string, picture: Buffer): Promise<number> {
  const random = createRandom(20_261_122)
  const advance = (ms: number) => advanceClock(server.url, ms)
  await advance(3 * SECOND_MS)
  const traders = await signIn(server.url, CUSTOMERS)
  async function tradeFor(calls: number, part: number) {
    const trading = trade(server.url, traders, random.fork(part))
    await trading.hasDone(calls)
    await trading.end()
    await settle(server.url, traders)
  }

  await tradeFor(FIRST_CALLS, 0)
  const [maker, checker] = [await operator(server, dataDir, 0), await operator(server, dataDir, 1)]
  const customers = traders.map((trader) => customerOf(server.url, trader, picture))
  for (const { testing } of await loadTesting()) {
    const { doOneOfEach, effects = [], proposals = [] } = testing.matrix ?? {}
    for (const customer of customers.slice(0, 2)) await doOneOfEach?.(customer)
    for (const { call, prepare } of effects) await customers[1]!.ask(call, await prepare(customers[1]!))
    for (const propose of proposals) {
      const made = await propose(maker, customers[2]!)
      const approved = approvalOf(made)
      await checker.ask(approveProposal, { ...approved, reason: 'seen as well' })
      await propose(maker, customers[3]!)
    }
  }
  for (let day = 1; day <= DAYS; day++) {
    await advance(DAY_MS)
    await tradeFor(CALLS_A_DAY, day)
  }
  return advance(3 * SECOND_MS)
}

/** Signs in one of the demonstration's operators. */
async function operator(server: RunningServer, dataDir: string, n: number): Promise<Asker> {
  const all = JSON.parse(readFileSync(join(dataDir, 'demo-operators.json'), 'utf8'))
  const { email, password, totpSecret } = all[n]
  const console = askerAt({ url: server.consoleUrl })
  const code = generateSync({ secret: totpSecret })
  const { token } = await console.ask(consoleLogin, { email, password, code })
  return askerAt({ url: server.consoleUrl, token })
}

const customerOf = (url: string, { token }: Trader, picture: Buffer): Customer => ({
  ...askerAt({ url, token }),
  async newImage() {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'proof.png')
    const answer = await fetch(`${url}/api${upload.path}`, {
      method: 'POST',
      headers: { authorization: token },
      body,
    })
    const { data, error } = (await answer.json()) as { data: string; error?: string }
    if (error) throw new Error(`the picture was refused: ${error}`)
    return data
  },
})

/** Moves the server's virtual clock and runs what falls due; returns what time it is then. */
async function advanceClock(url: string, advanceMs: number): Promise<number> {
  const answer = await fetch(`${url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  })
  if (!answer.ok) throw new Error(`the clock answered ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { nowMs: number }).nowMs
}
