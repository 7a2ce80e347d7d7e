import { unusualChange } from '#domain/console/unusual.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { consoleCopyTerms, proposeCopyTerms } from '#domain/copy/console.ts'
import { invalidCopyTerm, type OfferedCopyTerms, unusualNumber } from '#domain/copy/offered-terms.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { amountField, countField, feeField, type ProposalFields } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { pendingViews } from '#server/console/proposals.ts'
import { type TermsProposalAction, versionedTerms } from '#server/console/versioned-terms.ts'
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

export const copyTermsProposal: TermsProposalAction = versionedTerms({
  kind: 'copy-terms',
  announcedOf: 'copy',
  subject: 'copy-terms:all',
  title: 'Terms of copying',
  currency: MARGIN_CURRENCY,
  fields,
  invalidTerm: invalidCopyTerm,
  newest: newestCopyTerms,
  async insert(tx, terms, proposal, nowMs) {
    await insertCopyTerms(tx, (await newestCopyTerms(tx)).version + 1, terms, proposal, nowMs)
  },
})

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
  proposalRoute(proposeCopyTerms, copyTermsProposal, (tx, { reason: _, ...typed }) =>
    copyTermsProposal.proposed(tx, typed),
  ),
]
