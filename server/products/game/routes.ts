import * as calls from '#domain/game/contract.ts'
import { GAME_RULES_VERSION, GAME_STALE_MS, MAX_POINTS, openRound } from '#domain/game/rules.ts'
import { pageOf } from '#server/core/page.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { MarketData } from '../product.ts'
import { boardFor } from './board.ts'
import { proofOfRound } from './proof.ts'
import { guess } from './service.ts'
import { listRounds, roundsOf, saveListing } from './store.ts'
import { roundView } from './views.ts'

/** The routes for the calls of `domain/game/contract.ts`. */
export const gameRoutes = (markets: Pick<MarketData, 'proofs'>): Route[] => [
  route(calls.gameRound, async (_, { db, clock, customer }) => {
    const open = openRound(clock.nowMs())
    const rows = await roundsOf(db, customer.id, [open, open - 1n])
    const previous = rows.get(open - 1n)
    return {
      open: roundView(open, rows.get(open)),
      previous: previous ? roundView(previous.id, previous) : null,
      ...{ maxPoints: MAX_POINTS, staleAfterMs: GAME_STALE_MS, rulesVersion: GAME_RULES_VERSION },
    }
  }),

  route(calls.guessPrice, ({ roundId, price }, { db, clock, customer }) =>
    db
      .transaction()
      .execute((tx) => guess(tx, { customer: customer.id, round: roundId, price }, clock.nowMs())),
  ),

  route(calls.gameRounds, ({ isOwn, ...page }, { db, clock, customer }) =>
    pageOf(
      page,
      ['id'],
      (slice) =>
        listRounds(db, customer.id, {
          ...slice,
          ...{ before: openRound(clock.nowMs()), isOwn: isOwn ?? false },
        }),
      (row) => roundView(row.id, row),
    ),
  ),

  route(calls.gameBoard, ({ period }, { db, clock, customer }) =>
    boardFor(db, customer.id, period, clock.nowMs()),
  ),

  route(calls.listNickname, async ({ isListed }, { db, clock, customer }) => {
    await db.transaction().execute((tx) => saveListing(tx, customer.id, isListed, clock.nowMs()))
    return { isListed }
  }),

  route(calls.roundProof, ({ id }, { db }) => proofOfRound(db, markets, id)),
]
