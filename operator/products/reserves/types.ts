import type { OutputOf } from '#domain/endpoint.ts'
import type { consoleReserves } from '#domain/reserves/console.ts'

export type Reserves = OutputOf<typeof consoleReserves>
export type ChainReserves = Reserves['chains'][number]
export type Line = ChainReserves['lines'][number]
export type Looked = NonNullable<Line['look']>
export type CurrencyReserves = Reserves['currencies'][number]
export type ColdAddress = Reserves['addresses'][number]

/** How a line is named in the URL. @example 'line:Ethereum USDT' */
export const lineKey = ({ chain, currency }: Line): string => `line:${chain} ${currency}`
/** The same of a cold address. */
export const addressKey = ({ id }: ColdAddress): string => `address:${id}`
