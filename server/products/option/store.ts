import { type RawBuilder, sql } from 'kysely'
import { type CustomerId, type OptionId, optionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { type Activity, lossOf, noActivity } from '#domain/option/limits.ts'
import type { OptionDirection, OptionOutcome, OptionStatus } from '#domain/option/rules.ts'
import type { OptionTerms } from '#domain/option/terms.ts'
import { startOfDayUtc } from '#domain/time.ts'
import { customerOfPractice, isPracticeOwner } from '#server/core/ledger/practice.ts'
import type { PageSlice } from '#server/core/page.ts'
import { BREAKER_MEMORY_MS } from '#server/markets/breaker.ts'
import { newestSegments, sequenceBefore, ticksAfter } from '#server/markets/tape/store.ts'
import { arrayLiteral, type Cell } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { moment } from '#server/platform/db/moment.ts'
import { advanceIdsPast, nextId } from '#server/platform/ids.ts'
import type { Batch, Choice } from './batch.ts'
import { applyChoice } from './decide.ts'
import type { DecidingTick, OptionNow, OptionOrder, StoredResult } from './order.ts'
import { type OptionRealm, realOptions } from './realm.ts'
import { addOpen, applyWritten, type Customer, createState, type State } from './state.ts'

/** The SQL of seconds options. */

// ── Terms

/** The newest terms. */
export const newestTerms = (db: Db | Tx): Promise<OptionTerms> =>
  termsOf(db, sql`(select max(version) from option_terms)`)

async function termsOf(db: Db | Tx, version: RawBuilder<unknown>): Promise<OptionTerms> {
  const { rows } = await sql<TermsRow>`
    select t.*, (select json_agg(json_build_object('seconds', p.seconds, 'payoutBps', p.payout_bps) order by p.seconds)
      from option_period p where p.version = t.version) as periods
    from option_terms t where t.version = ${version}`.execute(db)
  const row = rows[0]!
  return {
    ...{
      version: row.version,
      periods: row.periods,
      minimum: units(row.minimum),
      maximum: units(row.maximum),
    },
    ...{ maxOpen: row.max_open, maxDaily: row.max_daily, lossLimit: units(row.loss_limit) },
    ...{ pauseAfter: row.pause_after, pauseMinutes: row.pause_minutes, exposureBps: row.exposure_bps },
  }
}

interface TermsRow {
  readonly version: number
  readonly minimum: bigint
  readonly maximum: bigint
  readonly max_open: number
  readonly max_daily: number
  readonly loss_limit: bigint
  readonly pause_after: number
  readonly pause_minutes: number
  readonly exposure_bps: number
  readonly periods: OptionTerms['periods']
}

/** Adds the next terms, for orders to come. */
export async function insertTerms(
  tx: Tx,
  terms: Omit<OptionTerms, 'version'>,
  proposal: bigint | null,
  nowMs: number,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into option_terms
    select max(version) + 1, ${terms.minimum}::bigint, ${terms.maximum}::bigint, ${terms.maxOpen}::integer,
      ${terms.maxDaily}::integer, ${terms.lossLimit}::bigint, ${terms.pauseAfter}::integer,
      ${terms.pauseMinutes}::integer, ${terms.exposureBps}::integer, ${proposal}::bigint,
      ${new Date(nowMs)}::timestamptz
    from option_terms returning version`.execute(tx)
  const { version } = rows[0]!
  await sql`
    insert into option_period select ${version}::integer, p.* from unnest(
      ${arrayLiteral(terms.periods, ({ seconds }) => seconds)}::integer[],
      ${arrayLiteral(terms.periods, ({ payoutBps }) => payoutBps)}::integer[]) p`.execute(tx)
  return version
}

// ── What the engine reads

/**
 * Rebuilds the engine's state: the orders without a result, compared with the tape from the first of them on, and with
 * as much of it as tells which instruments are closed after a large move.
 */
export async function loadState(tx: Tx, realm: OptionRealm = realOptions): Promise<State> {
  await continueResultIds(tx, realm)
  const state = createState(await newestTerms(tx), realm)
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from ${sql.table(realm.open)} p
    join ${sql.table(realm.orders)} o on o.id = p.order_id order by o.id`.execute(tx)
  const orders = rows.map(toOrder)
  // Read first: what the tape takes after it may not be read, and so may not be waited for in vain.
  const [end] = await newestSegments(tx, 1)
  if (!end) return state
  const { sequence, atMs } = end.checkpoint
  // What is packed is older than any that is asked for.
  let from = await sequenceBefore(tx, atMs - BREAKER_MEMORY_MS)
  for (const order of orders) from = Math.min(from, order.acceptedSequence)
  state.through = from
  for (const order of orders) addOpen(state, order)
  let through = from
  for await (const page of ticksAfter(tx, from)) {
    const ticks = page.filter((tick) => tick.sequence <= sequence)
    const last = ticks.at(-1)
    if (!last) break
    applyWritten(state, {
      ...{
        firstSequence: through + 1,
        sequence: last.sequence,
        atMs: last.atMs,
        ticks: ticks.filter(isUsed),
      },
    })
    through = last.sequence
  }
  applyWritten(state, { firstSequence: through + 1, sequence, atMs, ticks: [] })
  return state
}

/**
 * Results are counted in the order of their ids (`outcomes.ts`): none may come before one of an earlier process, whose
 * clock may have been ahead.
 */
async function continueResultIds(tx: Tx, { results }: OptionRealm): Promise<void> {
  const { rows } = await sql<{ newest: bigint | null }>`
    select max(id) as newest from ${sql.table(results)}`.execute(tx)
  const newest = rows[0]?.newest
  if (newest) advanceIdsPast(newest)
}

/** Whether a tick is of an instrument that has seconds options. */
export const isUsed = ({ symbol }: Pick<Tick, 'symbol'>): boolean =>
  findInstrument(symbol)?.products.includes('option') === true

/** What the limits ask of customers: their choices, their orders and results of the day, and what the newest result says. */
export async function loadCustomers(
  tx: Db | Tx,
  customers: readonly CustomerId[],
  nowMs: number,
  realm: OptionRealm = realOptions,
): Promise<Map<CustomerId, Customer>> {
  const wanted = sql`${arrayLiteral(customers, (id) => id)}::bigint[]`
  // What customers choose for themselves is of them alone, and holds in practice too.
  const ownerOf = new Map(customers.map((owner) => [customerOf(owner), owner]))
  const choosing = arrayLiteral([...ownerOf.keys()], (id) => id)
  const dayMs = startOfDayUtc(nowMs)
  const { rows: ordered } = await sql<{ customer: CustomerId; orders: number }>`
    select customer_id as customer, count(*)::integer as orders from ${sql.table(realm.orders)}
    where customer_id = any(${wanted}) and accepted_at >= ${moment(dayMs)} group by customer_id`.execute(tx)
  const { rows: results } = await sql<{
    customer: CustomerId
    outcome: OptionOutcome
    stake: bigint
    winnings: bigint
  }>`
    select r.customer_id as customer, r.outcome, o.stake, o.winnings
    from ${sql.table(realm.results)} r join ${sql.table(realm.orders)} o on o.id = r.order_id
    where r.customer_id = any(${wanted}) and r.settled_at >= ${moment(dayMs)}`.execute(tx)
  const { rows: newest } = await sql<{ customer: CustomerId; losses: number; paused_until: number | null }>`
    select r.customer_id as customer, r.losses, r.paused_until from unnest(${wanted}) c (id), lateral (
      select * from ${sql.table(realm.results)} where customer_id = c.id order by id desc limit 1) r`.execute(
    tx,
  )
  const { rows: choices } = await sql<ChoiceRow>`
    select * from option_choice where customer_id = any(${choosing}::bigint[]) and kind <> 'risk' order by id`.execute(
    tx,
  )
  const found = new Map<CustomerId, Customer>()
  for (const customer of customers) {
    found.set(customer, { activity: noActivity(nowMs), lossLimits: [], excludedUntilMs: 0 })
  }
  const add = (customer: CustomerId, change: (before: Activity) => Partial<Activity>) => {
    const one = found.get(customer)!
    one.activity = { ...one.activity, ...change(one.activity) }
  }
  for (const { customer, ...result } of results)
    add(customer, ({ lost }) => ({ lost: lost + lossOf(result) }))
  for (const { customer, orders } of ordered) add(customer, () => ({ orders }))
  for (const { customer, losses, paused_until } of newest) {
    add(customer, () => ({ losses, pausedUntilMs: paused_until ?? 0 }))
  }
  for (const row of choices) applyChoice(found.get(ownerOf.get(row.customer_id)!)!, toChoice(row))
  return found
}

interface ChoiceRow {
  readonly id: bigint
  readonly customer_id: CustomerId
  readonly kind: Choice['kind']
  readonly amount: bigint | null
  readonly from_at: number
  readonly until_at: number | null
  readonly created_at: number
}

const toChoice = (row: ChoiceRow): Choice => ({
  ...{ id: row.id, customer: row.customer_id, kind: row.kind, amount: row.amount },
  ...{ fromMs: row.from_at, untilMs: row.until_at, chosenMs: row.created_at },
})

/** Which of these choices are written. */
export async function writtenChoices(db: Db, ids: readonly bigint[]): Promise<Set<bigint>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: bigint }>`
    select id from option_choice where id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whose choices hold for an owner of orders. */
const customerOf = (owner: CustomerId): CustomerId =>
  isPracticeOwner(owner) ? customerOfPractice(owner) : owner

// ── What it writes

/** The statements that write a decided batch. */
export function writeStatements(batch: Batch): RawBuilder<unknown>[] {
  const { added, settled, choices, realm } = batch
  const at = sql`${new Date(batch.atMs)}::timestamptz`
  const statements: RawBuilder<unknown>[] = []
  if (added.length > 0) {
    const column = columnsOf(added)
    statements.push(
      sql`insert into ${sql.table(realm.orders)} (id, customer_id, symbol, direction, stake, winnings, seconds, payout_bps,
          entry_after_ms, stale_after_ms, terms_version, rules_version, accepted_at, accepted_sequence)
        select o.id, o.customer, o.symbol, o.direction, o.stake, o.winnings, o.seconds, o.payout, o.entry, o.stale, o.terms,
          o.rules, ${at}, o.sequence
        from unnest(${column(({ id }) => id)}::bigint[], ${column(({ customer }) => customer)}::bigint[],
          ${column(({ symbol }) => symbol)}::text[], ${column(({ direction }) => direction)}::text[],
          ${column(({ stake }) => stake)}::bigint[], ${column(({ winnings }) => winnings)}::bigint[],
          ${column(({ seconds }) => seconds)}::integer[], ${column(({ payoutBps }) => payoutBps)}::integer[],
          ${column(({ entryAfterMs }) => entryAfterMs)}::integer[],
          ${column(({ staleAfterMs }) => staleAfterMs)}::integer[],
          ${column(({ termsVersion }) => termsVersion)}::integer[],
          ${column(({ rulesVersion }) => rulesVersion)}::integer[],
          ${column(({ acceptedSequence }) => acceptedSequence)}::bigint[])
          o (id, customer, symbol, direction, stake, winnings, seconds, payout, entry, stale, terms, rules, sequence)`,
      sql`insert into ${sql.table(realm.open)} select * from unnest(${column(({ id }) => id)}::bigint[],
        ${column(({ customer }) => customer)}::bigint[])`,
    )
  }
  if (settled.length > 0) {
    const column = columnsOf(settled)
    const entry = (pick: (tick: DecidingTick) => number) =>
      column(({ result }) => result.entry && pick(result.entry))
    const exit = (pick: (tick: DecidingTick) => number) =>
      column(({ result }) => result.exit && pick(result.exit))
    const moment = (ms: RawBuilder<unknown>) => sql`to_timestamp(${ms}::numeric / 1000)`
    statements.push(
      sql`insert into ${sql.table(realm.results)} (id, order_id, customer_id, symbol, outcome, reason, entry_sequence, entry_price, entry_at,
          expires_at, exit_sequence, exit_price, exit_at, settled_at, losses, paused_until)
        select r.id, r.order_id, r.customer, r.symbol, r.outcome, r.reason, r.entry_sequence, r.entry_price,
          ${moment(sql`r.entry_ms`)}, ${moment(sql`r.expires_ms`)}, r.exit_sequence, r.exit_price,
          ${moment(sql`r.exit_ms`)}, ${at}, r.losses, ${moment(sql`r.paused_ms`)}
        from unnest(${column(() => nextId())}::bigint[], ${column(({ order }) => order.id)}::bigint[],
          ${column(({ order }) => order.customer)}::bigint[], ${column(({ order }) => order.symbol)}::text[],
          ${column(({ result }) => result.outcome)}::text[],
          ${column(({ result }) => result.reason)}::text[],
          ${entry(({ sequence }) => sequence)}::bigint[], ${entry(({ price }) => price)}::bigint[],
          ${entry(({ atMs }) => atMs)}::bigint[], ${column(({ result }) => result.expiresAtMs)}::bigint[],
          ${exit(({ sequence }) => sequence)}::bigint[], ${exit(({ price }) => price)}::bigint[],
          ${exit(({ atMs }) => atMs)}::bigint[], ${column(({ losses }) => losses)}::integer[],
          ${column(({ pausedUntilMs }) => pausedUntilMs)}::bigint[])
          r (id, order_id, customer, symbol, outcome, reason, entry_sequence, entry_price, entry_ms, expires_ms, exit_sequence,
            exit_price, exit_ms, losses, paused_ms)`,
      sql`delete from ${sql.table(realm.open)} where order_id = any(${column(({ order }) => order.id)}::bigint[])`,
    )
  }
  if (choices.length > 0) {
    const column = columnsOf(choices)
    const moment = (pick: (choice: Choice) => number | null) =>
      column((choice) => {
        const ms = pick(choice)
        return ms === null ? null : new Date(ms).toISOString()
      })
    statements.push(sql`
      insert into option_choice (id, customer_id, kind, amount, from_at, until_at, created_at)
      select c.*, ${at} from unnest(${column(({ id }) => id)}::bigint[], ${column(({ customer }) => customer)}::bigint[],
        ${column(({ kind }) => kind)}::text[], ${column(({ amount }) => amount)}::bigint[],
        ${moment(({ fromMs }) => fromMs)}::timestamptz[],
        ${moment(({ untilMs }) => untilMs)}::timestamptz[]) c`)
  }
  return statements
}

const columnsOf =
  <Row>(rows: readonly Row[]) =>
  (pick: (row: Row) => Cell) =>
    arrayLiteral(rows, pick)

// ── What customers see

const orderColumns =
  sql.raw(`o.id, o.customer_id, o.symbol, o.direction, o.stake, o.winnings, o.seconds, o.payout_bps,
  o.entry_after_ms, o.stale_after_ms, o.terms_version, o.rules_version, o.accepted_at, o.accepted_sequence`)
const resultColumns = sql.raw(`r.outcome, r.reason, r.entry_sequence, r.entry_price, r.entry_at, r.expires_at,
  r.exit_sequence, r.exit_price, r.exit_at, r.settled_at`)

interface OrderRow {
  readonly id: OptionId
  readonly customer_id: CustomerId
  readonly symbol: string
  readonly direction: OptionDirection
  readonly stake: Units
  readonly winnings: Units
  readonly seconds: number
  readonly payout_bps: number
  readonly entry_after_ms: number
  readonly stale_after_ms: number
  readonly terms_version: number
  readonly rules_version: number
  readonly accepted_at: number
  readonly accepted_sequence: bigint
}

interface ResultRow {
  readonly outcome: OptionOutcome | null
  readonly reason: StoredResult['reason']
  readonly entry_sequence: bigint | null
  readonly entry_price: bigint | null
  readonly entry_at: number | null
  readonly expires_at: number | null
  readonly exit_sequence: bigint | null
  readonly exit_price: bigint | null
  readonly exit_at: number | null
  readonly settled_at: number | null
}

const toOrder = (row: OrderRow): OptionOrder => ({
  ...{ id: row.id, customer: row.customer_id, symbol: row.symbol, direction: row.direction },
  ...{ stake: row.stake, winnings: row.winnings, seconds: row.seconds, payoutBps: row.payout_bps },
  ...{ entryAfterMs: row.entry_after_ms, staleAfterMs: row.stale_after_ms },
  ...{ termsVersion: row.terms_version, rulesVersion: row.rules_version },
  ...{ acceptedAtMs: row.accepted_at, acceptedSequence: Number(row.accepted_sequence) },
})

const tickOf = (sequence: bigint | null, price: bigint | null, atMs: number | null) =>
  sequence === null ? null : { sequence: Number(sequence), price: Number(price), atMs: atMs! }

function toNow(row: OrderRow & ResultRow): OptionNow {
  const entry = tickOf(row.entry_sequence, row.entry_price, row.entry_at)
  const exit = tickOf(row.exit_sequence, row.exit_price, row.exit_at)
  const { outcome, reason, expires_at: expiresAtMs } = row
  return {
    ...{ order: toOrder(row), entry, expiresAtMs },
    result: outcome && { outcome, reason, entry, expiresAtMs, exit, settledAtMs: row.settled_at! },
  }
}

const now = ({ orders, results }: OptionRealm) => sql`
  select ${orderColumns}, ${resultColumns} from ${sql.table(orders)} o left join ${sql.table(results)} r on r.order_id = o.id`

/** Orders by id, whoever owns them. */
export async function optionsById(
  db: Db | Tx,
  ids: readonly OptionId[],
  realm: OptionRealm = realOptions,
): Promise<Map<OptionId, OptionNow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<OrderRow & ResultRow>`
    ${now(realm)} where o.id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return new Map(rows.map(toNow).map((each) => [each.order.id, each]))
}

/** One of a customer's orders; undefined if it does not exist or is not theirs. */
export async function findOption(
  db: Db,
  customer: CustomerId,
  id: OptionId,
  realm: OptionRealm = realOptions,
): Promise<OptionNow | undefined> {
  const found = (await optionsById(db, [id], realm)).get(id)
  return found?.order.customer === customer ? found : undefined
}

/** A customer's orders, newest first. */
export async function listOptions(
  db: Db,
  filter: PageSlice & {
    readonly customer: CustomerId
    readonly symbol?: string | undefined
    readonly status?: OptionStatus | undefined
  },
  realm: OptionRealm = realOptions,
): Promise<OptionNow[]> {
  const { customer, symbol, status, after, offset, limit } = filter
  const { rows } = await sql<OrderRow & ResultRow>`
    ${now(realm)} where o.customer_id = ${customer}
      ${status === 'open' ? sql`and o.id in (select order_id from ${sql.table(realm.open)} where customer_id = ${customer})` : sql``}
      ${status === 'settled' ? sql`and r.outcome <> 'void'` : sql``}
      ${status === 'void' ? sql`and r.outcome = 'void'` : sql``}
      ${symbol === undefined ? sql`` : sql`and o.symbol = ${symbol}`}
      ${after === undefined ? sql`` : sql`and o.id < ${after[0]!}`}
    order by o.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toNow)
}

/** A customer's orders without a result, newest first. */
export async function openOptions(db: Db | Tx, customer: CustomerId): Promise<OptionOrder[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from option_open p join option_order o on o.id = p.order_id
    where p.customer_id = ${customer} order by o.id desc`.execute(db)
  return rows.map(toOrder)
}

/** What got its result after another one did, in the order of the results, by their ids. */
export async function resultsAfter(
  db: Db | Tx,
  after: bigint,
  limit: number,
): Promise<{ readonly id: bigint; readonly now: OptionNow }[]> {
  const { rows } = await sql<OrderRow & ResultRow & { readonly result_id: bigint }>`
    select r.id as result_id, ${orderColumns}, ${resultColumns}
    from option_result r join option_order o on o.id = r.order_id
    where r.id > ${after} order by r.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ id: row.result_id, now: toNow(row) }))
}

/** How many orders of a customer have no result. */
export async function countOpen(
  db: Db,
  customer: CustomerId,
  { open }: OptionRealm = realOptions,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(open)} where customer_id = ${customer}`.execute(db)
  return rows[0]!.count
}

/** What open orders may win, by instrument and second of expiry as far as it is known at the acceptance; soonest first. */
export async function exposures(
  db: Db | Tx,
): Promise<{ symbol: string; expiresAtMs: number; orders: number; rise: bigint; fall: bigint }[]> {
  const { rows } = await sql<{ symbol: string; second: number; orders: number; rise: bigint; fall: bigint }>`
    select o.symbol, date_trunc('second', o.accepted_at + o.entry_after_ms * interval '1 millisecond')
        + o.seconds * interval '1 second' as second,
      count(*)::integer as orders,
      coalesce(sum(o.winnings) filter (where o.direction = 'rise'), 0)::bigint as rise,
      coalesce(sum(o.winnings) filter (where o.direction = 'fall'), 0)::bigint as fall
    from option_open p join option_order o on o.id = p.order_id
    group by 1, 2 order by 2, 1`.execute(db)
  return rows.map(({ second, ...rest }) => ({ ...rest, expiresAtMs: second }))
}

/** An id as it is kept with an idempotency key, read back. */
export const idOfText = (text: string): OptionId => optionId(BigInt(text))
