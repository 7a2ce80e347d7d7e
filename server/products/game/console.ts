import { type RawBuilder, sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/game/console.ts'
import { customerId } from '#domain/ids.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { contactsOf } from '#server/console/customers.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { customerById } from '#server/users/store.ts'
import { ALL_TIME } from './board.ts'
import { type RoundRow, saveHiding } from './store.ts'
import { showPrice } from './views.ts'

/** What operators see of the game, and that they take a nickname off the board. They decide nothing else about it. */

interface PlayerRow {
  readonly id: bigint
  readonly points: number
  readonly rounds: number
  readonly nickname: string | null
  readonly is_listed: boolean
  readonly is_hidden: boolean
}

const isHidden: RawBuilder<unknown> = sql`coalesce(p.is_hidden, false)`

export const gameConsoleRoutes: Route[] = [
  ...tableRoutes(
    calls.consoleRounds,
    readSql<typeof calls.consoleRounds, RoundRow>({
      ...{ columns: sql`r.*`, from: sql`game_round r`, id: 'r.id', time: 'r.ends_at' },
      // The tick that decided it; the round's own number is found by itself.
      search: (text) => (/^\d{1,15}$/.test(text) ? [sql`r.sequence = ${BigInt(text)}::bigint`] : []),
      where: ({ status }) => (status === undefined ? [] : [sql`r.status = ${status}`]),
      show: (rows) =>
        rows.map((row) => ({
          ...{ id: String(row.id), symbol: row.symbol, endsAtMs: row.ends_at, status: row.status },
          sequence: row.sequence === null ? null : Number(row.sequence),
          price: row.price === null ? null : showPrice(row.price),
          ...{ tickAtMs: row.tick_at, guesses: row.guesses },
        })),
    }),
  ),
  ...tableRoutes(
    calls.consolePlayers,
    readSql<typeof calls.consolePlayers, PlayerRow>({
      columns: sql`s.customer_id as id, s.points, s.rounds, c.nickname,
        coalesce(p.is_listed, true) as is_listed, ${isHidden} as is_hidden`,
      from: sql`(select * from game_score where period = ${ALL_TIME}) s
        join customer c on c.id = s.customer_id left join game_player p on p.customer_id = s.customer_id`,
      ...{ id: 's.customer_id', customer: 's.customer_id', sorts: { points: 's.points' } },
      search: (text) => [sql`c.nickname = ${text}`],
      where: ({ hidden }) => (hidden === undefined ? [] : [sql`${isHidden} = ${hidden === 'yes'}`]),
      async show(rows, { db }) {
        const contacts = await contactsOf(
          db,
          rows.map(({ id }) => customerId(id)),
        )
        return rows.map((row) => ({
          ...{ id: String(row.id), customerId: String(row.id), contact: contacts.get(customerId(row.id))! },
          ...{ nickname: row.nickname, isListed: row.is_listed, isHidden: row.is_hidden },
          ...{ points: row.points, rounds: row.rounds },
        }))
      },
    }),
  ),
  ...[calls.hideNickname, calls.showNickname].map((call) =>
    route(call, ({ customerId: customer, reason }, { db, clock, operator }) =>
      db.transaction().execute(async (tx) => {
        const nowMs = clock.nowMs()
        const isHiding = call === calls.hideNickname
        const found = await customerById(tx, customer)
        if (!found) throw refusal('NOT_FOUND')
        if (await saveHiding(tx, customer, isHiding, nowMs)) {
          const detail = { reason, nickname: found.nickname ?? '' }
          const line = { operator: operator.id, subject: `customer:${customer}`, detail }
          await appendAuditLog(tx, { ...line, action: isHiding ? 'hid-nickname' : 'showed-nickname' }, nowMs)
        }
        return {}
      }),
    ),
  ),
]
