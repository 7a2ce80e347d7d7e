import { isDeepStrictEqual } from 'node:util'
import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { fieldLines, type ProposalFields, readFields, writeFields } from './proposal-fields.ts'
import type { ProposalAction, Proposed } from './proposals.ts'
import { changedTerms, type PublicFields, type TermName, type TermsChange } from './terms-change.ts'

/** A product's terms, of which the newest version counts, and how they are shown to operators. */
interface VersionedTerms<Terms> {
  readonly kind: string
  readonly subject: string
  readonly title: string
  /** Of the amounts among them. */
  readonly currency: string
  readonly fields: ProposalFields<Terms>
  /** What customers are told that these are the terms of; nothing where they are no terms of customers. */
  readonly announcedOf?: Exclude<keyof Terms, TermName> extends never ? TermsChange['what'] : never
  /** Who decides on them, and who sees it: of a product whoever manages products. */
  readonly roles?: Pick<ProposalAction, 'roles' | 'viewers'>
  /** The first of the terms that cannot be. */
  readonly invalidTerm: (terms: Terms) => string | undefined
  readonly newest: (db: Db | Tx) => Promise<Terms & { readonly version: number }>
  readonly insert: (tx: Tx, terms: Terms, proposal: bigint, nowMs: number) => Promise<void>
}

/** A kind of proposal for terms, and what a maker's fields propose by it. */
export interface TermsProposalAction extends ProposalAction {
  readonly proposed: (tx: Tx, typed: Readonly<Record<string, unknown>>) => Promise<Proposed>
}

/**
 * How two operators change such terms: what the checker does, and what a maker's fields propose.
 *
 * Refuses: TERMS_INVALID, and the amounts' own refusals; PROPOSAL_CHANGES_NOTHING; PROPOSAL_OUTDATED, once there are others than those the proposal was
 *          compared with.
 */
export function versionedTerms<Terms extends object>(product: VersionedTerms<Terms>): TermsProposalAction {
  const { kind, subject, title, currency, fields, announcedOf } = product
  /** As they were typed, or as a proposal keeps them. */
  function requireTerms(typed: Readonly<Record<string, unknown>>): Terms {
    const terms = readFields(fields, typed, currency)
    const field = product.invalidTerm(terms)
    if (field) throw refusal('TERMS_INVALID', { field })
    return terms
  }
  return {
    kind,
    ...(product.roles ?? { roles: canManageProducts, viewers: canViewProducts }),
    async describe(db, { params }) {
      const terms = readFields(fields, params, currency)
      return { title, lines: fieldLines(fields, terms, currency, await product.newest(db)) }
    },
    ...(announcedOf && {
      announces: async (tx: Tx, { params }: Proposed) => {
        const terms = readFields(fields, params, currency)
        const named = fields as PublicFields<Terms>
        const lines = changedTerms(named, terms, currency, await product.newest(tx))
        return lines.length > 0 ? { what: announcedOf, happens: 'changed' as const, lines } : undefined
      },
    }),
    async apply(tx, { id, params }, nowMs) {
      // What the checker saw was compared with terms that may be others by now.
      if (String((await product.newest(tx)).version) !== params.version) throw refusal('PROPOSAL_OUTDATED')
      await product.insert(tx, requireTerms(params), id, nowMs)
    },
    async proposed(tx, typed) {
      const terms = requireTerms(typed)
      const newest = await product.newest(tx)
      const params = writeFields(fields, terms, currency)
      if (isDeepStrictEqual(params, writeFields(fields, newest, currency)))
        throw refusal('PROPOSAL_CHANGES_NOTHING')
      return { subject, params: { ...params, version: String(newest.version) } }
    },
  }
}
