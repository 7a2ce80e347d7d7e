import { sql } from 'kysely'
import { unusualChange } from '#domain/console/unusual.ts'
import * as calls from '#domain/convert/console.ts'
import {
  type ConvertTerms,
  EXPOSURE_WINDOW_MS,
  invalidConvertTerm,
  pathOf,
  VALUE_CURRENCY,
} from '#domain/convert/rules.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { contactsOf } from '#server/console/customers.ts'
import { amountField, countField, feeField, type ProposalFields } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import { type TermsProposalAction, versionedTerms } from '#server/console/versioned-terms.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { fundOf } from './accounts.ts'
import { type ConversionRow, flowsSince, insertTerms, newestTerms } from './store.ts'
import { conversionView } from './views.ts'

/** What operators do with conversions: see them, and change the terms, two together. */

const fields: ProposalFields<Omit<ConvertTerms, 'version'>> = {
  feeBps: feeField('Fee', unusualFee),
  minimum: amountField('Smallest conversion', unusualChange),
  maximum: amountField('Largest conversion', unusualChange),
  maxPerCustomer: amountField('Of one customer within a day, whichever way', unusualChange),
  maxExposure: amountField('Of one currency, bought or sold on balance within a day', unusualChange),
  quoteSeconds: countField('A quote is valid for', 'seconds'),
}

const termChange: TermsProposalAction = versionedTerms({
  kind: 'convert-terms',
  announcedOf: 'convert',
  subject: 'convert:terms',
  title: 'Terms of conversions',
  currency: VALUE_CURRENCY,
  fields,
  invalidTerm: invalidConvertTerm,
  newest: newestTerms,
  insert: insertTerms,
})

export const convertProposals: readonly ProposalAction[] = [termChange]

const show = (amount: bigint) => formatAmount(amount, VALUE_CURRENCY)

/** The routes for the calls of `domain/convert/console.ts`. */
export const convertConsoleRoutes: Route[] = [
  route(calls.consoleConvert, async (_, { db, clock, operator }) => {
    const { minimum, maximum, maxPerCustomer, maxExposure, ...terms } = await newestTerms(db)
    const codes = currencies
      .map(({ code }) => code)
      .filter((code, _, all) => all.some((other) => pathOf(code, other) !== undefined))
    const funds = await balancesOfAccounts(db, codes.map(fundOf))
    const flows = await flowsSince(db, clock.nowMs() - EXPOSURE_WINDOW_MS, codes)
    return {
      currency: VALUE_CURRENCY,
      terms: {
        ...terms,
        ...{ minimum: show(minimum), maximum: show(maximum) },
        ...{ maxPerCustomer: show(maxPerCustomer), maxExposure: show(maxExposure) },
      },
      pending: await pendingViews(db, convertProposals, operator),
      flows: codes.map((code) => {
        const { bought, sold } = flows.get(code) ?? { bought: 0n, sold: 0n }
        return {
          ...{ code, bought: show(bought), sold: show(sold), net: show(bought - sold) },
          fund: formatAmount(funds.get(fundOf(code))!, code),
        }
      }),
    }
  }),
  proposalRoute(calls.proposeConvertTerms, termChange, (tx, { reason: _, ...typed }) =>
    termChange.proposed(tx, typed),
  ),
  ...tableRoutes(
    calls.consoleConversions,
    readSql<typeof calls.consoleConversions, ConversionRow>({
      columns: sql`c.*`,
      from: sql`conversion c`,
      id: 'c.id',
      customer: 'c.customer_id',
      time: 'c.converted_at',
      sorts: { amount: 'c.amount' },
      amount: 'c.amount',
      currency: 'c.from_currency',
      async show(rows, { db }) {
        const contacts = await contactsOf(
          db,
          rows.map((row) => row.customer_id),
        )
        return rows.map((row) => ({
          ...{ customerId: String(row.customer_id), contact: contacts.get(row.customer_id)! },
          ...conversionView(row),
        }))
      },
    }),
  ),
]
