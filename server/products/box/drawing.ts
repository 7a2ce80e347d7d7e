import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type DrawTerms, drawItem, nextHead } from '#domain/box/draw.ts'
import { isAfterPurchase, isSealTick, neededBefore } from '#domain/box/replay.ts'
import { refundedFrom } from '#domain/box/rules.ts'
import type { BoxFailure } from '#domain/box/words.ts'
import { assert } from '#domain/errors.ts'
import type { Tick } from '#domain/market/tick.ts'
import { encodeTick } from '#domain/proof/tick-bytes.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Sealer } from '#server/platform/sealer.ts'
import type { MarketData } from '../product.ts'
import { refundTransfer, settlementTransfer } from './flows.ts'
import { refundedNotice } from './notices.ts'
import { revealSecret } from './secrets.ts'
import { lockSeries, placesLeft, type SeriesRow, type WaitingBox, waitingBoxes } from './store.ts'

/**
 * Draws boxes, and pays back those that cannot be drawn: in the order of their numbers, each once. A box waits for the one
 * before it, so what is drawn follows from what was bought, and not from when somebody opens.
 */

export interface BoxDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<Logger, 'error'>
  readonly sealer: Sealer
  readonly markets: Pick<MarketData, 'lastTick' | 'isFresh' | 'canPrice' | 'proofs'>
}

/** How many boxes a transaction decides. */
const BATCH = 50

/** Decides all boxes of a series that can be decided now. Safe to run late, twice, at once, or cut off. */
export async function drawDue(deps: BoxDeps, seriesId: bigint): Promise<void> {
  for (;;) {
    const waiting = await waitingBoxes(deps.db, seriesId, BATCH)
    if (waiting.length === 0) return
    // The tape is read before the lock: reading it takes a connection of its own.
    const ticks = await sealTicks(deps, waiting)
    const decided = await deps.db.transaction().execute((tx) => decideBatch(tx, deps, seriesId, ticks))
    if (decided === 0) return
  }
}

/** The tick of each box that was looked for; undefined of one whose tick has not come. */
type SealTicks = ReadonlyMap<bigint, Tick | undefined>

/** What of a purchase says which tick its draw takes. */
export const boughtOf = ({
  symbol,
  tape_size,
  bought_at: boughtAtMs,
}: Pick<WaitingBox, 'symbol' | 'tape_size' | 'bought_at'>) => ({
  ...{ symbol, tapeSize: Number(tape_size), boughtAtMs },
})

/** The first tick that counts for each purchase, by box. */
async function sealTicks(
  { markets }: Pick<BoxDeps, 'markets'>,
  boxes: readonly WaitingBox[],
): Promise<SealTicks> {
  const found = new Map<bigint, Tick | undefined>()
  const reader = await markets.proofs.reader()
  for (const box of boxes) {
    const bought = boughtOf(box)
    const tick = await reader?.first(markets.lastTick(box.symbol), (each) => isAfterPurchase(bought, each))
    const needed = tick && neededBefore(bought, tick)
    const before = needed === undefined ? undefined : await reader!.at(needed)
    found.set(box.id, isSealTick(bought, tick, before) ? tick : undefined)
  }
  return found
}

interface Drawn {
  readonly box: WaitingBox
  readonly place: number
  readonly secret: Uint8Array
  readonly tick: Tick
}

interface PaidBack {
  readonly box: WaitingBox
  readonly failure: BoxFailure
}

/** Decides the next boxes of a series, as far as they can be. Returns: how many. */
async function decideBatch(tx: Tx, deps: BoxDeps, seriesId: bigint, ticks: SealTicks): Promise<number> {
  const series = await lockSeries(tx, { id: seriesId })
  const nowMs = deps.clock.nowMs()
  const left = await placesLeft(tx, seriesId)
  const drawn: Drawn[] = []
  const paidBack: PaidBack[] = []
  let head = series.decided_head
  for (const box of await waitingBoxes(tx, seriesId, BATCH, true)) {
    // Another run decided the boxes before: of this one the tape was not asked yet.
    if (!ticks.has(box.id)) break
    const tick = ticks.get(box.id)
    const secret = tick && revealSecret(deps.sealer, series.code, box)
    if (tick && secret) {
      const place = drawItem(left, drawTerms(box, series), secret, encodeTick(tick))
      left.splice(left.indexOf(place), 1)
      drawn.push({ box, place, secret, tick })
      head = nextHead(head, box.number, place)
    } else if (nowMs >= refundedFrom({ boughtAtMs: box.bought_at })) {
      paidBack.push({ box, failure: tick ? 'not-revealed' : 'no-tick' })
      head = nextHead(head, box.number, 0)
    } else break
  }
  await save(tx, series, { drawn, paidBack, head }, nowMs)
  for (const { box, failure } of paidBack)
    deps.log.error({ series: series.code, box: box.number, failure }, 'a blind box was paid back: not drawn')
  return drawn.length + paidBack.length
}

/** What the draw of a box takes, as its receipt says it. */
export const drawTerms = (
  box: Pick<WaitingBox, 'id' | 'number' | 'client_seed' | 'symbol' | 'tape_size'>,
  series: Pick<SeriesRow, 'code' | 'items' | 'boxes' | 'inventory' | 'commitment'>,
): DrawTerms => ({
  ...{ order: String(box.id), series: series.code, number: box.number, clientSeed: box.client_seed },
  ...{ items: series.items, boxes: series.boxes, inventory: series.inventory, commitment: series.commitment },
  ...{ symbol: box.symbol, tapeSize: Number(box.tape_size) },
})

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

async function save(
  tx: Tx,
  series: SeriesRow,
  { drawn, paidBack, head }: { drawn: readonly Drawn[]; paidBack: readonly PaidBack[]; head: string },
  nowMs: number,
): Promise<void> {
  if (drawn.length + paidBack.length === 0) return
  const at = sql`${new Date(nowMs)}::timestamptz`
  if (drawn.length > 0) {
    const { numAffectedRows } = await sql`
      update box b set state = 'drawn', drawn_at = ${at}, secret = d.secret, place = d.place,
        seal_sequence = d.sequence, seal_tick = d.tick
      from unnest(
        ${arrayLiteral(drawn, ({ box }) => box.id)}::bigint[], ${arrayLiteral(drawn, ({ place }) => place)}::int[],
        ${arrayLiteral(drawn, ({ tick }) => tick.sequence)}::bigint[],
        ${textArrayLiteral(drawn, ({ secret }) => hex(secret))}::text[],
        ${textArrayLiteral(drawn, ({ tick }) => hex(encodeTick(tick)))}::text[]) d (id, place, sequence, secret, tick)
      where b.id = d.id and b.state = 'sealed'`.execute(tx)
    assert(numAffectedRows === BigInt(drawn.length), 'only boxes that wait are drawn')
    await sql`
      update box_item i set drawn_in = d.number
      from unnest(
        ${arrayLiteral(drawn, ({ place }) => place)}::int[], ${arrayLiteral(drawn, ({ box }) => box.number)}::int[])
        d (place, number)
      where i.series_id = ${series.id}::bigint and i.place = d.place`.execute(tx)
  }
  if (paidBack.length > 0) {
    const { numAffectedRows } = await sql`
      update box b set state = 'refunded', failure = p.failure, ended_at = ${at}
      from unnest(
        ${arrayLiteral(paidBack, ({ box }) => box.id)}::bigint[],
        ${textArrayLiteral(paidBack, ({ failure }) => failure)}::text[]) p (id, failure)
      where b.id = p.id and b.state = 'sealed'`.execute(tx)
    assert(numAffectedRows === BigInt(paidBack.length), 'only boxes that wait are paid back')
  }
  await tx
    .updateTable('box_series')
    .set({
      ...{ drawn: series.drawn + drawn.length, refunded: series.refunded + paidBack.length },
      ...{ decided_head: head, updated_at: new Date(nowMs) },
    })
    .where('id', '=', series.id)
    .execute()
  const transfers = [
    ...drawn.map(({ box }) => settlementTransfer(box)),
    ...paidBack.map(({ box }) => refundTransfer(box)),
  ]
  await post(tx, transfers, nowMs)
  await writeNotices(
    tx,
    paidBack.map(({ box, failure }) => refundedNotice(box, series, failure)),
    nowMs,
  )
}
