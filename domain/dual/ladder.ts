import { digitsOfPrice, type Instrument } from '../market/instrument.ts'
import { RATE_ONE, type Rate, type Units } from '../money/amount.ts'
import { BPS_ONE } from '../money/rate.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { DualType } from './outcomes.ts'
import { type DualDraft, invalidDual, nextSettlement } from './rules.ts'

/**
 * Ladders: products that are made anew for each start, from a template that two operators set, with strikes at so many
 * percent from the price of the tape.
 */

/** A product of a ladder. */
export interface Rung {
  readonly termDays: number
  /** How far the strike is from the price: above it for a call, below it for a put. */
  readonly offsetBps: number
  /** Of the whole term. */
  readonly yieldBps: number
}

/** What ladders of an instrument and a type are made from. */
export interface LadderTemplate {
  readonly symbol: string
  readonly type: DualType
  /** None: no more ladders. */
  readonly rungs: readonly Rung[]
  readonly unit: Units
  readonly capacity: number
  readonly maximum: number
}

/** A ladder is made so long before its start at least, so that there is time to look at it. */
const LEAD_MS = 2 * HOUR_MS

/** The start that a ladder is made for now. */
export const ladderStart = (nowMs: number): number => nextSettlement(nowMs + LEAD_MS)

const RUNGS = /^\d{1,3}:\d{1,4}:\d{1,4}( \d{1,3}:\d{1,4}:\d{1,4}){0,23}$/

/** Rungs as operators write them; undefined where they are not. @example '7:400:84' is 7 days, 4 % away, 0.84 % */
export function parseRungs(text: string): readonly Rung[] | undefined {
  if (text === NO_RUNGS) return []
  if (!RUNGS.test(text)) return undefined
  const rungs = text.split(' ').map((rung) => {
    const [termDays, offsetBps, yieldBps] = rung.split(':').map(Number) as [number, number, number]
    return { termDays, offsetBps, yieldBps }
  })
  const places = new Set(rungs.map(({ termDays, offsetBps }) => `${termDays}:${offsetBps}`))
  return places.size === rungs.length ? rungs : undefined
}

/** What stands for a template without rungs. */
export const NO_RUNGS = 'none'

/** Rungs as they are written. */
export const rungsText = (rungs: readonly Rung[]): string =>
  rungs.map(({ termDays, offsetBps, yieldBps }) => `${termDays}:${offsetBps}:${yieldBps}`).join(' ') ||
  NO_RUNGS

/** How many digits of a strike say something. */
const STRIKE_DIGITS = 3

/**
 * A strike so far from a price, in ticks, to half of its third digit.
 *
 * Rounds: away from the price.
 * @example strikeAt(btc, 'call', 1_777_849, 200) // 1_815_000: 18,150.00, at least 2 % above 17,778.49
 */
export function strikeAt(instrument: Instrument, type: DualType, price: number, offsetBps: number): number {
  const offset = BigInt(offsetBps)
  const moved = digitsOfPrice(instrument, price) * (type === 'call' ? BPS_ONE + offset : BPS_ONE - offset)
  const digits = String(moved / BPS_ONE).length
  const tick = digitsOfPrice(instrument, 1)
  const half = 5n * 10n ** BigInt(Math.max(0, digits - STRIKE_DIGITS - 1))
  const step = half % tick === 0n ? half : tick
  const steps = moved / (BPS_ONE * step) + (type === 'call' && moved % (BPS_ONE * step) !== 0n ? 1n : 0n)
  return Number((steps * step) / tick)
}

/** The products of a ladder that starts then, at a price of the tape; those of one term whose strikes are the same are one. */
export function draftsOf(
  template: LadderTemplate,
  instrument: Instrument,
  price: number,
  { nowMs, startsAtMs }: { readonly nowMs: number; readonly startsAtMs: number },
): DualDraft[] {
  const { symbol, type, unit, capacity, maximum } = template
  const drafts = new Map<string, DualDraft>()
  for (const { termDays, offsetBps, yieldBps } of template.rungs) {
    const strike = strikeAt(instrument, type, price, offsetBps)
    const yieldRate = yieldOf(yieldBps)
    const draft = { symbol, type, strike, yieldRate, unit, capacity, maximum, startsAtMs, termDays }
    const key = `${termDays}:${strike}`
    if (!drafts.has(key)) drafts.set(key, { ...draft, saleFromMs: nowMs })
  }
  return [...drafts.values()].filter((draft) => invalidDual(draft) === undefined)
}

const yieldOf = (bps: number): Rate => ((RATE_ONE * BigInt(bps)) / BPS_ONE) as Rate

/** The first field of a template that may not be as it is, tried at the instrument's reference price; undefined when all may. */
export function invalidTemplate(template: LadderTemplate, instrument: Instrument): string | undefined {
  const price = Math.round(Number(instrument.referencePrice) / Number(instrument.tickSize))
  const moments = { nowMs: 0, startsAtMs: nextSettlement(DAY_MS) }
  for (const rung of template.rungs) {
    const { symbol, type, unit, capacity, maximum } = template
    const field = invalidDual({
      ...{ symbol, type, unit, capacity, maximum, termDays: rung.termDays },
      ...{ strike: strikeAt(instrument, type, price, rung.offsetBps), yieldRate: yieldOf(rung.yieldBps) },
      ...{ saleFromMs: moments.nowMs, startsAtMs: moments.startsAtMs },
    })
    if (field) return ['termDays', 'strike', 'yieldRate'].includes(field) ? 'rungs' : field
  }
  return undefined
}
