import type { ProposalView } from '#domain/console/contract.ts'
import type { Unusual } from '#domain/console/unusual.ts'
import { refusal } from '#domain/errors.ts'
import type { Rate, Units } from '#domain/money/amount.ts'
import { formatPercent, formatRate, parseRate, percentOfBps, plainPercent } from '#domain/money/rate.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { formatAmountWithCurrency } from './format-amount.ts'
import type { Texts } from './store.ts'
import type { TermName, TermText } from './terms-change.ts'

/**
 * What a proposal would set, as operators type it, as the proposal keeps it, and as a checker reads it: one field
 * for each value, and what is read, written and shown follows from the list of them.
 */
export interface ProposalField<Value> {
  /** As the checker reads it. */
  readonly label: string
  /** Refuses: what is no such value, with the field's name. */
  readonly read: (text: string | undefined, currency: string, name: string) => Value
  readonly write: (value: Value, currency: string) => string | undefined
  readonly show: (value: Value, currency: string) => string
  /** The same for everybody, where what a checker reads has English words in it. */
  readonly publicly?: ((value: Value) => TermText) | undefined
  /** What the public reads it as, where that is not the field's own name. */
  readonly term?: TermName
  /** Why a value should be looked at twice. */
  readonly unusual?: ((value: Value, present?: Value) => Unusual | undefined) | undefined
}

export type ProposalFields<Values> = { readonly [Name in keyof Values]: ProposalField<Values[Name]> }

/** A fraction of one, read and shown in percent. Refuses: TERMS_INVALID for what is none. */
export const rateField = (label: string, unusual?: ProposalField<Rate>['unusual']): ProposalField<Rate> => ({
  label,
  unusual,
  read(text, _, field) {
    const value = parseRate(text ?? '')
    if (value === undefined) throw refusal('TERMS_INVALID', { field })
    return value
  },
  write: formatRate,
  show: (value) => `${formatPercent(value)}%`,
})

/** An amount of the proposal's currency. Refuses: the amount's own refusals. */
export const amountField = (
  label: string,
  unusual?: ProposalField<Units>['unusual'],
): ProposalField<Units> => ({
  label,
  unusual,
  read: (text, currency) => readAmount(text ?? '', currency),
  write: formatAmount,
  show: formatAmountWithCurrency,
})

/** One of a few words, or none. */
export const choiceField = <Word extends string>(label: string): ProposalField<Word | null> => ({
  label,
  read: (text) => (text as Word | undefined) ?? null,
  write: (value) => value ?? undefined,
  show: (value) => value ?? 'none',
})

/** A number of something, none unless it is given. */
export const countField = (
  label: string,
  unit: string,
  unusual?: ProposalField<number>['unusual'],
): ProposalField<number> => ({
  label,
  unusual,
  read: (text) => Number(text ?? 0),
  write: String,
  show: (count) => (count === 0 ? 'none' : `${count} ${unit}`),
  publicly: (count) => (count === 0 ? { word: 'none' } : String(count)),
})

/** A fee in basis points, shown in percent. */
export const feeField = (
  label: string,
  unusual?: ProposalField<number>['unusual'],
): ProposalField<number> => ({
  label,
  unusual,
  read: (text) => Number(text),
  write: String,
  show: (bps) => `${percentOfBps(bps)}%`,
})

/** How far from a price something may be, in basis points, shown in percent; `byDefault` where a proposal has none. */
export const bandField = (label: string, byDefault: number): ProposalField<number> => ({
  label,
  read: (text) => Number(text ?? byDefault),
  write: String,
  show: (bps) => `${plainPercent(bps)}%`,
})

/** A text that the call has checked, one of a few words or a decimal string; `show` puts it in words. */
export const textField = <Text extends string>(
  label: string,
  show: (text: Text) => string = (text) => text,
  publicly?: (text: Text) => TermText,
): ProposalField<Text> => ({
  label,
  publicly,
  read: (text) => (text ?? '') as Text,
  write: (text) => text,
  show,
})

const entriesOf = <Values>(fields: ProposalFields<Values>) =>
  Object.entries(fields) as [keyof Values & string, ProposalField<Values[keyof Values]>][]

/** What was typed, or what a proposal keeps; other fields of a call may be among them. */
type Typed = Readonly<Record<string, unknown>>

/** Reads typed values. Refuses: what the first wrong field refuses. */
export const readFields = <Values>(fields: ProposalFields<Values>, typed: Typed, currency: string): Values =>
  Object.fromEntries(
    entriesOf(fields).map(([name, field]) => {
      const text = typed[name]
      return [name, field.read(text === undefined ? undefined : String(text), currency, name)]
    }),
  ) as Values

/** Writes values as a proposal keeps them. */
export const writeFields = <Values>(
  fields: ProposalFields<Values>,
  values: Values,
  currency: string,
): Texts =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, field]) => {
      const text = field.write(values[name], currency)
      return text === undefined ? [] : [[name, text]]
    }),
  )

/** Values line by line, with what each was before where that is another. */
export const fieldLines = <Values>(
  fields: ProposalFields<Values>,
  values: Values,
  currency: string,
  before?: Values,
): ProposalView['lines'] =>
  entriesOf(fields).map(([name, { label, show, unusual }]) => {
    const found = unusual?.(values[name], before?.[name])
    return {
      ...line(label, show(values[name], currency), before && show(before[name], currency)),
      ...(found && { unusual: found }),
    }
  })

/** One line of a proposal; what has not changed has no `before`. */
export const line = (label: string, value: string, before?: string): ProposalView['lines'][number] => ({
  label,
  value,
  before: before === undefined || before === value ? null : before,
})
