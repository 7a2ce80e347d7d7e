import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import {
  commissionOn,
  EARNING_DAYS,
  earningEndsMs,
  paidFromMs,
  payable,
  VALUED_IN,
  valueOfFee,
} from '#domain/invite/rules.ts'
import type { UnpaidReason } from '#domain/invite/words.ts'
import { units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, MINUTE_MS, startOfDayUtc, utcDay } from '#domain/time.ts'
import { isAtLeast } from '#domain/user/tiers.ts'
import { post, type Transfer } from '#server/core/ledger/ledger.ts'
import { type NewNotice, writeNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import { feesOfEnded, type PaidFee } from '../spot/service.ts'
import { feesOf, fundingOf, reserveOf } from './accounts.ts'
import {
  type DueCommission,
  decideCommissions,
  type Invited,
  insertCommissions,
  invitedBetween,
  lockDue,
  type NewCommission,
  paidByMonth,
  paidOfDay,
} from './store.ts'

/** How many invited customers, or commissions, a transaction takes. */
const BATCH = 200
/** How many days one run counts; the next run goes on. */
const MAX_DAYS = 31
/** A batch of the engine that was decided before midnight is committed long before this has passed. */
const AFTER_MIDNIGHT_MS = 10 * MINUTE_MS

/** The periodic jobs of the commission. Run late, twice, at once or cut off anywhere, each day and commission counts once. */
export const inviteJobs = (db: Db, clock: Clock): Job[] => [
  {
    name: 'invite: count fees',
    everyMs: MINUTE_MS,
    isRunAnywhere: true,
    run: () => countFees(db, clock.nowMs()),
  },
  {
    name: 'invite: pay commission',
    everyMs: MINUTE_MS,
    isRunAnywhere: true,
    run: () => payCommission(db, clock.nowMs()),
  },
]

/** Counts what invited customers paid on every day that is over, a batch of customers in each transaction. */
export async function countFees(db: Db, nowMs: number): Promise<void> {
  const yesterdayMs = startOfDayUtc(nowMs - AFTER_MIDNIGHT_MS) - DAY_MS
  for (let days = 0; days < MAX_DAYS; days++) {
    const dayMs = await nextDay(db, yesterdayMs)
    if (dayMs === undefined) return
    let isDone = false
    while (!isDone) isDone = await db.transaction().execute((tx) => countBatch(tx, dayMs, nowMs))
  }
}

/** The first day that is not counted. The very first is the one before this product began. */
async function nextDay(db: Db, yesterdayMs: number): Promise<number | undefined> {
  const { rows } = await sql<{ day: number; is_counted: boolean }>`
    select day, is_counted from invite_day order by day desc limit 1`.execute(db)
  const newest = rows[0]
  if (newest && !newest.is_counted) return newest.day
  const dayMs = newest ? newest.day + DAY_MS : yesterdayMs
  if (dayMs > yesterdayMs) return undefined
  await sql`insert into invite_day (day) values (${new Date(dayMs)}) on conflict do nothing`.execute(db)
  return dayMs
}

/** Counts the next customers of a day. Returns: whether the day is done. */
async function countBatch(tx: Tx, dayMs: number, nowMs: number): Promise<boolean> {
  const day = await tx
    .selectFrom('invite_day')
    .selectAll()
    .where('day', '=', new Date(dayMs))
    // Who comes second goes on after it.
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (day.is_counted) return true
  const invited = await invitedBetween(tx, {
    after: day.after_customer,
    // Whoever registered so long ago has earned for the last time before this day.
    sinceMs: dayMs - EARNING_DAYS * DAY_MS,
    untilMs: dayMs + DAY_MS,
    limit: BATCH,
  })
  const fees = await feesOfEnded(
    tx,
    invited.map(({ id }) => id),
    { fromMs: dayMs, untilMs: dayMs + DAY_MS },
  )
  const commissions = commissionsOf(invited, fees, dayMs)
  await insertCommissions(tx, commissions)
  const transfers = commissions.map(
    (row): Transfer => ({
      ...{ debit: feesOf(row.currency), credit: reserveOf(row.currency) },
      ...{ amount: units(row.amount), reason: 'invite-reserve', reference: row.id },
    }),
  )
  if (transfers.length > 0) await post(tx, transfers, nowMs)
  const isDone = invited.length < BATCH
  await tx
    .updateTable('invite_day')
    .set({ is_counted: isDone, after_customer: invited.at(-1)?.id ?? day.after_customer })
    .where('day', '=', new Date(dayMs))
    .execute()
  return isDone
}

/** One commission for each customer and coin that fees were paid in; none where it rounds to nothing. */
function commissionsOf(
  invited: readonly Invited[],
  fees: readonly PaidFee[],
  dayMs: number,
): NewCommission[] {
  const sums = new Map<string, { customer: CustomerId; currency: string; fees: bigint; value: bigint }>()
  const invitedOf = new Map(invited.map((one) => [one.id, one]))
  for (const paid of fees) {
    const { customer, currency } = paid
    // Every market is quoted in what commission is valued in; of another one, there would be no value to limit.
    if (paid.quote !== VALUED_IN) continue
    // The last day counts up to the time of day of the registration.
    if (paid.endedAtMs >= earningEndsMs(invitedOf.get(customer)!.registered_at)) continue
    const key = `${customer} ${currency}`
    const sum = sums.get(key) ?? { customer, currency, fees: 0n, value: 0n }
    sum.fees += paid.fee
    sum.value += valueOfFee(paid)
    sums.set(key, sum)
  }
  return [...sums.values()]
    .map(({ customer, currency, fees, value }) => ({
      ...{
        id: nextId(),
        inviter_id: invitedOf.get(customer)!.inviter,
        invited_id: customer,
        earned_on: dayMs,
      },
      ...{
        currency,
        fees,
        amount: commissionOn(fees),
        value: commissionOn(value),
        due_at: paidFromMs(dayMs),
      },
    }))
    .filter(({ amount }) => amount > 0n)
}

/** Pays what is due, the oldest first; what is not paid goes back to the fees. */
export async function payCommission(db: Db, nowMs: number): Promise<void> {
  while ((await db.transaction().execute((tx) => payBatch(tx, nowMs))) === BATCH) {}
}

async function payBatch(tx: Tx, nowMs: number): Promise<number> {
  const due = await lockDue(tx, nowMs, BATCH)
  const transfers: Transfer[] = []
  /** The days of each customer that something was paid of. */
  const days = new Map<string, { inviter: CustomerId; dayMs: number }>()
  const paidBefore = await paidOfMonths(tx, due)
  const decisions: { id: bigint; paid: bigint; paid_value: bigint; why: UnpaidReason | null }[] = []
  for (const row of due) {
    const month = monthKey(row)
    const { paid, paid_value, why } = decided(row, paidBefore.get(month) ?? 0n)
    paidBefore.set(month, (paidBefore.get(month) ?? 0n) + paid_value)
    decisions.push({ id: row.id, paid, paid_value, why })
    const common = { debit: reserveOf(row.currency), reference: row.id }
    const rest = row.amount - paid
    if (paid > 0n) {
      const credit = fundingOf(row.inviter_id, row.currency)
      transfers.push({ ...common, credit, amount: units(paid), reason: 'invite-commission' })
      days.set(`${row.inviter_id} ${row.earned_on}`, { inviter: row.inviter_id, dayMs: row.earned_on })
    }
    if (rest > 0n)
      transfers.push({
        ...common,
        credit: feesOf(row.currency),
        amount: units(rest),
        reason: 'invite-return',
      })
  }
  await decideCommissions(tx, decisions, nowMs)
  if (transfers.length > 0) await post(tx, transfers, nowMs)
  const notices: NewNotice[] = []
  for (const { inviter, dayMs } of days.values()) {
    const { value, count } = await paidOfDay(tx, inviter, dayMs)
    notices.push({
      ...{ customer: inviter, kind: 'invite-paid', subject: utcDay(dayMs), version: count },
      params: { value: formatAmount(value, VALUED_IN) },
    })
  }
  await writeNotices(tx, notices, nowMs)
  return due.length
}

/** What of a commission is paid: nothing while one of the two is not verified, and no more than its month has left. */
function decided(row: DueCommission, paidThisMonth: bigint) {
  if (!isAtLeast(row.inviter_tier, 'basic') || !isAtLeast(row.invited_tier, 'basic'))
    return { paid: 0n, paid_value: 0n, why: 'unverified' as const }
  const { amount, value } = payable(row, paidThisMonth)
  return { paid: amount, paid_value: value, why: amount < row.amount ? ('monthly-cap' as const) : null }
}

const keyOf = (inviter: CustomerId, monthMs: number) => `${inviter} ${monthMs}`
const monthKey = ({ inviter_id, earned_on }: DueCommission) => keyOf(inviter_id, monthOf(earned_on).fromMs)

/** What of the months of these commissions has been paid to each of their customers. */
async function paidOfMonths(tx: Tx, due: readonly DueCommission[]): Promise<Map<string, bigint>> {
  if (due.length === 0) return new Map()
  const inviters = [...new Set(due.map(({ inviter_id }) => inviter_id))]
  const sinceMs = Math.min(...due.map(({ earned_on }) => monthOf(earned_on).fromMs))
  const rows = await paidByMonth(tx, inviters, sinceMs)
  return new Map(rows.map(({ inviter_id, month, paid }) => [keyOf(inviter_id, month), paid]))
}

/** The calendar month (UTC) of a day. */
export function monthOf(dayMs: number): { readonly fromMs: number; readonly untilMs: number } {
  const day = new Date(dayMs)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  return { fromMs: Date.UTC(year, month), untilMs: Date.UTC(year, month + 1) }
}
