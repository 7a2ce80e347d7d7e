import type { CardKind } from '#domain/card/rules.ts'
import { reasonText } from '#domain/reasons.ts'
import type { StatementEventView } from '#domain/statement/contract.ts'
import { type EventKind, eventRules, SHARED } from '#domain/statement/events.ts'
import type { cardNetworks } from '#domain/withdrawal/rules.ts'
import { amount, grouped, isZero } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'

type EventInWords = Pick<StatementEventView, 'kind' | 'variant' | 'state' | 'params' | 'reason'>

/** The key of what an event of a kind is called; without variants it is called as its reason. */
export const eventTitleKey = (kind: EventKind, variant: string): string =>
  `statement_pages.event_${kind}_${variant}`

/** The key of how far it has come. */
export const eventStateKey = (kind: EventKind, state: string): string =>
  `statement_pages.event_${kind}_is_${state}`

/** What an event is called. @example 'Bought 0.16548 BTC' */
export function eventTitle(event: EventInWords, t: Translate, masked: (figure: string) => string): string {
  const { kind, variant, reason } = event
  if (kind === SHARED || variant === null)
    return t(reasonText(kind === SHARED ? reason : eventRules(kind).reasons[0]!))
  return textOf(t, eventTitleKey(kind, variant), shown(event, kind, masked))
}

/** How far it has come; undefined where there is nothing to say. @example '5 fills · 40% filled' */
export function eventState(
  event: EventInWords,
  t: Translate,
  masked: (figure: string) => string,
): string | undefined {
  const { kind, state } = event
  if (kind === SHARED) return t('statement_pages.several_orders')
  return state === null
    ? undefined
    : textOf(t, eventStateKey(kind, state), withNetwork(shown(event, kind, masked), t))
}

/** A chain is called as it calls itself, and a card in the customer's own words. */
const withNetwork = (params: Readonly<Record<string, string>>, t: Translate) =>
  params.network === 'Card' || params.network === 'International card'
    ? { ...params, network: t(cardWords[params.network]) }
    : params

const cardWords = {
  Card: 'statement_pages.network_card',
  'International card': 'statement_pages.network_card_abroad',
} as const satisfies Record<(typeof cardNetworks)[CardKind], string>

/** The keys are made of what the server says: `event-words.test.ts` looks for each of them. */
const textOf = (t: Translate, key: string, params: Readonly<Record<string, string>>): string =>
  (t as (key: string, params: Readonly<Record<string, string>>) => string)(key, params)

/** The prices of an event with their names; none where nothing was traded. */
export const eventPrices = ({ kind, params }: EventInWords, t: Translate) =>
  (kind === SHARED ? [] : (eventRules(kind).prices ?? []))
    .filter((name) => params[name] && !isZero(params[name]))
    .map((name) => ({
      name: textOf(t, `statement_pages.price_${name}`, {}),
      value: `${grouped(params[name]!)} ${params.quote ?? ''}`.trim(),
    }))

function shown({ params }: EventInWords, kind: EventKind, masked: (figure: string) => string) {
  const { amounts = [], prices = [] } = eventRules(kind)
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      amounts.includes(name) ? masked(amount(value, 0)) : prices.includes(name) ? grouped(value) : value,
    ]),
  )
}
