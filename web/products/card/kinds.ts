import { cards, internationalCards, saveCard, saveInternationalCard } from '#domain/card/contract.ts'
import type { CardKind } from '#domain/card/rules.ts'
import type { PageRoute } from '#web/app/page-list.ts'

/** What each kind of card is asked for and saved by, and its page. */
export const callsOf = {
  domestic: { list: cards, save: saveCard, page: 'pages/setting/bank' },
  international: {
    ...{ list: internationalCards, save: saveInternationalCard, page: 'pages/setting/bank_international' },
  },
} as const satisfies Record<CardKind, Readonly<Record<string, unknown>> & { page: PageRoute }>
