import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chainDepositsById, recordDeposit } from '#server/products/deposit/chain-store.ts'
import { creditChainDeposit } from '#server/products/deposit/service.ts'

/** A deposit to a customer's own address, as a watcher writes it down, and credited where nothing else is said; no chain runs. */
export async function chainDepositOf(
  db: Db,
  customer: CustomerId,
  {
    txid,
    amount = '25',
    isCounted = false,
  }: {
    readonly txid: string
    /** Of USDT. */
    readonly amount?: string
    /** Whether its confirmations are still being counted. */
    readonly isCounted?: boolean
  },
  nowMs: number,
): Promise<{ readonly id: string; readonly address: string }> {
  const [chain, key, address] = ['Ethereum', 'a-test', `0x${String(customer).padStart(40, '0')}`] as const
  const units = readAmount(amount, 'USDT')
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into chain_key (chain, key_id, next_index) values (${chain}, ${key}, 0) on conflict do nothing`.execute(
      tx,
    )
    await sql`
      insert into customer_address (customer_id, chain, key_id, index, address, created_at)
      values (${customer}, ${chain}, ${key}, ${Number(customer)}, ${address}, ${new Date(nowMs)})
      on conflict do nothing`.execute(tx)
    await recordDeposit(
      tx,
      {
        ...{ chain, txid, outputIndex: 0, customerId: customer, currency: 'USDT', network: 'ERC20', address },
        ...{
          onChain: units / 10n,
          amount: units,
          confirmationsNeeded: 12,
          status: 'confirming',
          height: 100,
        },
      },
      nowMs,
    )
    const { rows } = await sql<{ id: bigint }>`
      select id from chain_deposit where chain = ${chain} and txid = ${txid}`.execute(tx)
    const [deposit] = await chainDepositsById(tx, [rows[0]!.id])
    if (!isCounted) await creditChainDeposit(tx, deposit!, nowMs)
    return { id: String(deposit!.id), address }
  })
}
