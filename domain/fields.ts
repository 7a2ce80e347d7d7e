import * as z from 'zod/mini'
import type { RefusalCode } from './errors.ts'
import { findInstrument } from './market/instruments.ts'
import { isDecimal } from './money/amount.ts'
import { findCurrency } from './money/currencies.ts'
import { PLAIN_TEXT, PRINTABLE } from './plain-text.ts'

/** The kinds of field that calls take, each checked before any service sees it. All arrive as texts. */

/** What is wrong with a field, as the refusal that is answered; all else is a PARAMETER_ERROR. */
export const fieldRefusals = [
  'TEXT_TOO_LONG',
  'TEXT_PUNCTUATION',
  'CURRENCY_UNKNOWN',
  'INSTRUMENT_UNKNOWN',
] as const satisfies RefusalCode[]
const [TOO_LONG, PUNCTUATION, UNKNOWN_CURRENCY, UNKNOWN_INSTRUMENT] = fieldRefusals

/** A text of 1 to `maximum` characters, trimmed, without control characters, halves of characters and what is not seen. */
export const text = (maximum: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(maximum, TOO_LONG),
      z.regex(PRINTABLE, 'no control characters, none that is not seen'),
    )

/**
 * A text as people write it, of customers and operators alike: see `plain-text.ts`.
 */
export const plainText = (maximum: number) => text(maximum).check(z.regex(PLAIN_TEXT, PUNCTUATION))

/** What a call writes into a text that it clears: an empty field is one that was not sent. Source: rulings, section 1. */
export const CLEARED_TEXT = '-'

/** A plain positive-or-zero decimal string; how many decimals fit is the currency's to say. */
export const decimalInput = z.string().check(z.maxLength(42), z.refine(isDecimal, 'a plain decimal'))

const idText = z.string().check(
  z.regex(/^[1-9]\d{0,18}$/, { error: 'an id', abort: true }),
  z.refine((text) => BigInt(text) <= MAX_ID, 'an id'),
)
const MAX_ID = 2n ** 63n - 1n

/** An id as the server gave it, a positive whole number that fits 64 bits, read as the id of one kind of thing. */
export const idOf = <Id extends bigint>() =>
  z.pipe(
    idText,
    z.transform((text: string) => BigInt(text) as Id),
  )

/** The id of a thing whose ids have no type of their own. */
export const id = idOf<bigint>()

/** A currency's code, listed or not. */
export const currencyCode = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/, 'a currency code'))

/** The code of a listed currency. Refuses: CURRENCY_UNKNOWN. */
export const currency = currencyCode.check(
  z.refine((code) => findCurrency(code) !== undefined, UNKNOWN_CURRENCY),
)

/** A currency in the wallet's calls: some of the specification's name it otherwise. Source: rulings, section 1. */
export const currencyOnWire = { name: 'currency', also: ['currency_id'] } as const

/** An instrument's symbol as everything here writes it. @example 'BTC-USDT' */
export const symbol = z.string().check(z.regex(/^[A-Z0-9]{1,12}(-[A-Z0-9]{1,10})?$/, 'a symbol'))

/** A symbol as a call takes it: with a slash too, as it is shown. @example 'BTC/USDT' is read as 'BTC-USDT' */
export const symbolInput = z.pipe(
  z.string().check(z.regex(/^[A-Z0-9]{1,12}([-/][A-Z0-9]{1,10})?$/, 'a symbol')),
  z.transform((typed: string) => typed.replace('/', '-')),
)

/** The symbol of a listed instrument, to list what there is of it. Refuses: INSTRUMENT_UNKNOWN. */
export const listedSymbol = symbolInput.check(
  z.refine((known) => findInstrument(known) !== undefined, UNKNOWN_INSTRUMENT),
)

/** A whole number in a range, written in digits. */
export const whole = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, 'a whole number')),
    z.pipe(z.transform(Number), z.number().check(z.minimum(minimum), z.maximum(maximum))),
  )

/** One of a list of numbers, written in digits. */
export const numberOf = <const Numbers extends readonly number[]>(numbers: Numbers) =>
  z.pipe(
    z.enum(numbers.map(String) as [string, ...string[]]),
    z.transform((typed: string) => Number(typed) as Numbers[number]),
  )

/**
 * A moment as a call takes it: up to ten digits are seconds, more are milliseconds. Read as milliseconds.
 *
 * Source: specification section 5.
 */
export const momentInput = z.pipe(
  whole(0, 253_402_300_799_000),
  z.transform((stamp: number) => (stamp < FIRST_IN_MS ? stamp * 1_000 : stamp)),
)
const FIRST_IN_MS = 10_000_000_000

/** A yes or no: 1, 0, true or false. */
export const flag = z.pipe(
  z.enum(['0', '1', 'true', 'false']),
  z.transform((value) => value === '1' || value === 'true'),
)

// What answers are made of. They are ours: their kinds are named, not checked again digit by digit.

/**
 * A decimal, with all decimals of its currency or instrument: what `formatDecimal` writes, so that a plain number or
 * an amount in units does not compile. @example '17778.49'
 */
export const decimalString = z.string() as z.core.$ZodBranded<z.ZodMiniString, 'DecimalString'>

/** A moment: milliseconds since 1970, UTC. */
export const timeMs = z.number()
