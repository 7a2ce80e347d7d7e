import { type RawBuilder, sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import { GAME_RULES_VERSION, GAME_SYMBOL, MAX_PLACE, timesOf } from '#domain/game/rules.ts'
import type { RoundState } from '#domain/game/words.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'

export interface RoundRow {
  readonly id: bigint
  readonly symbol: string
  readonly ends_at: number
  readonly rules_version: number
  readonly status: RoundState
  readonly price: bigint | null
  readonly sequence: bigint | null
  readonly tick_at: number | null
  readonly after_sequence: bigint | null
  readonly guesses: number | null
  readonly decided_at: number | null
}

export interface GuessRow {
  readonly round_id: bigint
  readonly customer_id: CustomerId
  readonly price: bigint
  readonly placed_at: number
  readonly points: number | null
}

/** A round, and what a customer guessed in it. */
export type RoundOf = RoundRow & {
  readonly own_price: bigint | null
  readonly own_placed_at: number | null
  readonly own_points: number | null
}

const date = (atMs: number) => sql`${new Date(atMs)}::timestamptz`

/** Makes the row of a round, unless there is one. */
export async function addRound(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  await sql`
    insert into game_round (id, symbol, ends_at, rules_version, status, created_at)
    values (${id}::bigint, ${GAME_SYMBOL}, ${date(timesOf(id).endsAtMs)}, ${GAME_RULES_VERSION}, 'waiting', ${date(nowMs)})
    on conflict do nothing`.execute(tx)
}

/** A round that nobody decides until the transaction ends: `to guess`, beside others, or `to decide`, alone. */
export async function lockRound(tx: Tx, id: bigint, why: 'to guess' | 'to decide'): Promise<RoundRow> {
  const how = why === 'to decide' ? sql`for update` : sql`for share`
  const { rows } = await sql<RoundRow>`select * from game_round where id = ${id}::bigint ${how}`.execute(tx)
  assert(rows[0], `round ${id} of the game is there`)
  return rows[0]
}

/** Writes a customer's guess, or changes it. */
export async function saveGuess(
  tx: Tx,
  guess: { readonly round: bigint; readonly customer: CustomerId; readonly price: number },
  nowMs: number,
): Promise<void> {
  await sql`
    insert into game_guess (round_id, customer_id, price, placed_at)
    values (${guess.round}::bigint, ${guess.customer}::bigint, ${BigInt(guess.price)}::bigint, ${date(nowMs)})
    on conflict (round_id, customer_id) do update set price = excluded.price, placed_at = excluded.placed_at`.execute(
    tx,
  )
}

const ofCustomer = (customer: CustomerId): RawBuilder<unknown> => sql`
  select r.*, g.price as own_price, g.placed_at as own_placed_at, g.points as own_points
  from game_round r left join game_guess g on g.round_id = r.id and g.customer_id = ${customer}::bigint`

/** Rounds by their numbers, as far as they are there. */
export async function roundsOf(
  db: Db | Tx,
  customer: CustomerId,
  ids: readonly bigint[],
): Promise<Map<bigint, RoundOf>> {
  const { rows } = await sql<RoundOf>`
    ${ofCustomer(customer)} where r.id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Rounds before one, newest first; with `isOwn` those in which the customer guessed. */
export async function listRounds(
  db: Db,
  customer: CustomerId,
  { before, isOwn, after, offset, limit }: PageSlice & { readonly before: bigint; readonly isOwn: boolean },
): Promise<RoundOf[]> {
  const newest = after && after[0]! < before ? after[0]! : before
  // By the customer's own index where only theirs are asked for.
  const query = isOwn
    ? sql`
        select r.*, g.price as own_price, g.placed_at as own_placed_at, g.points as own_points
        from game_guess g join game_round r on r.id = g.round_id
        where g.customer_id = ${customer}::bigint and g.round_id < ${newest}::bigint order by g.round_id desc`
    : sql`${ofCustomer(customer)} where r.id < ${newest}::bigint order by r.id desc`
  const { rows } = await sql<RoundOf>`${query} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function findRound(db: Db, id: bigint): Promise<RoundRow | undefined> {
  const { rows } = await sql<RoundRow>`select * from game_round where id = ${id}::bigint`.execute(db)
  return rows[0]
}

/** The oldest rounds that are in a state, of those whose hour is over. */
export async function roundsIn(
  db: Db,
  status: 'waiting' | 'counting',
  nowMs: number,
  limit: number,
): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    select * from game_round where status in ('waiting', 'counting') and status = ${status}
      and ends_at < ${date(nowMs)} order by id limit ${limit}`.execute(db)
  return rows
}

/** Writes what decided a round; `tick` undefined of one without. */
export async function saveDecision(
  tx: Tx,
  id: bigint,
  { tick, after }: { readonly tick: Tick | undefined; readonly after: Tick },
  nowMs: number,
): Promise<void> {
  await sql`
    update game_round set status = ${tick ? 'counting' : 'void'}, after_sequence = ${BigInt(after.sequence)}::bigint,
      price = ${tick ? BigInt(tick.price) : null}::bigint, sequence = ${tick ? BigInt(tick.sequence) : null}::bigint,
      tick_at = ${tick ? new Date(tick.atMs) : null}::timestamptz, decided_at = ${date(nowMs)},
      guesses = (select count(*) from game_guess g where g.round_id = game_round.id)
    where id = ${id}::bigint`.execute(tx)
}

export async function endCounting(tx: Tx, id: bigint): Promise<void> {
  await sql`update game_round set status = 'counted' where id = ${id}::bigint`.execute(tx)
}

/** The next guesses of a round that have no points yet. */
export async function uncounted(tx: Tx, round: bigint, limit: number): Promise<GuessRow[]> {
  const { rows } = await sql<GuessRow>`
    select * from game_guess where round_id = ${round}::bigint and points is null
    order by customer_id limit ${limit} for update`.execute(tx)
  return rows
}

export interface Counted {
  readonly customer: CustomerId
  readonly points: number
}

/** Writes the points of guesses, and adds them to what their customers have in these periods. */
export async function savePoints(
  tx: Tx,
  round: bigint,
  counted: readonly Counted[],
  periods: readonly number[],
): Promise<void> {
  const customers = sql`${arrayLiteral(counted, ({ customer }) => customer)}::bigint[]`
  const points = sql`${arrayLiteral(counted, (each) => BigInt(each.points))}::bigint[]`
  const { numAffectedRows } = await sql`
    update game_guess g set points = c.points
    from unnest(${customers}, ${points}) c (customer_id, points)
    where g.round_id = ${round}::bigint and g.customer_id = c.customer_id and g.points is null`.execute(tx)
  assert(numAffectedRows === BigInt(counted.length), 'each guess is counted once')
  // In one order, so that two rounds that are counted at once wait for each other and do not block each other.
  await sql`
    insert into game_score as s (period, customer_id, points, rounds)
    select p.period, c.customer_id, c.points, 1
    from unnest(${arrayLiteral(periods, (period) => BigInt(period))}::bigint[]) p (period),
      unnest(${customers}, ${points}) c (customer_id, points)
    order by p.period, c.customer_id
    on conflict (period, customer_id)
      do update set points = s.points + excluded.points, rounds = s.rounds + 1`.execute(tx)
}

export interface BoardRow {
  readonly customer_id: CustomerId
  readonly points: number
  readonly rounds: number
  /** Null of who does not show it. */
  readonly nickname: string | null
}

/** Who has the most points in a period. */
export async function topOf(db: Db, period: number, limit: number): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    select s.customer_id, s.points, s.rounds,
      case when coalesce(p.is_listed, true) and not coalesce(p.is_hidden, false) then c.nickname end as nickname
    from (select * from game_score where period = ${period} order by points desc, customer_id desc limit ${limit}) s
      join customer c on c.id = s.customer_id left join game_player p on p.customer_id = s.customer_id
    order by s.points desc, s.customer_id desc`.execute(db)
  return rows
}

/** What a customer has in a period, and how many have more, as far as places are counted. */
export async function standingOf(
  db: Db,
  period: number,
  customer: CustomerId,
): Promise<{ readonly points: number; readonly rounds: number; readonly ahead: number } | undefined> {
  const { rows } = await sql<{ points: number; rounds: number; ahead: number }>`
    select s.points, s.rounds, (
      select count(*)::int from (
        select from game_score o where o.period = ${period} and o.points > s.points limit ${MAX_PLACE}) ahead) as ahead
    from game_score s where s.period = ${period} and s.customer_id = ${customer}::bigint`.execute(db)
  return rows[0]
}

/** How a customer stands on the board: as they wish, and whether the service took their name off. */
export async function playerOf(
  db: Db,
  customer: CustomerId,
): Promise<{ readonly nickname: string | null; readonly is_listed: boolean; readonly is_hidden: boolean }> {
  const { rows } = await sql<{ nickname: string | null; is_listed: boolean; is_hidden: boolean }>`
    select c.nickname, coalesce(p.is_listed, true) as is_listed, coalesce(p.is_hidden, false) as is_hidden
    from customer c left join game_player p on p.customer_id = c.id where c.id = ${customer}::bigint`.execute(
    db,
  )
  return rows[0]!
}

/** Makes a customer a player, unless they are one. */
export async function addPlayer(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await sql`
    insert into game_player (id, customer_id, joined_at, updated_at)
    values (${nextId()}::bigint, ${customer}::bigint, ${date(nowMs)}, ${date(nowMs)})
    on conflict (customer_id) do nothing`.execute(tx)
}

export async function saveListing(
  tx: Tx,
  customer: CustomerId,
  isListed: boolean,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into game_player (id, customer_id, is_listed, joined_at, updated_at)
    values (${nextId()}::bigint, ${customer}::bigint, ${isListed}, ${date(nowMs)}, ${date(nowMs)})
    on conflict (customer_id) do update set is_listed = excluded.is_listed, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

/** Returns: whether it changed anything. */
export async function saveHiding(
  tx: Tx,
  customer: CustomerId,
  isHidden: boolean,
  nowMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into game_player as p (id, customer_id, is_hidden, joined_at, updated_at)
    values (${nextId()}::bigint, ${customer}::bigint, ${isHidden}, ${date(nowMs)}, ${date(nowMs)})
    on conflict (customer_id) do update set is_hidden = excluded.is_hidden, updated_at = excluded.updated_at
      where p.is_hidden <> excluded.is_hidden`.execute(tx)
  return numAffectedRows === 1n
}

/** Forgets a customer's nickname too that the service took off: nobody comes back to it. */
export async function forgetPlayer(tx: Tx, customer: CustomerId): Promise<void> {
  await sql`delete from game_player where customer_id = ${customer}::bigint`.execute(tx)
}

/** Erases what a customer guessed and their points: no law has us keep them. What they said of the board goes with them. */
export async function eraseGame(tx: Tx, customer: CustomerId): Promise<number> {
  let gone = 0
  // A name that the service took off stays off.
  for (const query of [
    sql`delete from game_guess where customer_id = ${customer}::bigint`,
    sql`delete from game_score where customer_id = ${customer}::bigint`,
    sql`delete from game_player where customer_id = ${customer}::bigint and not is_hidden`,
  ]) {
    const { numAffectedRows } = await query.execute(tx)
    gone += Number(numAffectedRows ?? 0n)
  }
  return gone
}
