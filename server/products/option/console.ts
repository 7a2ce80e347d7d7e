import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { unusualChange } from '#domain/console/unusual.ts'
import { refusal } from '#domain/errors.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import * as calls from '#domain/option/console.ts'
import {
  invalidOptionTerm,
  type OptionPeriod,
  type OptionTerms,
  STAKE_CURRENCY,
} from '#domain/option/terms.ts'
import { unusualExposure, unusualPeriods } from '#domain/option/usual.ts'
import {
  amountField,
  countField,
  feeField,
  fieldLines,
  type ProposalField,
  type ProposalFields,
  readFields,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import { changedTerms } from '#server/console/terms-change.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { exposureNow } from './exposure.ts'
import { insertTerms, newestTerms } from './store.ts'
import { show } from './views.ts'

/** What operators do with seconds options: the terms, two together. */

const periodsField: ProposalField<readonly OptionPeriod[]> = {
  label: 'Periods',
  unusual: unusualPeriods,
  read: (text) =>
    (text ?? '')
      .split(' ')
      .map((each) => each.split(':').map(Number) as [number, number])
      .map(([seconds, payoutBps]) => ({ seconds, payoutBps })),
  write: (periods) => periods.map(({ seconds, payoutBps }) => `${seconds}:${payoutBps}`).join(' '),
  show: (periods) =>
    periods.map(({ seconds, payoutBps }) => `${seconds} s pays ${percentOfBps(payoutBps)} %`).join(', '),
  publicly: (periods) =>
    periods.map(({ seconds, payoutBps }) => `${seconds} s ${percentOfBps(payoutBps)}%`).join(', '),
}

const unusualCount = (count: number, present?: number) =>
  unusualChange(BigInt(count), present === undefined ? undefined : BigInt(present))

const fields: ProposalFields<Omit<OptionTerms, 'version'>> = {
  periods: periodsField,
  minimum: amountField('Smallest stake', unusualChange),
  maximum: amountField('Largest stake', unusualChange),
  maxOpen: countField('Open at once', 'orders', unusualCount),
  maxDaily: countField('A day', 'orders', unusualCount),
  lossLimit: amountField('Daily loss limit, where none is chosen', unusualChange),
  pauseAfter: countField('Pause after', 'losses in a row', unusualCount),
  pauseMinutes: countField('Pause', 'minutes', unusualCount),
  exposureBps: feeField('Of the fund, owed for one instrument and second', unusualExposure),
}

/** Who decides on products, and who sees what is being decided. */
const roles = { roles: canManageProducts, viewers: canViewProducts }

/** What two operators can change of seconds options. */
export const optionProposals = (isDemo: boolean): readonly ProposalAction[] => [newTerms(isDemo)]

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
  async announces(tx, { params }) {
    const terms = readFields(fields, params, STAKE_CURRENCY)
    const lines = changedTerms(fields, terms, STAKE_CURRENCY, await newestTerms(tx))
    return lines.length === 0 ? undefined : { what: 'option', happens: 'changed', lines }
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

/** The routes for the calls of `domain/option/console.ts`. */
export const optionConsoleRoutes = (isDemo: boolean): Route[] => [
  route(calls.consoleOptions, async (_, { db, operator }) => {
    const terms = await newestTerms(db)
    const { open, owed, ...has } = await exposureNow(db)
    return {
      currency: STAKE_CURRENCY,
      terms: {
        ...terms,
        periods: [...terms.periods],
        minimum: show(terms.minimum),
        maximum: show(terms.maximum),
        lossLimit: show(terms.lossLimit),
      },
      pending: await pendingViews(db, optionProposals(isDemo), operator),
      fund: show(has.fund),
      escrow: show(has.escrow),
      isCovered: has.escrow >= owed,
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
]
