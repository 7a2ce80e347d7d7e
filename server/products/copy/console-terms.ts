import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { unusualChange } from '#domain/console/unusual.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { consoleCopyTerms, proposeCopyTerms } from '#domain/copy/console.ts'
import { invalidCopyTerm, type OfferedCopyTerms, unusualNumber } from '#domain/copy/offered-terms.ts'
import { refusal } from '#domain/errors.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import {
  amountField,
  countField,
  feeField,
  fieldLines,
  type ProposalFields,
  readFields,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { insertCopyTerms, newestCopyTerms } from './terms.ts'

/** How two operators change the terms of copying, for relations to come. */

const fields: ProposalFields<OfferedCopyTerms> = {
  minAmount: amountField('Smallest copy', unusualChange),
  maxAmount: amountField('Largest copy', unusualChange),
  maxSlippageBps: feeField('Maximum slippage', unusualNumber),
  equityBps: feeField('Largest copy, of the equity', unusualNumber),
  maxShareBps: feeField('Maximum profit share', unusualNumber),
  maxRelations: countField('A follower', 'leads', unusualNumber),
  maxFollowers: countField('A lead', 'followers', unusualNumber),
}

/** Refuses: TERMS_INVALID. */
function refuseInvalid(terms: OfferedCopyTerms): void {
  const field = invalidCopyTerm(terms)
  if (field) throw refusal('TERMS_INVALID', { field })
}

export const copyTermsProposal: ProposalAction = {
  kind: 'copy-terms',
  roles: canManageProducts,
  viewers: canViewProducts,
  async describe(db, { params }) {
    const terms = readFields(fields, params, MARGIN_CURRENCY)
    return {
      title: 'Terms of copying',
      lines: fieldLines(fields, terms, MARGIN_CURRENCY, await newestCopyTerms(db)),
    }
  },
  async apply(tx, { id, params }, nowMs) {
    const { version } = await newestCopyTerms(tx)
    // What the checker saw was compared with terms that may be others by now.
    if (String(version) !== params.version) throw refusal('PROPOSAL_OUTDATED')
    const terms = readFields(fields, params, MARGIN_CURRENCY)
    refuseInvalid(terms)
    await insertCopyTerms(tx, version + 1, terms, id, nowMs)
  },
}

/** The routes for the terms in `domain/copy/console.ts`. */
export const copyTermsRoutes: Route[] = [
  route(consoleCopyTerms, async (_, { db, operator }) => {
    const { minAmount, maxAmount, ...terms } = await newestCopyTerms(db)
    const amount = (value: typeof minAmount) => formatAmount(value, MARGIN_CURRENCY)
    return {
      currency: MARGIN_CURRENCY,
      terms: { ...terms, minAmount: amount(minAmount), maxAmount: amount(maxAmount) },
      pending: await pendingViews(db, [copyTermsProposal], operator),
    }
  }),
  proposalRoute(proposeCopyTerms, copyTermsProposal, async (tx, { reason: _, ...typed }) => {
    const terms = readFields(fields, typed, MARGIN_CURRENCY)
    refuseInvalid(terms)
    const { version } = await newestCopyTerms(tx)
    return {
      subject: 'copy-terms:all',
      params: { ...writeFields(fields, terms, MARGIN_CURRENCY), version: String(version) },
    }
  }),
]
