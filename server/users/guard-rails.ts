import { type RawBuilder, sql } from 'kysely'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { utcMinute } from '#domain/time.ts'
import {
  isAsStrict,
  nextRail,
  nightEnd,
  type RailChoice,
  type RailKind,
  railAt,
  railFrom,
  railKinds,
  railValues,
} from '#domain/user/guard-rails.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { nextId } from '#server/platform/ids.ts'
import type { UserDeps } from './deps.ts'
import { notify } from './notices.ts'
import { lockCustomer } from './store.ts'

/** The limits that customers set for themselves, and the checks of them. */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    guard_rail: {
      id: bigint
      customer_id: CustomerId
      kind: RailKind
      value: number
      chosen_at: number | Date
      from_at: number | Date
    }
  }
}

type ChoiceRow = Pick<Tables['guard_rail'], 'kind' | 'value' | 'chosen_at' | 'from_at'>

const choiceOf = ({ kind, value, chosen_at, from_at }: ChoiceRow): RailChoice => ({
  ...{ kind, value },
  ...{ chosenMs: Number(chosen_at), fromMs: Number(from_at) },
})

/** A customer's choices, oldest first. */
async function choicesOf(db: Db | Tx, customer: CustomerId): Promise<RailChoice[]> {
  const rows = await db
    .selectFrom('guard_rail')
    .select(['kind', 'value', 'chosen_at', 'from_at'])
    .where('customer_id', '=', customer)
    .orderBy('id')
    .execute()
  return rows.map(choiceOf)
}

/** The choices of some customers, oldest first; of those who never chose nothing. */
export async function railChoicesOf(
  db: Db | Tx,
  customers: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, readonly RailChoice[]>> {
  const { rows } = await sql<ChoiceRow & { customer_id: CustomerId }>`
    select customer_id, kind, value, chosen_at, from_at from guard_rail
    where customer_id = any (${arrayLiteral(customers, (customer) => customer)}::bigint[]) order by id`.execute(
    db,
  )
  const all = new Map<CustomerId, RailChoice[]>()
  for (const row of rows) {
    const own = all.get(row.customer_id) ?? []
    own.push(choiceOf(row))
    all.set(row.customer_id, own)
  }
  return all
}

/** What these choices allow to be lost in a day, in units of the margin's currency; undefined without a limit. */
export function lossLimitOf(choices: readonly RailChoice[], nowMs: number): bigint | undefined {
  const limit = railAt(choices, 'loss', nowMs)
  return limit > 0 ? readAmount(String(limit), MARGIN_CURRENCY) : undefined
}

/** Whether these choices allow a new position at a moment: as `requireOwnLimits`, of an order that waited. */
export function mayOpenAt(
  choices: readonly RailChoice[],
  { leverage, lost }: { readonly leverage: number; readonly lost: bigint },
  atMs: number,
): boolean {
  const maximum = railAt(choices, 'leverage', atMs)
  const limit = lossLimitOf(choices, atMs)
  return (
    nightEnd(railAt(choices, 'night', atMs), atMs) === undefined &&
    (maximum === 0 || leverage <= maximum) &&
    (limit === undefined || lost < limit)
  )
}

const viewOf = (choices: readonly RailChoice[], nowMs: number) => ({
  items: railKinds.map((kind) => {
    const next = nextRail(choices, kind, nowMs)
    return {
      kind,
      value: railAt(choices, kind, nowMs),
      next: next ? { value: next.value, fromMs: next.fromMs } : null,
    }
  }),
})

/** A customer's own limits at a moment. */
export const railsOf = async (db: Db | Tx, customer: CustomerId, nowMs: number) =>
  viewOf(await choicesOf(db, customer), nowMs)

/** The customer's own limits. */
export const ownRails = async ({ db, clock }: Pick<UserDeps, 'db' | 'clock'>, { id }: Customer) =>
  railsOf(db, id, clock.nowMs())

/** When the hours end that a customer locked and that a moment is in; undefined outside of them. */
export const nightLockedUntilMs = async (db: Db | Tx, customer: CustomerId, nowMs: number) =>
  nightEnd(await railNow(db, customer, 'night', nowMs), nowMs)

/**
 * Sets one of the customer's own limits: a stricter one at once; of a looser one, in force after a day, they are told.
 *
 * Refuses: PARAMETER_ERROR for a value that the limit does not have.
 */
export async function setRail(
  { db, clock, log }: Pick<UserDeps, 'db' | 'clock' | 'log'>,
  { id }: Customer,
  { kind, value }: { kind: RailKind; value: number },
) {
  if (!(railValues[kind] as readonly number[]).includes(value))
    throw refusal('PARAMETER_ERROR', { field: 'value' })
  const nowMs = clock.nowMs()
  const choices = await db.transaction().execute(async (tx) => {
    const customer = await lockCustomer(tx, id, 'to change')
    const known = await choicesOf(tx, id)
    const before = railAt(known, kind, nowMs)
    // Chosen already: a looser one does not begin its day anew.
    if ((nextRail(known, kind, nowMs)?.value ?? before) === value) return known
    const fromMs = railFrom(kind, before, value, nowMs)
    await tx
      .insertInto('guard_rail')
      .values({
        ...{ id: nextId(), customer_id: id, kind, value },
        ...{ chosen_at: new Date(nowMs), from_at: new Date(fromMs) },
      })
      .execute()
    if (!isAsStrict(kind, before, value)) await notify(tx, customer, { kind: 'railLoosened' }, nowMs)
    return [...known, { kind, value, chosenMs: nowMs, fromMs }]
  })
  log.info({ customer: String(id), kind }, 'an own limit was set')
  return viewOf(choices, nowMs)
}

const railNow = async (db: Db | Tx, customer: CustomerId, kind: RailKind, nowMs: number): Promise<number> =>
  railAt(await choicesOf(db, customer), kind, nowMs)

/**
 * What a new position of one's own must keep to. `lostToday`: in units of the margin's currency, asked for where it counts.
 *
 * Refuses: NIGHT_LOCKED; LEVERAGE_OVER_OWN above the highest leverage that the customer allows; OWN_LOSS_LIMIT when as much is
 *          lost as they allow for a day.
 */
export async function requireOwnLimits(
  db: Db | Tx,
  customer: CustomerId,
  { leverage, lostToday }: { leverage: number; lostToday(): Promise<bigint> },
  nowMs: number,
): Promise<void> {
  const choices = await choicesOf(db, customer)
  requireDay(choices, nowMs)
  const maximum = railAt(choices, 'leverage', nowMs)
  if (maximum > 0 && leverage > maximum) throw refusal('LEVERAGE_OVER_OWN', { maximum })
  await requireLossBelow(railAt(choices, 'loss', nowMs), lostToday)
}

/**
 * Refuses: NIGHT_LOCKED; COPY_WITH_CEILING to who limited their leverage: that of copies is their lead's choice;
 *          OWN_LOSS_LIMIT as for one's own positions.
 */
export async function requireMayCopy(
  db: Db,
  customer: CustomerId,
  lostToday: () => Promise<bigint>,
  nowMs: number,
): Promise<void> {
  const choices = await choicesOf(db, customer)
  requireDay(choices, nowMs)
  if (railAt(choices, 'leverage', nowMs) > 0) throw refusal('COPY_WITH_CEILING')
  await requireLossBelow(railAt(choices, 'loss', nowMs), lostToday)
}

async function requireLossBelow(limit: number, lostToday: () => Promise<bigint>): Promise<void> {
  if (limit > 0 && (await lostToday()) >= readAmount(String(limit), MARGIN_CURRENCY))
    throw refusal('OWN_LOSS_LIMIT', { limit, currency: MARGIN_CURRENCY })
}

/** Refuses: NIGHT_LOCKED in the hours that the customer locked. */
export async function requireNoNightLock(db: Db | Tx, customer: CustomerId, nowMs: number): Promise<void> {
  requireDay(await choicesOf(db, customer), nowMs)
}

function requireDay(choices: readonly RailChoice[], nowMs: number): void {
  const endMs = nightEnd(railAt(choices, 'night', nowMs), nowMs)
  if (endMs !== undefined) throw refusal('NIGHT_LOCKED', { until: `${utcMinute(endMs)} UTC` })
}

/** Refuses: PAYEES_LOCKED to who allows no new address and no new card, unless who gets the money is known. */
export async function requireNewPayees(
  db: Db | Tx,
  customer: CustomerId,
  nowMs: number,
  isKnown: () => Promise<boolean> = async () => false,
): Promise<void> {
  if ((await railNow(db, customer, 'payees', nowMs)) > 0 && !(await isKnown())) throw refusal('PAYEES_LOCKED')
}

/** The values in force of one limit that are not 0, as `railAt` has them: a query of `customer_id` and `value`. */
export const railsInForce = (kind: RailKind, nowMs: number): RawBuilder<unknown> => sql`(
  select customer_id, value from (
    select distinct on (customer_id) customer_id, value from guard_rail chosen
    where kind = ${kind} and from_at <= ${new Date(nowMs)} and not exists (
      select from guard_rail later
      where later.customer_id = chosen.customer_id and later.kind = chosen.kind
        and later.id > chosen.id and later.chosen_at < chosen.from_at)
    order by customer_id, id desc) newest
  where value > 0)`

/** Of customers, those who limited their leverage: a query of one column. */
export const cappedCustomers = (nowMs: number): RawBuilder<unknown> =>
  sql`(select customer_id from ${railsInForce('leverage', nowMs)} capped)`

/** Of customers, those who locked the hours that a moment is in: a query of one column. */
export function nightLockedCustomers(nowMs: number): RawBuilder<unknown> {
  const locked = railValues.night.filter((value) => nightEnd(value, nowMs) !== undefined)
  return sql`(select customer_id from ${railsInForce('night', nowMs)} locked
    where value = any (${arrayLiteral(locked, (value) => value)}::integer[]))`
}

/** Of these customers, a query of one column, those who lost as much today as they allow for a day. */
export async function customersOverLoss(
  db: Db,
  customers: RawBuilder<unknown>,
  lostToday: (customers: readonly CustomerId[]) => Promise<ReadonlyMap<CustomerId, bigint>>,
  nowMs: number,
): Promise<CustomerId[]> {
  const { rows } = await sql<{ customer: CustomerId; limit: number }>`
    select customer_id as customer, value as "limit" from ${railsInForce('loss', nowMs)} limited
    where customer_id in ${customers}`.execute(db)
  const lost = await lostToday(rows.map(({ customer }) => customer))
  return rows.flatMap(({ customer, limit }) =>
    lost.get(customer)! >= readAmount(String(limit), MARGIN_CURRENCY) ? [customer] : [],
  )
}
