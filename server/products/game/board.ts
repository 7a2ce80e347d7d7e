import type { OutputOf } from '#domain/endpoint.ts'
import type { gameBoard } from '#domain/game/contract.ts'
import { BOARD_SIZE, MAX_PLACE, weekBegins, weekOf } from '#domain/game/rules.ts'
import type { BoardPeriod } from '#domain/game/words.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { playerOf, standingOf, topOf } from './store.ts'

/** The period that adds up everything. */
export const ALL_TIME = 0

/** The board of this week or of all, for a customer. Who has as many points has the same place. */
export async function boardFor(
  db: Db,
  customer: CustomerId,
  period: BoardPeriod,
  nowMs: number,
): Promise<OutputOf<typeof gameBoard>> {
  const week = weekOf(nowMs)
  const number = period === 'week' ? week : ALL_TIME
  const top = await topOf(db, number, BOARD_SIZE)
  const own = await standingOf(db, number, customer)
  const { nickname, is_listed: isListed, is_hidden: isHidden } = await playerOf(db, customer)
  return {
    period,
    beginsAtMs: period === 'week' ? weekBegins(week) : null,
    endsAtMs: period === 'week' ? weekBegins(week + 1) : null,
    items: top.map(({ customer_id, nickname, points, rounds }) => ({
      place: top.findIndex((other) => other.points === points) + 1,
      ...{ nickname, points, rounds, isOwn: customer_id === customer },
    })),
    own: {
      place: own && own.ahead < MAX_PLACE ? own.ahead + 1 : null,
      ...{ points: own?.points ?? 0, rounds: own?.rounds ?? 0, nickname, isListed, isHidden },
    },
    maxPlace: MAX_PLACE,
  }
}
