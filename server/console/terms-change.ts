import type { Tx } from '#server/platform/db/database.ts'
import type { TermTexts } from '#texts/terms/keys.ts'
import type { ProposalField, ProposalFields } from './proposal-fields.ts'

/**
 * What the public is told of a proposal that changes customers' terms: which terms of what, before and after. It has no
 * words of one language, so that it can be said in all of them.
 */

/** What stands after a prefix among the keys of `texts/terms`. */
type Named<Prefix extends string> = keyof TermTexts extends infer Key
  ? Key extends `terms.${Prefix}_${infer Name}`
    ? Name
    : never
  : never

export type TermName = Named<'term'>
export type TermWord = Named<'word'>

/** A figure as it is read in every language, or a word that each language has. */
export type TermText = string | { readonly word: TermWord }

export interface TermLine {
  readonly term: TermName
  readonly value: TermText
  /** Null where it is no other than before, or there was none. */
  readonly before: TermText | null
}

export interface TermsChange {
  readonly what: Named<'what'>
  /** Which one of these; a country is named in the language of the reader. */
  readonly about?: string | { readonly country: string }
  readonly happens: Named<'title'>
  readonly lines: readonly TermLine[]
  /** False where what was ordered before has not kept its terms: the public is not told that it has. */
  readonly keepsOrders?: boolean
}

export const termLine = (term: TermName, value: TermText, before: TermText | null = null): TermLine => ({
  ...{ term, value, before },
})

/** Fields each of which has a name in every language. */
export type PublicFields<Values> = ProposalFields<Values> &
  (Exclude<keyof Values, TermName> extends never ? unknown : never)

const publicText = <Value>({ publicly, show }: ProposalField<Value>, value: Value, currency: string) =>
  publicly ? publicly(value) : show(value, currency)

/** The terms that are others than before, or all of them where there was nothing before. */
export function changedTerms<Values extends object>(
  fields: PublicFields<Values>,
  values: Values,
  currency: string,
  before?: Values,
): TermLine[] {
  const entries = Object.entries(fields) as [keyof Values & TermName, ProposalField<Values[keyof Values]>][]
  return entries.flatMap(([name, field]) => {
    const value = publicText(field, values[name], currency)
    const term = field.term ?? name
    if (before === undefined) return termLine(term, value)
    const old = publicText(field, before[name], currency)
    return JSON.stringify(old) === JSON.stringify(value) ? [] : termLine(term, value, old)
  })
}

/** Whose decision an announcement is of. */
export interface AnnouncedBy {
  readonly proposal: bigint
  readonly maker: bigint
  readonly checker: bigint
}

/** Publishes a change in the transaction that makes it. */
export type Announce = (tx: Tx, change: TermsChange, by: AnnouncedBy, nowMs: number) => Promise<void>
