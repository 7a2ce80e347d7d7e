import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/game/console.ts'
import type { CustomerId } from '#domain/ids.ts'
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
  readonly customer_id: CustomerId
  readonly points: number
  readonly rounds: number
  readonly nickname: string | null
  readonly is_listed: boolean
  readonly is_hidden: boolean
  readonly joined_at: number
}

export const gameConsoleRoutes: Route[] = [
  ...tableRoutes(
    calls.consoleRounds,
    readSql<typeof calls.consoleRounds, RoundRow>({
      ...{ columns: sql`r.*`, from: sql`game_round r`, id: 'r.id', time: 'r.created_at' },
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
      columns: sql`p.*, c.nickname, coalesce(s.points, 0) as points, coalesce(s.rounds, 0) as rounds`,
      from: sql`game_player p join customer c on c.id = p.customer_id
        left join game_score s on s.period = ${ALL_TIME} and s.customer_id = p.customer_id`,
      ...{ id: 'p.id', customer: 'p.customer_id', time: 'p.joined_at' },
      search: (text) => [sql`c.nickname = ${text}`],
      where: ({ hidden }) => (hidden === undefined ? [] : [sql`p.is_hidden = ${hidden === 'yes'}`]),
      async show(rows, { db }) {
        const contacts = await contactsOf(
          db,
          rows.map(({ customer_id }) => customer_id),
        )
        return rows.map((row) => ({
          ...{ id: String(row.id), customerId: String(row.customer_id) },
          contact: contacts.get(row.customer_id)!,
          ...{ nickname: row.nickname, isListed: row.is_listed, isHidden: row.is_hidden },
          ...{ points: row.points, rounds: row.rounds, joinedAtMs: row.joined_at },
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
