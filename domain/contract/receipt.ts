import { formatPrice, type Instrument } from '../market/instrument.ts'
import { formatDecimal, parseDecimal } from '../money/amount.ts'
import type { Receipt } from '../proof/receipt.ts'
import { multipleOf } from '../proof/stop.ts'
import type { EndReason } from './end-reasons.ts'
import type { Ordered } from './lifecycle.ts'
import { type Direction, directions, formatLots } from './rules.ts'
import {
  type ContractTerms,
  type ConversionTick,
  conversionTickOf,
  LOT_DECIMALS,
  marginDecimals,
} from './terms.ts'

/**
 * What is signed of a contract: its order with the terms, and everything its customer asks for later. With these and
 * the tape all else follows. Decimals in texts, so that a person can read a receipt.
 */

/** What an order was accepted with. Prices in ticks, lots in hundredths. */
export interface OpeningTerms extends Ordered {
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly tickSize: string
  readonly lotSize: number
  readonly financingBps: number
  readonly maintenanceBps: number
  readonly conversion: (ConversionTick & { readonly symbol: string }) | undefined
  /** The newest tick of what converts the quote; null without conversion. */
  readonly conversionSequence: number | null
  /** What an order that waits has set aside; null of one that opened at once. */
  readonly setAside: bigint | null
  /** Of one that opened at once; null where no price liquidates it. */
  readonly liquidationPrice: number | null
}

/** What a customer asks for after the order. */
export type ActTerms =
  | {
      readonly act: 'close'
      readonly lots: number
      readonly conversionSequence: number | null
      /** Of a copy: with what it copies, or by the stop-loss of all copies of that lead. */
      readonly reason: Extract<EndReason, 'user' | 'lead' | 'copy-stop'>
    }
  | { readonly act: 'margin'; readonly amount: bigint }
  | { readonly act: 'stops'; readonly takeProfit: number | null; readonly stopLoss: number | null }
  /** Of an order that waits: what it is from then on, and what it has set aside. */
  | {
      readonly act: 'amend'
      readonly lots: number
      readonly limitPrice: number
      readonly setAside: bigint
    }
  /** Asked for by its customer, or by the limits that they have set for themselves. */
  | { readonly act: 'cancel'; readonly reason: Extract<EndReason, 'user' | 'own-limits'> }

const amountText = (amount: bigint): string => formatDecimal(amount, marginDecimals())

/** Whose receipt it is, and when it was accepted. */
type Place = Pick<Receipt, 'order' | 'acceptedAtMs' | 'tapeSize' | 'rulesVersion'>

const stopsText = (
  instrument: Instrument,
  { takeProfit, stopLoss }: Pick<OpeningTerms, 'takeProfit' | 'stopLoss'>,
): Record<string, string> => ({
  ...(takeProfit === null ? {} : { 'take-profit': formatPrice(instrument, takeProfit) }),
  ...(stopLoss === null ? {} : { 'stop-loss': formatPrice(instrument, stopLoss) }),
})

/** Of a copy: the relation, and the position that it copies; by their ids. */
export interface CopyTerms {
  readonly relation: string
  readonly copies: string
}

/** What is signed when an order is accepted. */
export function openingReceipt(
  instrument: Instrument,
  terms: ContractTerms,
  place: Place,
  given: Omit<OpeningTerms, 'tickSize' | 'lotSize' | 'financingBps' | 'maintenanceBps' | 'conversion'>,
  copied?: CopyTerms,
): Receipt {
  const { direction, lots, leverage, limitPrice, feeBps } = given
  const { conversionSequence, setAside, liquidationPrice } = given
  const { conversion } = terms
  return {
    ...{ product: 'contract', symbol: instrument.symbol, ...place },
    terms: {
      ...{ direction, lots: formatLots(lots), leverage: String(leverage) },
      ...(limitPrice === null ? {} : { 'limit-price': formatPrice(instrument, limitPrice) }),
      ...stopsText(instrument, given),
      ...{ 'tick-size': instrument.tickSize, 'lot-size': String(terms.lotSize) },
      ...{ 'fee-bps': String(feeBps), 'financing-bps': String(terms.financingBps) },
      'maintenance-bps': String(terms.maintenanceBps),
      ...(conversion && {
        conversion: conversion.symbol,
        'conversion-way': conversion.isInverse ? 'divide' : 'multiply',
        'conversion-tick-size': conversionTickOf(conversion).tickSize,
        'conversion-tick': String(conversionSequence),
      }),
      ...(setAside === null ? {} : { 'set-aside': amountText(setAside) }),
      ...(liquidationPrice === null
        ? {}
        : { 'liquidation-price': formatPrice(instrument, liquidationPrice) }),
      ...copied,
    },
  }
}

/** What is signed when a customer asks for something: `order` is the number of the change. */
export function actReceipt(
  instrument: Instrument,
  place: Place,
  position: string,
  asked: ActTerms,
  copied?: CopyTerms,
): Receipt {
  return {
    ...{ product: 'contract', symbol: instrument.symbol, ...place },
    terms: { position, act: asked.act, ...actText(instrument, asked), ...copied },
  }
}

function actText(instrument: Instrument, asked: ActTerms): Record<string, string> {
  if (asked.act === 'margin') return { amount: amountText(asked.amount) }
  if (asked.act === 'stops') return stopsText(instrument, asked)
  if (asked.act === 'cancel') return asked.reason === 'user' ? {} : { reason: asked.reason }
  if (asked.act === 'amend') {
    return {
      lots: formatLots(asked.lots),
      'limit-price': formatPrice(instrument, asked.limitPrice),
      'set-aside': amountText(asked.setAside),
    }
  }
  const { lots, conversionSequence, reason } = asked
  return {
    lots: formatLots(lots),
    ...(reason === 'user' ? {} : { reason }),
    ...(conversionSequence === null ? {} : { 'conversion-tick': String(conversionSequence) }),
  }
}

/** Reads a number that is there; throws where it is none. */
function required<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('a receipt that is not of a contract')
  return value
}

const whole = (text: string | undefined): number =>
  required(/^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined)
const wholeOrNull = (text: string | undefined): number | null => (text === undefined ? null : whole(text))
const lotsOf = (text: string | undefined): number => Number(required(parseDecimal(text ?? '', LOT_DECIMALS)))
const amountOf = (text: string | undefined): bigint => required(parseDecimal(text ?? '', marginDecimals()))
const ticksOf = (text: string | undefined, tickSize: string): number | null =>
  text === undefined ? null : required(multipleOf(text, tickSize))

/** Reads what an order was accepted with. Refuses: (by throwing) a receipt of anything else. */
export function openingTerms({ product, terms }: Receipt): OpeningTerms {
  const tickSize = required(terms['tick-size'])
  const direction = terms.direction as Direction
  if (product !== 'contract' || !directions.includes(direction)) required(undefined)
  const pair = terms.conversion
  return {
    ...{ direction, tickSize, lots: lotsOf(terms.lots), leverage: whole(terms.leverage) },
    limitPrice: ticksOf(terms['limit-price'], tickSize),
    takeProfit: ticksOf(terms['take-profit'], tickSize),
    stopLoss: ticksOf(terms['stop-loss'], tickSize),
    lotSize: whole(terms['lot-size']),
    feeBps: whole(terms['fee-bps']),
    financingBps: whole(terms['financing-bps']),
    maintenanceBps: whole(terms['maintenance-bps']),
    conversion:
      pair === undefined
        ? undefined
        : {
            symbol: pair,
            tickSize: required(terms['conversion-tick-size']),
            isInverse: terms['conversion-way'] === 'divide',
          },
    conversionSequence: wholeOrNull(terms['conversion-tick']),
    setAside: terms['set-aside'] === undefined ? null : amountOf(terms['set-aside']),
    liquidationPrice: ticksOf(terms['liquidation-price'], tickSize),
  }
}

/** Reads what a customer asked for. Refuses: (by throwing) a receipt of another position or of something else. */
export function actTerms({ product, terms }: Receipt, position: string, tickSize: string): ActTerms {
  if (product !== 'contract' || terms.position !== position) required(undefined)
  if (terms.act === 'cancel') return { act: 'cancel', reason: cancelReason(terms.reason) }
  if (terms.act === 'margin') return { act: 'margin', amount: amountOf(terms.amount) }
  if (terms.act === 'stops') {
    return {
      act: 'stops',
      takeProfit: ticksOf(terms['take-profit'], tickSize),
      stopLoss: ticksOf(terms['stop-loss'], tickSize),
    }
  }
  if (terms.act === 'amend') {
    return {
      act: 'amend',
      lots: lotsOf(terms.lots),
      limitPrice: ticksOf(required(terms['limit-price']), tickSize)!,
      setAside: amountOf(terms['set-aside']),
    }
  }
  if (terms.act !== 'close') required(undefined)
  return {
    act: 'close',
    lots: lotsOf(terms.lots),
    conversionSequence: wholeOrNull(terms['conversion-tick']),
    reason: closeReason(terms.reason),
  }
}

function cancelReason(text: string | undefined) {
  if (text === undefined) return 'user'
  return required(text === 'own-limits' ? text : undefined)
}

function closeReason(text: string | undefined) {
  if (text === undefined) return 'user'
  return required(text === 'lead' || text === 'copy-stop' ? text : undefined)
}
