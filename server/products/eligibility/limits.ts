import { canManageEligibility, canViewEligibility } from '#domain/console/roles.ts'
import { unusualChange } from '#domain/console/unusual.ts'
import * as calls from '#domain/eligibility/console.ts'
import {
  invalidTierLimit,
  limitCurrencies,
  type TierLimit,
  type TierLimits,
} from '#domain/eligibility/limits.ts'
import type { Units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { amountField, type ProposalField, type ProposalFields } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { pendingViews } from '#server/console/proposals.ts'
import { type TermsProposalAction, versionedTerms } from '#server/console/versioned-terms.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { insertTierLimits, newestTierLimits } from '#server/users/tier-limits.ts'

/** The limits of the tiers, which two operators change. */

/** An amount of the limit's own currency: the two limits have not the same one. */
function limitField(limit: TierLimit, label: string): ProposalField<Units> {
  const field = amountField(label, unusualChange)
  const currency = limitCurrencies[limit]
  return {
    ...field,
    read: (text, _, name) => field.read(text, currency, name),
    write: (value) => field.write(value, currency),
    show: (value) => field.show(value, currency),
  }
}

const fields: ProposalFields<Omit<TierLimits, 'version'>> = {
  withdrawalBasic: limitField('withdrawal', 'Withdrawals in 24 hours, basic'),
  withdrawalAdvanced: limitField('withdrawal', 'Withdrawals in 24 hours, advanced'),
  otcBasic: limitField('otc', 'OTC order or sale of a coin, basic'),
  otcAdvanced: limitField('otc', 'OTC order or sale of a coin, advanced'),
}

export const limitChange: TermsProposalAction = versionedTerms({
  kind: 'tier-limits',
  announcedOf: 'limits',
  subject: 'limits:tiers',
  title: 'Limits by level',
  roles: { roles: canManageEligibility, viewers: canViewEligibility },
  // Of none of the fields: each names its own.
  currency: limitCurrencies.otc,
  fields,
  invalidTerm: invalidTierLimit,
  newest: newestTierLimits,
  insert: insertTierLimits,
})

export const limitRoutes: readonly Route[] = [
  route(calls.consoleTierLimits, async (_, { db, operator }) => {
    const { version, ...limits } = await newestTierLimits(db)
    const show = (limit: TierLimit, value: Units) => formatAmount(value, limitCurrencies[limit])
    return {
      currencies: limitCurrencies,
      limits: {
        version,
        withdrawalBasic: show('withdrawal', limits.withdrawalBasic),
        withdrawalAdvanced: show('withdrawal', limits.withdrawalAdvanced),
        otcBasic: show('otc', limits.otcBasic),
        otcAdvanced: show('otc', limits.otcAdvanced),
      },
      pending: await pendingViews(db, [limitChange], operator),
    }
  }),
  proposalRoute(calls.proposeTierLimits, limitChange, (tx, { reason: _, ...typed }) =>
    limitChange.proposed(tx, typed),
  ),
]
