import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/option/console.ts'
import {
  invalidOptionTerm,
  type OptionPeriod,
  type OptionTerms,
  STAKE_CURRENCY,
} from '#domain/option/terms.ts'
import { callingCodes } from '#domain/user/calling-codes.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import {
  amountField,
  countField,
  feeField,
  fieldLines,
  line,
  type ProposalField,
  type ProposalFields,
  readFields,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { escrow, fund } from './accounts.ts'
import { offeredCountries, setCountry } from './countries.ts'
import { exposures, insertTerms, newestTerms } from './store.ts'
import { show } from './views.ts'

/** What operators do with seconds options: terms and countries, two together; a country is closed by one. */

const periodsField: ProposalField<readonly OptionPeriod[]> = {
  label: 'Periods',
  read: (text) =>
    (text ?? '')
      .split(' ')
      .map((each) => each.split(':').map(Number) as [number, number])
      .map(([seconds, payoutBps]) => ({ seconds, payoutBps })),
  write: (periods) => periods.map(({ seconds, payoutBps }) => `${seconds}:${payoutBps}`).join(' '),
  show: (periods) =>
    periods.map(({ seconds, payoutBps }) => `${seconds} s pays ${(payoutBps / 100).toFixed(2)} %`).join(', '),
}

const fields: ProposalFields<Omit<OptionTerms, 'version'>> = {
  periods: periodsField,
  minimum: amountField('Smallest stake'),
  maximum: amountField('Largest stake'),
  maxOpen: countField('Open at once', 'orders'),
  maxDaily: countField('A day', 'orders'),
  lossLimit: amountField('Daily loss limit, where none is chosen'),
  pauseAfter: countField('Pause after', 'losses in a row'),
  pauseMinutes: countField('Pause', 'minutes'),
  exposureBps: feeField('Of the fund, owed for one instrument and second'),
}

/** Who decides on products, and who sees what is being decided. */
const roles = { roles: canManageProducts, viewers: canViewProducts }

export const optionProposals = (isDemo: boolean): readonly ProposalAction[] => [
  newTerms(isDemo),
  offerInCountry,
]

const newTerms = (isDemo: boolean): ProposalAction => ({
  kind: 'option-terms',
  ...roles,
  async describe(db, { params }) {
    return {
      title: 'Terms of seconds options',
      lines: fieldLines(
        fields,
        readFields(fields, params, STAKE_CURRENCY),
        STAKE_CURRENCY,
        await newestTerms(db),
      ),
    }
  },
  async apply(tx, { id, params }, nowMs) {
    const terms = readFields(fields, params, STAKE_CURRENCY)
    // What the checker saw was compared with terms that may be others by now.
    if (String((await newestTerms(tx)).version) !== params.version) throw refusal('PROPOSAL_OUTDATED')
    refuseInvalid(terms, isDemo)
    await insertTerms(tx, terms, id, nowMs)
  },
})

/** Refuses: TERMS_INVALID. */
function refuseInvalid(terms: Omit<OptionTerms, 'version'>, isDemo: boolean): void {
  const field = invalidOptionTerm(terms, isDemo)
  if (field) throw refusal('TERMS_INVALID', { field })
}

const offerInCountry: ProposalAction = {
  kind: 'option-country',
  ...roles,
  async describe(_, { params }) {
    return { title: `Seconds options in ${params.country}`, lines: [line('Offered', 'yes', 'no')] }
  },
  async apply(tx, { id, params }, nowMs) {
    await setCountry(tx, { country: params.country!, isOffered: true, proposal: id }, nowMs)
  },
}

const subjectOfCountry = (country: string) => `option:country:${country}`

/** Refuses: TERMS_INVALID for what is no country. */
function requireCountry(country: string): void {
  if (!callingCodes.some((each) => each.country === country))
    throw refusal('TERMS_INVALID', { field: 'country' })
}

/** The routes for the calls of `domain/option/console.ts`. */
export const optionConsoleRoutes = (isDemo: boolean): Route[] => [
  route(calls.consoleOptions, async (_, { db, operator }) => {
    const terms = await newestTerms(db)
    const balances = await balancesOfAccounts(db, [fund(), escrow()])
    const open = await exposures(db)
    const owed = open.reduce((sum, { rise, fall }) => sum + rise + fall, 0n)
    return {
      currency: STAKE_CURRENCY,
      terms: {
        ...terms,
        periods: [...terms.periods],
        minimum: show(terms.minimum),
        maximum: show(terms.maximum),
        lossLimit: show(terms.lossLimit),
      },
      countries: await offeredCountries(db),
      pending: await pendingViews(db, optionProposals(isDemo), operator),
      fund: show(balances.get(fund())!),
      escrow: show(balances.get(escrow())!),
      isCovered: balances.get(escrow())! >= owed,
      exposure: open.map(({ rise, fall, ...rest }) => ({ ...rest, rise: show(rise), fall: show(fall) })),
    }
  }),
  proposalRoute(calls.proposeOptionTerms, newTerms(isDemo), async (tx, { reason: _, ...typed }) => {
    const terms = readFields(fields, typed, STAKE_CURRENCY)
    refuseInvalid(terms, isDemo)
    const { version } = await newestTerms(tx)
    return {
      subject: 'option:terms',
      params: { ...writeFields(fields, terms, STAKE_CURRENCY), version: String(version) },
    }
  }),
  proposalRoute(calls.proposeOptionCountry, offerInCountry, (_, { country }) => {
    requireCountry(country)
    return { subject: subjectOfCountry(country), params: { country } }
  }),
  route(calls.closeOptionCountry, async ({ country, reason }, { db, clock, operator }) => {
    requireCountry(country)
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await setCountry(tx, { country, isOffered: false, proposal: null }, nowMs)
      const subject = subjectOfCountry(country)
      await appendAuditLog(
        tx,
        { operator: operator.id, action: 'closed', subject, detail: { reason } },
        nowMs,
      )
    })
    return {}
  }),
]
