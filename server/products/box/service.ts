import { boxReceipt } from '#domain/box/receipt.ts'
import { BOX_CURRENCY, BOX_RULES_VERSION, decideBox, SEAL_SYMBOL } from '#domain/box/rules.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import { insertReceipts } from '#server/core/receipts.ts'
import { noPrice } from '#server/markets/no-price.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { giveFromBox, requireMayOrder } from '../nft/service.ts'
import type { RequireEquity } from '../wallet/service.ts'
import { fundingOf, heldAccount } from './accounts.ts'
import { type BoxDeps, drawDue } from './drawing.ts'
import { paymentTransfer } from './flows.ts'
import {
  type BoxRow,
  insertBox,
  lockSeries,
  ownBoxes,
  requireBox,
  type SeriesRow,
  seriesOfRow,
} from './store.ts'

/** What a customer can do with blind boxes. */

export interface BuyRequest {
  readonly customer: CustomerId
  readonly code: string
  readonly clientSeed: string
}

/**
 * Buys the next box of a series, inside the caller's transaction. Its number and how far the tape is are read under the
 * series' lock, so that boxes are drawn in the order in which they were bought.
 *
 * Refuses: KYC_REQUIRED; ACCOUNT_FROZEN and NFT_EXCLUDED, as of artworks; NOT_FOUND; EQUITY_OWED, as what is drawn can be sold on; what `decideBox` says; BOX_SEED_USED; PRICE_STALE while no tick would come to draw by.
 */
export async function buyBox(
  tx: Tx,
  { markets, equity }: Pick<BoxDeps, 'markets'> & { readonly equity: RequireEquity },
  { customer, code, clientSeed }: BuyRequest,
  clock: Clock,
): Promise<{ readonly box: BoxRow; readonly series: SeriesRow }> {
  await requireMayOrder(tx, customer, clock.nowMs())
  const series = await lockSeries(tx, { code })
  await equity(tx, { customer, currency: BOX_CURRENCY, amount: series.price }, clock.nowMs())
  const funding = fundingOf(customer, BOX_CURRENCY)
  const balances = await lockBalances(tx, [funding, heldAccount(customer, BOX_CURRENCY)])
  const nowMs = clock.nowMs()
  const own = (await ownBoxes(tx, customer, [series.id])).get(series.id) ?? 0
  const { number } = requireAllowed(
    decideBox(seriesOfRow(series), { nowMs, available: balances.get(funding)!, own }),
  )
  if (await isSeedUsed(tx, customer, clientSeed)) throw refusal('BOX_SEED_USED')
  const newest = markets.lastTick(SEAL_SYMBOL)
  if (!newest || !markets.isFresh(SEAL_SYMBOL))
    throw noPrice(markets, { symbol: SEAL_SYMBOL, label: SEAL_SYMBOL })
  const box: BoxRow = {
    ...{ id: nextId(), series_id: series.id, number, customer_id: customer, price: series.price },
    ...{ client_seed: clientSeed, symbol: SEAL_SYMBOL, tape_size: BigInt(newest.sequence) },
    ...{ bought_at: nowMs, rules_version: BOX_RULES_VERSION, state: 'sealed', failure: null, secret: null },
    ...{ seal_sequence: null, seal_tick: null, place: null, drawn_at: null, ended_at: null },
  }
  await insertBox(tx, box)
  const receipt = receiptOfBox(box, series)
  await insertReceipts(markets.proofs.signer, [{ number: box.id, receipt }]).execute(tx)
  await post(tx, [paymentTransfer(box)], nowMs)
  return { box, series }
}

/** What is signed of a box in the transaction that sells it; `series` as it was before. */
const receiptOfBox = (box: BoxRow, series: SeriesRow) =>
  boxReceipt({
    ...{ order: String(box.id), series: series.code, number: box.number, clientSeed: box.client_seed },
    ...{
      items: series.items,
      boxes: series.boxes,
      inventory: series.inventory,
      commitment: series.commitment,
    },
    ...{ symbol: box.symbol, tapeSize: Number(box.tape_size), boughtAtMs: box.bought_at },
    ...{ price: formatAmount(box.price, BOX_CURRENCY) },
    ...{ decided: series.drawn + series.refunded, decidedHead: series.decided_head },
  })

async function isSeedUsed(tx: Tx, customer: CustomerId, clientSeed: string): Promise<boolean> {
  const used = await tx
    .selectFrom('box')
    .select('id')
    .where('customer_id', '=', customer)
    .where('client_seed', '=', clientSeed)
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Opens a box: what was drawn is the customer's. One that is open stays as it is.
 *
 * Refuses: NOT_FOUND; BOX_SEED_DIFFERS; BOX_NOT_DRAWN until its tick is on the tape; BOX_PAID_BACK.
 */
export async function openBox(
  deps: BoxDeps,
  { customer, id, clientSeed }: { customer: CustomerId; id: bigint; clientSeed?: string | undefined },
): Promise<BoxRow> {
  const found = await requireBox(deps.db, { id, customer })
  if (clientSeed !== undefined && clientSeed !== found.client_seed) throw refusal('BOX_SEED_DIFFERS')
  if (found.state === 'sealed') await drawDue(deps, found.series_id)
  return deps.db.transaction().execute(async (tx) => {
    const box = await requireBox(tx, { id, customer, lock: true })
    if (box.state === 'sealed') throw refusal('BOX_NOT_DRAWN')
    if (box.state === 'refunded') throw refusal('BOX_PAID_BACK')
    return box.state === 'opened' ? box : handOver(tx, box, deps.clock.nowMs())
  })
}

/** Hands over what is in a box that is drawn and locked. */
export async function handOver(tx: Tx, box: BoxRow, nowMs: number): Promise<BoxRow> {
  const item = await tx
    .selectFrom('box_item')
    .select('artwork_id')
    .where('series_id', '=', box.series_id)
    .where('place', '=', box.place!)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('box')
    .set({ state: 'opened', ended_at: new Date(nowMs) })
    .where('id', '=', box.id)
    .execute()
  await giveFromBox(tx, { artwork: item.artwork_id, customer: box.customer_id, price: box.price }, nowMs)
  return { ...box, state: 'opened', ended_at: nowMs }
}
