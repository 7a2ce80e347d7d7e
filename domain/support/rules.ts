import { DAY_MS, MINUTE_MS } from '../time.ts'

/** What a conversation with customer service may be, when somebody is there to answer, and what a customer may send. */

export const MAX_TEXT = 1_000
export const MAX_COMMENT = 300
export const MAX_STARS = 5
/** Messages a customer may send. A picture counts as one, and against the pictures of a day too. */
export const MESSAGES_PER_MINUTE = 20
export const MESSAGES_PER_DAY = 300
/** Texts that operators keep ready. */
export const MAX_ANSWERS = 200
export const MAX_ANSWER_TITLE = 60
/** Orders that a customer chooses from. */
export const ORDERS_SHOWN = 20
/** An answer that was not read for so long is told by notice. */
export const UNREAD_MS = MINUTE_MS

/** `waiting` for an operator, `active` with one, or over. */
export const supportStatuses = ['waiting', 'active', 'closed'] as const
export type SupportStatus = (typeof supportStatuses)[number]

/** What happens in a conversation beside what is written. */
export const supportEvents = ['taken', 'handed-over', 'returned', 'closed'] as const
export type SupportEvent = (typeof supportEvents)[number]

/** What a customer can ask about: the words by which operators find the record. */
export const orderKinds = [
  'deposit',
  'withdrawal',
  'spot-order',
  'contract-position',
  'option-order',
  'conversion',
  'otc',
  'sale',
  'loan',
  'subscription',
  'dual-order',
  'ieo-order',
  'copy-relation',
  'nft-order',
  'blind-box',
] as const
export type OrderKind = (typeof orderKinds)[number]

export const supportReference = (number: bigint): string => `C-${number}`

/** A message that there are no more of than these in a time, by when the one so many ago was sent. Returns: seconds to wait, 0 for none. */
export function waitSeconds(
  sent: { readonly minuteAgo: number | undefined; readonly dayAgo: number | undefined },
  nowMs: number,
): number {
  const wait = (atMs: number | undefined, length: number) =>
    atMs === undefined ? 0 : Math.max(0, Math.ceil((atMs + length - nowMs) / 1_000))
  return Math.max(wait(sent.minuteAgo, MINUTE_MS), wait(sent.dayAgo, DAY_MS))
}

// ── Opening hours

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** How the hours of a day without any are written. */
export const CLOSED = 'closed'
/** The hours of each day in UTC. @example { monday: '08:00-18:00', … sunday: 'closed' } */
export type SupportHours = Readonly<Record<Weekday, string>>

/** How customers reach the service: when, and where else. Empty texts are none. */
export interface SupportSettings extends SupportHours {
  /** A chat elsewhere, by https. */
  readonly url: string
  readonly email: string
}

const HOURS = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/

/** From which to which minute of a day; null of a day without hours. Returns: undefined for what is neither. */
export function readHours(text: string): { readonly from: number; readonly to: number } | null | undefined {
  if (text === CLOSED) return null
  const found = HOURS.exec(text)
  if (!found) return undefined
  const [fromHour, fromMinute, toHour, toMinute] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const from = fromHour * 60 + fromMinute
  const to = toHour * 60 + toMinute
  return from < to && to <= 1_440 ? { from, to } : undefined
}

/** Monday, 5 January 1970: a week is counted from it. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** The hours of the day that has a moment, as moments; undefined where it has none. */
function openingOf(hours: SupportHours, atMs: number): { fromMs: number; toMs: number } | undefined {
  const startMs = Math.floor(atMs / DAY_MS) * DAY_MS
  const day = weekdays[Math.floor((startMs - FIRST_MONDAY_MS) / DAY_MS) % 7]!
  const open = readHours(hours[day])
  return open ? { fromMs: startMs + open.from * MINUTE_MS, toMs: startMs + open.to * MINUTE_MS } : undefined
}

/** Whether somebody answers at a moment. */
export function isOpenAt(hours: SupportHours, nowMs: number): boolean {
  const open = openingOf(hours, nowMs)
  return open !== undefined && nowMs >= open.fromMs && nowMs < open.toMs
}

/** When somebody answers again, after now; null where nobody ever does, and while somebody does. */
export function nextOpeningMs(hours: SupportHours, nowMs: number): number | null {
  if (isOpenAt(hours, nowMs)) return null
  for (let day = 0; day <= 7; day++) {
    const open = openingOf(hours, nowMs + day * DAY_MS)
    if (open && open.fromMs > nowMs) return open.fromMs
  }
  return null
}

const EMAIL = /^[\w.+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** A link that may be shown to customers: https, no name or password in it. */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** The first of the settings that cannot be. */
export function invalidSetting(settings: SupportSettings): keyof SupportSettings | undefined {
  const day = weekdays.find((one) => readHours(settings[one]) === undefined)
  if (day) return day
  if (settings.url !== '' && !isSafeUrl(settings.url)) return 'url'
  return settings.email !== '' && !EMAIL.test(settings.email) ? 'email' : undefined
}
