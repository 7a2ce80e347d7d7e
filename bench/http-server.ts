/**
 * The server of `bench/http.ts`, `bench/sockets.ts` and `bench/attack.ts`, in a process of its own: the real one on the
 * database of DATABASE_URL, with signed-in, funded customers. Prints one line of JSON when it is up.
 */
import type { Units } from '#domain/money/amount.ts'
import { accountId, outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import { start } from '#server/start.ts'
import { createSessions } from '#server/users/sessions.ts'

const CUSTOMERS = Number(process.env.BENCH_CUSTOMERS ?? 400)

const plumb = await start({ LOG_LEVEL: 'error', ...process.env, PORT: '0', CONSOLE_PORT: '0' })
const { db, clock, users } = plumb.services
const sessions = createSessions(db, clock)
const tokens: string[] = []
const password = crypto.randomUUID()
for (let i = 0; i < CUSTOMERS; i++) {
  await db.transaction().execute(async (tx) => {
    const id = await users.createCustomer(tx, { email: `bench-${i}@plumb.test`, password })
    const fund = (currency: string, amount: bigint) => ({
      debit: outsideAccount(currency),
      credit: accountId(id, wallets.spot, 'available', currency),
      amount: amount as Units,
      reason: 'demo-grant' as const,
      reference: 1n,
    })
    await post(tx, [fund('USDT', 10n ** 14n), fund('BTC', 10n ** 11n)], clock.nowMs())
    tokens.push(await sessions.begin(tx, id, { device: 'bench', ip: '127.0.0.1' }))
  })
}
await makeLongPast(Number(process.env.BENCH_LONG_PAST ?? 0))
console.log(JSON.stringify({ url: plumb.url, tokens }))
process.on('SIGTERM', async () => {
  await plumb.stop()
  process.exit(0)
})

/** Gives the last customer so many entries: money that went between two wallets, over and over. */
async function makeLongPast(entries: number): Promise<void> {
  const customer = await sessions.authenticate(tokens.at(-1)!)
  const account = (wallet: 'spot' | 'funding') =>
    accountId(customer!.id, wallets[wallet], 'available', 'USDT')
  const both = [account('spot'), account('funding')] as const
  for (let done = 0; done < entries; done += 4_000) {
    const moved = Array.from({ length: 2_000 }, (_, n) => ({
      debit: both[n % 2]!,
      credit: both[(n + 1) % 2]!,
      amount: 1n as Units,
      reason: 'account-transfer' as const,
      reference: BigInt(done + n + 1),
    }))
    await db.transaction().execute((tx) => post(tx, moved, clock.nowMs()))
  }
}
