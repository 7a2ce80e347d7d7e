import { CLIENT_ORDER_ID, sideWords } from '#domain/exchange/words.ts'
import { trimZeros } from '#domain/money/amount.ts'
import type { Side } from '#domain/spot/rules.ts'
import { errors } from './errors.ts'

/** What a request says: texts by name, read as what they should be. */
export type Params = Readonly<Record<string, string>>

/** A text that has to be there. Refuses: -1102. */
export function needed(params: Params, name: string): string {
  const value = params[name]
  if (value === undefined || value === '') throw errors.missing(name)
  return value
}

/** One of some words. Refuses: what `wrong` says; without the text, -1102. */
export function wordOf<Word extends string>(
  params: Params,
  name: string,
  words: readonly Word[],
  wrong: () => Error = () => errors.missing(name),
): Word {
  const given = needed(params, name)
  const found = words.find((word) => word === given)
  if (found === undefined) throw wrong()
  return found
}

/** A whole number that need not be there. Refuses: -1102. */
export function whole(
  params: Params,
  name: string,
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: { minimum?: number; maximum?: number } = {},
): number | undefined {
  const given = params[name]
  if (given === undefined || given === '') return undefined
  if (!/^\d{1,16}$/.test(given)) throw errors.missing(name)
  const value = Number(given)
  if (value < minimum) throw errors.missing(name)
  return Math.min(value, maximum)
}

/** How long a list of orders or trades is, and may be asked for. */
export const LIST = { usual: 500, most: 1_000 }

/** How much of a list is asked for; a larger wish gets the most there is. Refuses: -1102. */
export const limitIn = (params: Params, { usual, most }: { readonly usual: number; readonly most: number }) =>
  whole(params, 'limit', { minimum: 1, maximum: most }) ?? usual

/** The last moment that is written with a year of four digits. */
const LAST_MS = Date.UTC(9999, 11, 31)

/** From when to when; the end is meant with it here, and without it where it is asked for. Refuses: -1102. */
export function timesIn(params: Params): { fromMs: number | undefined; toMs: number | undefined } {
  const until = whole(params, 'endTime', { maximum: LAST_MS })
  return {
    fromMs: whole(params, 'startTime', { maximum: LAST_MS }),
    toMs: until === undefined ? undefined : until + 1,
  }
}

/** The id of something, which may not be there. Refuses: -1102. */
export function idIn(params: Params, name: string): bigint | undefined {
  const given = params[name]
  if (given === undefined || given === '') return undefined
  if (!/^\d{1,19}$/.test(given) || BigInt(given) >= 2n ** 63n) throw errors.missing(name)
  return BigInt(given)
}

/** A decimal as ours are written: clients pad theirs with zeros. Refuses: -1102. */
export function decimalIn(params: Params, name: string): string | undefined {
  const given = params[name]
  if (given === undefined || given === '') return undefined
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(given)) throw errors.missing(name)
  return given.includes('.') ? trimZeros(given) : given
}

export const neededDecimal = (params: Params, name: string): string => {
  needed(params, name)
  return decimalIn(params, name)!
}

/** Whether it says true. Refuses: -1102. */
export function flagIn(params: Params, name: string): boolean {
  const given = params[name]?.toLowerCase() ?? 'false'
  if (given !== 'true' && given !== 'false') throw errors.missing(name)
  return given === 'true'
}

export const sideIn = (params: Params): Side =>
  wordOf(params, 'side', Object.values(sideWords), errors.badSide) === 'BUY' ? 'buy' : 'sell'

/** The customer's own name for an order. Refuses: -1100. */
export function clientIdIn(params: Params, name = 'newClientOrderId'): string | undefined {
  const given = params[name]
  if (given === undefined || given === '') return undefined
  if (!CLIENT_ORDER_ID.test(given)) throw errors.missing(name)
  return given
}

/** What every request may say. */
const always = new Set(['timestamp', 'recvWindow', 'signature'])

/** Nothing of an order is left unread: what we do not do is refused, not overlooked. Refuses: -1104. */
export function readAll(params: Params, names: readonly string[]): void {
  const other = Object.keys(params).find((name) => !always.has(name) && !names.includes(name))
  if (other !== undefined) throw errors.notRead(other)
}
