import { sql } from 'kysely'
import { openingTerms } from '#domain/contract/receipt.ts'
import { type Claim, ReplayFailed, replayPosition } from '#domain/contract/replay.ts'
import type { PositionId } from '#domain/ids.ts'
import { openReceipt, type Receipt } from '#domain/proof/receipt.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import { createTickReader, type TickReader } from '#server/markets/tape/ticks.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import { availableOf, counterparty, fees, insurance, marginOf } from './accounts.ts'
import type { Position, PositionChange } from './position.ts'
import { claimsOf, isAct } from './proof.ts'
import { changesOfPositions, endedPositionsBefore } from './store.ts'

/**
 * Every position that is over, computed again from its signed receipts and the tape: what is stored of it and what was
 * posted for it must be that, to the unit.
 */

const A_PAGE = 5_000

/**
 * What of the newest positions that are over is not what their receipts and the tape make of them, in words. Empty when
 * all is. What cannot be said before another tick is on the tape is left to the next audit.
 */
export async function auditPositionResults(
  db: Db,
  { publicKey, newest }: { readonly publicKey: string; readonly newest: number },
): Promise<string[]> {
  const wrong: string[] = []
  const postedSince = await oldestPosted(db)
  let before = (1n << 63n) - 1n
  for (let left = newest; left > 0; left -= A_PAGE) {
    const positions = await endedPositionsBefore(db, before, Math.min(left, A_PAGE))
    if (positions.length === 0) return wrong
    before = positions.at(-1)!.id
    const changes = await changesOfPositions(
      db,
      positions.map(({ id }) => id),
    )
    // After the positions: the ticks that decided them were on the tape before.
    const tape = await createTickReader(db)
    const notes = await receiptsOf(db, 'contract', numbersOf(positions, changes))
    const posted = await postedFor(db, positions, postedSince)
    for (const position of positions) {
      const own = changes.get(position.id) ?? []
      const receipts = numbersOf([position], changes).map((number) => {
        const note = notes.get(number)
        const receipt = note === undefined ? undefined : openReceipt(note, publicKey)
        return receipt?.order === String(number) ? receipt : undefined
      })
      const said = await errorOf(position, own, receipts, tape, posted.get(position.id))
      if (said) wrong.push(`position ${position.id}: ${said}`)
    }
  }
  return wrong
}

/** Of what there are receipts: the order, then what its customer asked for. */
const numbersOf = (
  positions: readonly Position[],
  changes: ReadonlyMap<PositionId, readonly PositionChange[]>,
): bigint[] =>
  positions.flatMap(({ id }) => [id, ...(changes.get(id) ?? []).filter(isAct).map((change) => change.id)])

async function errorOf(
  position: Position,
  changes: readonly PositionChange[],
  receipts: readonly (Receipt | undefined)[],
  tape: TickReader,
  posted: Posted | undefined,
): Promise<string | undefined> {
  if (receipts.includes(undefined))
    return 'a receipt is missing, is another one’s, or is not signed by the tape’s key'
  const [order, ...acts] = receipts as Receipt[]
  const claims = claimsOf(position, order!, changes)
  const replayed = await replay([order!, ...acts], claims, tape)
  if (replayed === 'waits') return undefined
  if (replayed !== 'closed' && replayed !== 'cancelled') return `the tape does not decide it so: ${replayed}`
  const expected = expectedOf(position, order!, claims)
  const { row, transfers } = expected
  const stored = Object.entries({ ...row, status: replayed }).find(
    ([field, value]) => position[field as keyof Position] !== value,
  )
  if (stored) {
    const [field, value] = stored
    return `its ${field} is ${position[field as keyof Position]}, its receipts and the tape say ${value}`
  }
  return posted && postingError(transfers, posted)
}

/** Replays a position over the tape. Returns: how it ended, what is wrong, or that a tick is still to come. */
async function replay(
  receipts: readonly Receipt[],
  claims: readonly Claim[],
  tape: TickReader,
): Promise<'closed' | 'cancelled' | 'waits' | string> {
  const replayed = replayPosition(receipts, claims)
  try {
    let step = replayed.next()
    while (!step.done) {
      const ask = step.value
      const tick = await ('at' in ask ? tape.at(ask.at) : tape.after(ask.after, ask.symbol))
      if (!tick && 'after' in ask) return 'waits'
      step = replayed.next(tick)
    }
    return step.value
  } catch (error) {
    if (error instanceof ReplayFailed) return error.error
    throw error
  }
}

// ── What follows from what happened to it

type Transfers = ReadonlyMap<string, bigint>

const transferKey = (reason: string, debit: bigint, credit: bigint): string => `${reason} ${debit} ${credit}`

/** What a position's row says and what was posted for it, by what is proven to have happened to it. */
function expectedOf({ customer }: Position, order: Receipt, claims: readonly Claim[]) {
  const [available, held] = [availableOf(customer), marginOf(customer)]
  const transfers = new Map<string, bigint>()
  const post = (reason: string, debit: bigint, credit: bigint, amount: bigint) => {
    const key = transferKey(reason, debit, credit)
    if (amount !== 0n) transfers.set(key, (transfers.get(key) ?? 0n) + amount)
  }
  const { setAside, lots, limitPrice } = openingTerms(order)
  const row: Partial<Position> = {
    ...{ lots, limitPrice },
    ...{ entryPrice: null, entrySequence: null, closePrice: null, closeSequence: null, margin: 0n },
    ...{ fee: 0n, financing: 0n, realizedPnl: 0n, openLots: 0 },
  }
  const totals = { fee: 0n, financing: 0n, realizedPnl: 0n }
  let margin = setAside ?? 0n
  if (setAside !== null) post('contract-margin', available, held, setAside)
  for (const claim of claims) {
    const [amount, fee, left] = [units(claim.amount), units(claim.fee), units(claim.margin)]
    totals.fee += fee
    if (claim.kind === 'opened') {
      Object.assign(row, { entryPrice: claim.price, entrySequence: claim.sequence })
      post('contract-fee', setAside === null ? available : held, fees(), fee)
      if (setAside === null) post('contract-margin', available, held, left)
      else post('contract-release', held, available, margin - fee - left)
    } else if (claim.kind === 'margin') post('contract-margin', available, held, amount)
    else if (claim.kind === 'amended') {
      Object.assign(row, { lots: claim.lots, limitPrice: claim.price })
      if (left > margin) post('contract-margin', available, held, left - margin)
      else post('contract-release', held, available, margin - left)
    } else if (claim.kind === 'financing') {
      totals.financing += amount
      post('contract-financing', held, counterparty(), amount)
    } else if (claim.kind === 'cancelled') post('contract-release', held, available, margin)
    else if (claim.kind === 'closed') {
      const shortfall = units(claim.shortfall)
      const [profit, loss] = amount > 0n ? [amount, 0n] : [0n, -amount - shortfall]
      totals.realizedPnl += profit - loss
      Object.assign(row, { closePrice: claim.price, closeSequence: claim.sequence })
      post('contract-loss', held, counterparty(), loss)
      post('contract-fee', held, fees(), fee)
      post('contract-release', held, available, margin - left - loss - fee)
      post('contract-profit', counterparty(), available, profit)
      post('contract-shortfall', insurance(), counterparty(), shortfall)
    }
    margin = left
  }
  return { row: { ...row, ...totals, reason: claims.at(-1)?.reason ?? null }, transfers }
}

const units = (text: string | null): bigint => BigInt(text ?? 0)

/** What was posted for a position, by reason and accounts. */
type Posted = Transfers

function postingError(expected: Transfers, posted: Posted): string | undefined {
  for (const key of new Set([...expected.keys(), ...posted.keys()])) {
    const [was, is] = [expected.get(key) ?? 0n, posted.get(key) ?? 0n]
    // Between the platform's own accounts: the insurance pays as long as it has something, and stands in.
    const isOwn = key.startsWith('contract-shortfall ') ? is <= was : key.startsWith('contract-cover ')
    if (is !== was && !isOwn) return `${is} was posted as ${key}, its receipts and the tape say ${was}`
  }
  return undefined
}

/** From when on all that was posted is in the ledger's tables: older months may have left them for files. */
async function oldestPosted(db: Db): Promise<number> {
  const { rows } = await sql<{ ends: number | null }>`select max(ends) as ends from ledger_rollup`.execute(db)
  return rows[0]?.ends ?? Number.NEGATIVE_INFINITY
}

async function postedFor(
  db: Db,
  positions: readonly Position[],
  sinceMs: number,
): Promise<Map<PositionId, Posted>> {
  const whole = positions.filter(({ createdAtMs }) => createdAtMs >= sinceMs)
  const posted = new Map<PositionId, Map<string, bigint>>(whole.map(({ id }) => [id, new Map()]))
  if (whole.length === 0) return posted
  const first = Math.min(...whole.map(({ createdAtMs }) => createdAtMs))
  const { rows } = await sql<{
    id: PositionId
    reason: string
    debit: bigint
    credit: bigint
    amount: bigint
  }>`
    select t.reference as id, t.reason, t.debit, t.credit, sum(t.amount)::bigint as amount from transfer t
    join unnest(${arrayLiteral(whole, ({ id }) => id)}::bigint[]) p (id) on p.id = t.reference
    where t.created_at >= ${new Date(first)}::timestamptz and t.reason like 'contract-%'
    group by t.reference, t.reason, t.debit, t.credit`.execute(db)
  for (const { id, reason, debit, credit, amount } of rows)
    posted.get(id)!.set(transferKey(reason, debit, credit), amount)
  return posted
}
