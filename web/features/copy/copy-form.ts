import { MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import type { RelationView } from '#domain/copy/contract.ts'
import type { CopyTerms } from '#domain/copy/offered-terms.ts'
import type { CopyMode, CopySettings, SettingsDraft } from '#domain/copy/rules.ts'
import { readSettings, showPercent, worstCaseOf } from '#domain/copy/rules.ts'
import {
  COPY_LIMIT,
  DEFAULT_MAX_TOTAL,
  DEFAULT_MAX_TRADE,
  DEFAULT_SLIPPAGE,
  limitOf,
} from '#domain/copy/terms.ts'
import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import { type Units, units } from '#domain/money/amount.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { BPS_ONE } from '#domain/money/rate.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { signedUnits } from '#web/features/money/decimals.ts'
import { amount as grouped } from '#web/format/number.ts'

/** How somebody wants to copy, as it is typed: decimal strings, empty where nothing is. */
export interface CopyForm {
  readonly mode: CopyMode
  readonly amount: string
  readonly ratio: string
  readonly maxTrade: string
  readonly maxTotal: string
  readonly stopLoss: string
  readonly slippagePercent: string
}
export type CopyField = Exclude<keyof CopyForm, 'mode'>

/** What stands in the form before anything is typed. */
export const emptyForm: CopyForm = {
  ...{ mode: 'amount', amount: '', ratio: '1', stopLoss: '' },
  ...{ maxTrade: DEFAULT_MAX_TRADE, maxTotal: DEFAULT_MAX_TOTAL, slippagePercent: DEFAULT_SLIPPAGE },
}

type Changeable = Pick<RelationView, 'mode' | 'number' | 'maxTrade' | 'maxTotal' | 'slippagePercent'>

/** A relation as it can be changed; following in practice has no stop-loss. */
export function formOf(relation: Changeable & Partial<Pick<RelationView, 'stopLoss'>>): CopyForm {
  const { mode, number, maxTrade, maxTotal, stopLoss = null, slippagePercent } = relation
  const plain = (decimal: string) => trimFraction(decimal, 0)
  return {
    mode,
    amount: mode === 'amount' ? plain(number) : '',
    ratio: mode === 'ratio' ? plain(number) : emptyForm.ratio,
    maxTrade: plain(maxTrade),
    maxTotal: plain(maxTotal),
    stopLoss: stopLoss === null ? '' : plain(stopLoss),
    slippagePercent: plain(slippagePercent),
  }
}

/** What is sent of a form: without a stop-loss, that there is none. */
export function draftOf({ mode, amount, ratio, stopLoss, ...limits }: CopyForm) {
  return { mode, number: mode === 'amount' ? amount : ratio, ...limits, stopLoss: stopLoss || '0' }
}

/** Something that keeps a form from being sent, and which field it is about. */
export interface CopyProblem {
  readonly field: CopyField
  readonly code: RefusalCode
  readonly params: RefusalParams
}

/** A form read through: what it would be, what is wrong with it, or neither while something is not typed. */
export interface CopyReading {
  readonly settings: CopySettings | undefined
  readonly problem: CopyProblem | undefined
}

/** Reads a form through by the rules of the server: each field by itself, then all of them together. `currency`: as theirs. */
export function readForm(form: CopyForm, terms: CopyTerms, currency = MARGIN_CURRENCY): CopyReading {
  const draft = draftOf(form)
  const numberField = form.mode
  const parts: readonly (readonly [CopyField, SettingsDraft])[] = [
    [numberField, { number: draft.number }],
    ['maxTrade', { maxTrade: form.maxTrade }],
    ['maxTotal', { maxTotal: form.maxTotal }],
    ['stopLoss', { stopLoss: draft.stopLoss }],
    ['slippagePercent', { slippagePercent: form.slippagePercent }],
  ]
  for (const [field, part] of parts) {
    if (form[field] === '') continue
    const read = readSettings({ mode: form.mode, ...part }, widest(form.mode), terms, currency)
    if (!read.ok) return { settings: undefined, problem: { field, code: read.code, params: read.params } }
  }
  const isWhole = parts.every(([field]) => field === 'stopLoss' || form[field] !== '')
  if (!isWhole) return { settings: undefined, problem: undefined }
  const read = readSettings(draft, undefined, terms, currency)
  return read.ok
    ? { settings: read.settings, problem: undefined }
    : { settings: undefined, problem: { field: 'maxTotal', code: read.code, params: read.params } }
}

/** Settings beside which a field can only be wrong by itself. */
function widest(mode: CopyMode): CopySettings {
  const { maximum } = limitOf(COPY_LIMIT)
  return { mode, number: 0n, maxTrade: maximum, maxTotal: maximum, stopLoss: null, slippageBps: 0 }
}

/** What can be lost, as decimal strings of the margin currency. */
export interface WorstCase {
  /** The margin of one copy, and of all that may be open at a time. */
  readonly trade: string
  readonly total: string
  /** The loss at which copying ends; undefined without. */
  readonly stopLoss: string | undefined
}

/** What can be lost with some settings. */
export function worstCase(settings: CopySettings): WorstCase {
  const { trade, total, stopLoss } = worstCaseOf(settings)
  const shown = (amount: Units) => formatAmount(amount, MARGIN_CURRENCY)
  return {
    ...{ trade: shown(trade), total: shown(total) },
    stopLoss: stopLoss === null ? undefined : shown(stopLoss),
  }
}

/** The most margin that one copy may have with an equity of so much. Rounds: down. */
export function equityLimit(equity: string, { equityBps }: Pick<CopyTerms, 'equityBps'>): string {
  const held = signedUnits(equity, marginDecimals())
  return formatAmount(held > 0n ? units((held * BigInt(equityBps)) / BPS_ONE) : units(0n), MARGIN_CURRENCY)
}

/** Of a follower's equity, the margin of one copy at most, in percent. @example '5' */
export const equityPercent = ({ equityBps }: Pick<CopyTerms, 'equityBps'>): string =>
  grouped(showPercent(equityBps), 0)
