import type { ProposalView } from '#domain/console/contract.ts'
import { refusal } from '#domain/errors.ts'
import type { Rate, Units } from '#domain/money/amount.ts'
import { formatPercent, formatRate, parseRate } from '#domain/money/rate.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { formatAmountWithCurrency } from './format-amount.ts'
import type { Texts } from './store.ts'

/**
 * Terms of an offer as operators type them, as a proposal keeps them, and as a checker reads them: one field
 * for each, and what is read, written and shown follows from the list of them.
 */
export interface TermField<Value> {
  /** As the checker reads it. */
  readonly label: string
  /** Refuses: what is no such value, with the field's name. */
  readonly read: (text: string | undefined, currency: string, name: string) => Value
  readonly write: (value: Value, currency: string) => string | undefined
  readonly show: (value: Value, currency: string) => string
}

export type TermFields<Terms> = { readonly [Name in keyof Terms]: TermField<Terms[Name]> }

/** A fraction of one, read and shown in percent. Refuses: TERMS_INVALID for what is none. */
export const rateField = (label: string): TermField<Rate> => ({
  label,
  read(text, _, field) {
    const value = parseRate(text ?? '')
    if (value === undefined) throw refusal('TERMS_INVALID', { field })
    return value
  },
  write: formatRate,
  show: (value) => `${formatPercent(value)} %`,
})

/** An amount of the offer's currency. Refuses: the amount's own refusals. */
export const amountField = (label: string): TermField<Units> => ({
  label,
  read: (text, currency) => readAmount(text ?? '', currency),
  write: formatAmount,
  show: formatAmountWithCurrency,
})

/** One of a few words, or none. */
export const choiceField = <Word extends string>(label: string): TermField<Word | null> => ({
  label,
  read: (text) => (text as Word | undefined) ?? null,
  write: (value) => value ?? undefined,
  show: (value) => value ?? 'none',
})

/** A number of something, none unless it is given. */
export const countField = (label: string, unit: string): TermField<number> => ({
  label,
  read: (text) => Number(text ?? 0),
  write: String,
  show: (count) => (count === 0 ? 'none' : `${count} ${unit}`),
})

/** A fee in basis points, shown in percent. */
export const feeField = (label: string): TermField<number> => ({
  label,
  read: (text) => Number(text),
  write: String,
  show: (bps) => `${(bps / 100).toFixed(2)} %`,
})

/** A text that the call has checked, one of a few words or a decimal string; `show` puts it in words. */
export const textField = <Text extends string>(
  label: string,
  show: (text: Text) => string = (text) => text,
): TermField<Text> => ({
  label,
  read: (text) => (text ?? '') as Text,
  write: (text) => text,
  show,
})

const entriesOf = <Terms>(fields: TermFields<Terms>) =>
  Object.entries(fields) as [keyof Terms & string, TermField<Terms[keyof Terms]>][]

/** What was typed, or what a proposal keeps; other fields of a call may be among them. */
type Typed = Readonly<Record<string, unknown>>

/** Reads typed terms. Refuses: what the first wrong field refuses. */
export const readTerms = <Terms>(fields: TermFields<Terms>, typed: Typed, currency: string): Terms =>
  Object.fromEntries(
    entriesOf(fields).map(([name, field]) => {
      const text = typed[name]
      return [name, field.read(text === undefined ? undefined : String(text), currency, name)]
    }),
  ) as Terms

/** Writes terms as a proposal keeps them. */
export const writeTerms = <Terms>(fields: TermFields<Terms>, terms: Terms, currency: string): Texts =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, field]) => {
      const text = field.write(terms[name], currency)
      return text === undefined ? [] : [[name, text]]
    }),
  )

/** Terms line by line, with what each was before where that is another. */
export const termLines = <Terms>(
  fields: TermFields<Terms>,
  terms: Terms,
  currency: string,
  before?: Terms,
): ProposalView['lines'] =>
  entriesOf(fields).map(([name, { label, show }]) =>
    line(label, show(terms[name], currency), before && show(before[name], currency)),
  )

/** One line of a proposal; what has not changed has no `before`. */
export const line = (label: string, value: string, before?: string): ProposalView['lines'][number] => ({
  label,
  value,
  before: before === undefined || before === value ? null : before,
})
