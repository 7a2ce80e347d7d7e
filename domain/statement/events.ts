import * as byProduct from '../all-events.ts'
import type { Reason } from '../reasons.ts'
import type { EventRules } from './event-rules.ts'

type ByProduct = typeof byProduct

/** What the statement can list: one word for each kind of request, never used for something else. */
export type EventKind = { [Product in keyof ByProduct]: keyof ByProduct[Product] }[keyof ByProduct]

const kinds: Readonly<Record<string, EventRules>> = Object.assign({}, ...Object.values(byProduct))

export const eventKinds = Object.keys(kinds) as readonly EventKind[]

/** The rules of a kind of event. */
export const eventRules = (kind: EventKind): EventRules => kinds[kind]!

/** The kind that a reason belongs to; undefined for transfers that no customer's request is behind. */
export const eventKindOf = (reason: Reason): EventKind | undefined =>
  eventKinds.find((kind) => eventRules(kind).reasons.includes(reason))

/**
 * A transfer of several requests at once, which belongs to none of them: an event by itself. The engine holds and
 * gives back what several orders of one batch need as one transfer for each account.
 */
export const SHARED = 'shared'
/** The reference of such a transfer. */
export const NO_REQUEST = 0n

/** What an event is named by: its kind, and the id of the request or, where several share it, of the transfer. */
export const eventNames = [...eventKinds, SHARED] as const
export type EventName = (typeof eventNames)[number]

/** Both as one text. @example eventKey('spot-order', 12n) // 'spot-order.12' */
export const eventKey = (kind: EventName, id: bigint | string): string => `${kind}.${id}`

/** The parts of such a text; undefined for what is none. */
export function readEventKey(text: string): { kind: EventName; id: string } | undefined {
  const [name, id = ''] = text.split('.')
  const kind = eventNames.find((one) => one === name)
  return kind && /^[1-9]\d{0,18}$/.test(id) && text === eventKey(kind, id) ? { kind, id } : undefined
}
