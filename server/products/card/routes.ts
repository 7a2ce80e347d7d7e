import * as calls from '#domain/card/contract.ts'
import { MAX_CARDS } from '#domain/card/rules.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { type CardDeps, listCards, removeCard, saveCard } from './service.ts'

/** The calls of bank cards. */
export const cardRoutes = (deps: CardDeps): Route[] => [
  route(calls.saveCard, (typed, { clock, customer }) =>
    saveCard(deps, customer.id, 'domestic', typed, clock.nowMs()),
  ),
  route(calls.saveInternationalCard, (typed, { clock, customer }) =>
    saveCard(deps, customer.id, 'international', typed, clock.nowMs()),
  ),
  route(calls.cards, async (_, { customer }) => ({
    maximum: MAX_CARDS,
    items: await listCards(deps, customer.id, 'domestic'),
  })),
  route(calls.internationalCards, async (_, { customer }) => ({
    maximum: MAX_CARDS,
    items: await listCards(deps, customer.id, 'international'),
  })),
  route(calls.removeCard, async ({ id }, { db, clock, customer }) => {
    await removeCard(db, customer.id, id, clock.nowMs())
    return {}
  }),
]
