import { sql } from 'kysely'
import { invalidTemplate, type LadderTemplate, rungsText } from '#domain/dual/ladder.ts'
import { type DualDraft, invalidDual, isDualPair, QUOTE, settlesAt } from '#domain/dual/rules.ts'
import { assert, refusal } from '#domain/errors.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { escrowAccount, fundOf } from './accounts.ts'
import type { ProductRow } from './store.ts'
import { currenciesOf } from './store.ts'
import type { Free } from './views.ts'

/** What the platform can do with dual investments. What a product says is fixed when it is made. */

/** Adds a product. Refuses: TERMS_INVALID with the first wrong field. */
export async function insertProduct(
  tx: Tx,
  draft: DualDraft,
  templateVersion: number | null,
  nowMs: number,
): Promise<ProductRow> {
  const field = invalidDual(draft)
  if (field) throw refusal('TERMS_INVALID', { field })
  const { symbol, type, strike, yieldRate, unit, termDays, saleFromMs, startsAtMs, capacity, maximum } = draft
  return tx
    .insertInto('dual_product')
    .values({
      ...{ symbol, type, strike: BigInt(strike), yield_rate: yieldRate, unit, term_days: termDays },
      sale_from: new Date(saleFromMs),
      starts_at: new Date(startsAtMs),
      settles_at: new Date(settlesAt(draft)),
      ...{ capacity, maximum, template_version: templateVersion, status: 'open' },
      created_at: new Date(nowMs),
      updated_at: new Date(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sells no more of a product, or sells it again. Refuses: NOT_FOUND. */
export async function setProductStatus(
  tx: Tx,
  id: bigint,
  status: ProductRow['status'],
  nowMs: number,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('dual_product')
    .set({ status, updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refusal('NOT_FOUND')
}

/** Adds the next version of a template. Refuses: TERMS_INVALID with the first wrong field. */
export async function insertTemplate(tx: Tx, template: LadderTemplate, nowMs: number): Promise<void> {
  const { symbol, type, rungs, unit, capacity, maximum } = template
  const instrument = findInstrument(symbol)
  const field = instrument ? invalidTemplate(template, instrument) : 'symbol'
  if (field) throw refusal('TERMS_INVALID', { field })
  await sql`
    insert into dual_template (symbol, type, version, rungs, unit, capacity, maximum, created_at)
    select ${symbol}, ${type}, coalesce(max(version), 0) + 1, ${rungsText(rungs)}, ${unit}::bigint, ${capacity}::int,
      ${maximum}::int, ${new Date(nowMs)}::timestamptz
    from dual_template where symbol = ${symbol} and type = ${type}`.execute(tx)
}

/** The currencies that dual investments may be paid in: those of coins that are quoted in USDT. */
export const dualCurrencies = (): string[] => [
  QUOTE,
  ...new Set(instruments.filter(({ symbol }) => isDualPair(symbol)).map(({ base }) => base)),
]

/** What the fund and the escrow have, by currency, of one moment. */
export async function fundsIn(
  db: Db | Tx,
  currencies: readonly string[],
): Promise<{ readonly free: Free; readonly escrow: Free }> {
  const balances = await balancesOfAccounts(db, [...currencies.map(fundOf), ...currencies.map(escrowAccount)])
  const of = (account: typeof fundOf) =>
    new Map(currencies.map((currency) => [currency, balances.get(account(currency))!]))
  return { free: of(fundOf), escrow: of(escrowAccount) }
}

/** What is set aside in a currency, by the ledger, beside what the products' active orders need. */
export interface Coverage {
  readonly currency: string
  readonly free: bigint
  readonly escrow: bigint
  readonly owed: bigint
}

/**
 * What the platform has set aside for dual investments beside what it must, by currency.
 *
 * Cost: reads the products that have active orders and two accounts for each currency, however many customers there are.
 */
export const coverage = (db: Db): Promise<Coverage[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const owed = new Map(dualCurrencies().map((currency) => [currency, 0n]))
      const rows = await tx.selectFrom('dual_product').selectAll().where('active', '>', 0).execute()
      const add = (currency: string, amount: bigint) =>
        owed.set(currency, (owed.get(currency) ?? 0n) + amount)
      for (const row of rows) {
        const { own, other } = currenciesOf(row)
        add(own, row.escrow_own)
        add(other, row.escrow_other)
      }
      const { free, escrow } = await fundsIn(tx, [...owed.keys()])
      return [...owed]
        .map(([currency, needed]) => ({
          ...{ currency, owed: needed, free: free.get(currency)!, escrow: escrow.get(currency)! },
        }))
        .filter((line) => line.owed > 0n || line.free > 0n || line.escrow > 0n)
    })

/** Whether the ledger has set aside exactly what active orders may be paid. */
export const isCovered = ({ escrow, owed }: Coverage): boolean => escrow === owed

/** The product with this id. Refuses: NOT_FOUND. */
export async function requireProduct(db: Db | Tx, id: bigint): Promise<ProductRow> {
  const row = await db.selectFrom('dual_product').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** The instrument of a template or product that exists. */
export function instrumentOf(symbol: string) {
  const instrument = findInstrument(symbol)
  assert(instrument, `${symbol} is listed`)
  return instrument
}
