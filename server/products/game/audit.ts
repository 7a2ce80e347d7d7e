import { sql } from 'kysely'
import { decideRound, pointsOf } from '#domain/game/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { createTickReader } from '#server/markets/tape/ticks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ALL_TIME } from './board.ts'
import type { GuessRow, RoundRow } from './store.ts'

/** What is wrong between guesses and what they add up to, in words. */
export async function auditGame(db: Db): Promise<string[]> {
  const { rows: scores } = await sql<{ customer_id: CustomerId }>`
    with counted as (
      select customer_id, sum(points)::int as points, count(*)::int as rounds
      from game_guess where points is not null group by customer_id),
    kept as (select * from game_score where period = ${ALL_TIME}),
    weeks as (
      select customer_id, sum(points)::int as points, sum(rounds)::int as rounds
      from game_score where period <> ${ALL_TIME} group by customer_id)
    select coalesce(c.customer_id, k.customer_id, w.customer_id) as customer_id
    from counted c full join kept k using (customer_id) full join weeks w using (customer_id)
    where (c.points, c.rounds) is distinct from (k.points, k.rounds)
      or (c.points, c.rounds) is distinct from (w.points, w.rounds)`.execute(db)
  const { rows: rounds } = await sql<{ id: bigint }>`
    select r.id from game_round r where exists (
      select from game_guess g where g.round_id = r.id
        and case r.status when 'counted' then g.points is null when 'counting' then false else g.points is not null end)`.execute(
    db,
  )
  return [
    ...scores.map(
      ({ customer_id }) => `the game: customer ${customer_id} has other points than their guesses`,
    ),
    ...rounds.map(({ id }) => `the game: round ${id} has guesses that are counted otherwise than it is`),
  ]
}

/** The newest rounds and points that are not what the tape makes of them, in words. */
export async function auditRounds(db: Db, newest: number): Promise<string[]> {
  const { rows: rounds } = await sql<RoundRow>`
    select * from game_round where status <> 'waiting' order by id desc limit ${newest}`.execute(db)
  const wrong: string[] = []
  // After the rounds: what they name was on the tape before.
  const tape = await createTickReader(db)
  for (const round of rounds) {
    const after = await tape.at(Number(round.after_sequence))
    const previous = after?.links?.previous ?? 0
    const last = previous === 0 ? undefined : await tape.at(previous)
    const found = decideRound({ symbol: round.symbol, endsAtMs: round.ends_at }, after, last)
    const tick = found?.state === 'counting' ? found.tick : undefined
    const isRight =
      found !== undefined &&
      (round.status === 'void') === (tick === undefined) &&
      Number(round.sequence) === (tick?.sequence ?? 0) &&
      Number(round.price) === (tick?.price ?? 0)
    if (!isRight) wrong.push(`the game: round ${round.id} follows otherwise from the tape`)
    if (round.price === null) continue
    const { rows: guesses } = await sql<GuessRow>`
      select * from game_guess where round_id = ${round.id}::bigint and points is not null`.execute(db)
    for (const { customer_id, price, points } of guesses)
      if (points !== pointsOf(price, round.price))
        wrong.push(`the game: the guess of customer ${customer_id} in round ${round.id} has other points`)
  }
  return wrong
}
