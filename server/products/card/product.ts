import { cardEndpoints, cards, internationalCards } from '#domain/card/contract.ts'
import type { Product } from '../product.ts'
import { cardPayees, cardSigns, cardTimeline } from './console-customer.ts'
import { cardRoutes } from './routes.ts'
import { eraseCards } from './store.ts'

/** Bank cards in the customer's own name, that they are paid to. */
export const card: Product = {
  name: 'card',
  endpoints: cardEndpoints,
  keeps: [cards, internationalCards],
  erase: eraseCards,
  timeline: cardTimeline,
  signs: cardSigns,
  payees: cardPayees,
  testing: () => import('./testing.ts').then(({ cardTesting }) => cardTesting),
  open: ({ db, privateData }) => ({ routes: cardRoutes({ db, privateData }) }),
}
