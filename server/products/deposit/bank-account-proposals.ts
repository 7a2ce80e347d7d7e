import { canManageTreasury, canViewTreasury } from '#domain/console/roles.ts'
import type { BankAccountTerms, BankWay } from '#domain/deposit/bank.ts'
import { numberOf } from '#domain/deposit/bank.ts'
import { decideBankAccount } from '#domain/deposit/bank-accounts.ts'
import * as calls from '#domain/deposit/console.ts'
import { refusal, requireAllowed } from '#domain/errors.ts'
import { formatAmount, readAmount, requireCurrency } from '#domain/money/read-amount.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { line } from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { decidedAtOf, type ProposalAction, pendingViews, reference } from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import { isDemoEnvironment } from '#server/environment.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { type BankAccount, listBankAccounts, publishBankAccount, termsOf, textsOf } from './bank-accounts.ts'

/** The bank accounts that customers pay to: one person alone can neither publish nor change one. */

const labels = {
  beneficiary: 'Beneficiary',
  beneficiaryAddress: 'Address of the beneficiary',
  bankName: 'Bank',
  bankAddress: 'Address of the bank',
  branch: 'Branch',
  iban: 'IBAN',
  accountNumber: 'Account number',
  aba: 'ABA number',
  swiftCode: 'SWIFT code',
  cutOff: 'Cut-off time, UTC',
} as const
const NONE = '-'
/** Enough of a number to tell it from another, not enough to copy. */
const endsOf = (number: string) => `…${number.slice(-4)}`

const publication: ProposalAction = {
  kind: 'bank-account',
  roles: canManageTreasury,
  viewers: canViewTreasury,
  async describe(db, { params, status }) {
    const terms = termsOf(params)
    const before = await versionBefore(db, params)
    const isPending = status === 'pending'
    const shown = (name: keyof typeof labels, value: string) =>
      // Who checks it types it from the bank's own paper, so it is not there to be copied.
      isPending && (name === 'iban' || name === 'accountNumber') && value !== ''
        ? endsOf(value)
        : value || NONE
    const other = (show: (terms: BankAccountTerms) => string) => before && show(before)
    const said = (label: string, show: (terms: BankAccountTerms) => string) =>
      line(label, show(terms), other(show))
    return {
      title: `${before ? 'Change' : 'Publish'} a bank account for ${terms.currency}`,
      lines: [
        said('Currency', ({ currency }) => currency),
        ...(Object.keys(labels) as (keyof typeof labels)[]).map((name) =>
          line(
            labels[name],
            shown(name, terms[name]),
            other((of) => of[name] || NONE),
          ),
        ),
        said('Ways', ({ ways }) => ways.join(', ')),
        said('Countries', ({ countries }) => countries.join(', ') || 'all'),
        said('Smallest payment', ({ minimum, currency }) => formatAmountWithCurrency(minimum, currency)),
        said('Largest payment', ({ maximum, currency }) => formatAmountWithCurrency(maximum, currency)),
        said('Taken now', ({ isOpen }) => (isOpen ? 'yes' : 'no')),
      ],
    }
  },
  typedAgain: {
    label: 'IBAN or account number, from the bank’s own paper',
    isSame: (params, typed) =>
      typed.replaceAll(' ', '').toUpperCase() === numberOf(termsOf(params)).replaceAll(' ', ''),
  },
  async apply(tx, { id, params }, nowMs) {
    const { account, version, ...texts } = params
    const replaces = await currentOf(tx, account!)
    // What the checker saw was compared with a version that may be another by now.
    if (String(replaces?.version ?? 0) !== version) throw refusal('PROPOSAL_OUTDATED')
    const isDemo = await isDemoEnvironment(tx)
    await publishBankAccount(tx, { texts, replaces, isDemo, proposal: id }, nowMs)
  },
}

export const bankAccountProposals: readonly ProposalAction[] = [publication]

/** What stands in a proposal for an account that there is not yet. */
const NEW = '0'

const currentOf = async (db: Db | Tx, account: string): Promise<BankAccount | undefined> =>
  (await listBankAccounts(db)).find((one) => String(one.account) === account)

/** What a proposal changes, as long as it is what it was made of. */
async function versionBefore(db: Db | Tx, { account, version }: Texts): Promise<BankAccount | undefined> {
  const current = await currentOf(db, account!)
  return String(current?.version) === version ? current : undefined
}

/** The routes for the calls about bank accounts in `domain/deposit/console.ts`. */
export const bankAccountRoutes: Route[] = [
  route(calls.consoleBankAccounts, async (_, { db, operator }) => {
    const accounts = await listBankAccounts(db)
    const decidedAt = await decidedAtOf(
      db,
      accounts.flatMap(({ proposal }) => proposal ?? []),
    )
    return {
      accounts: accounts.map(({ id: _, account, proposal, createdAtMs: __, ...one }) => ({
        ...one,
        ...{ account: String(account), ways: [...one.ways], countries: [...one.countries] },
        minimum: formatAmount(one.minimum, one.currency),
        maximum: formatAmount(one.maximum, one.currency),
        reference: proposal === null ? null : reference({ id: proposal }),
        sinceMs: proposal === null ? null : (decidedAt.get(proposal) ?? null),
      })),
      pending: await pendingViews(db, bankAccountProposals, operator),
    }
  }),
  proposalRoute(calls.proposeBankAccount, publication, async (tx, { reason: _, account, ...typed }) => {
    const before = account === undefined ? undefined : await currentOf(tx, String(account))
    if (account !== undefined && !before) throw refusal('NOT_FOUND')
    const currency = before?.currency ?? typed.currency
    if (requireCurrency(currency).kind !== 'fiat') throw refusal('CURRENCY_UNKNOWN', { currency })
    const texts = (text: string | undefined) => text ?? ''
    const { terms } = requireAllowed(
      decideBankAccount({
        ...typed,
        currency,
        ...{ branch: texts(typed.branch), iban: texts(typed.iban) },
        ...{ accountNumber: texts(typed.accountNumber), aba: texts(typed.aba) },
        swiftCode: texts(typed.swiftCode),
        ways: listed(typed.ways, calls.bankWayNames, 'ways') as BankWay[],
        countries: listed(texts(typed.countries).toUpperCase()),
        minimum: readAmount(typed.minimum, currency),
        maximum: readAmount(typed.maximum, currency),
      }),
    )
    return {
      subject: `bank-account:${numberOf(before ?? terms)}`,
      params: {
        ...textsOf(terms),
        ...{ account: before ? String(before.account) : NEW, version: String(before?.version ?? 0) },
      },
    }
  }),
]

/** Words with commas or spaces between them, each once. Refuses: TERMS_INVALID for one that is not among them. */
function listed(typed: string, among?: readonly string[], field = ''): string[] {
  const words = [...new Set(typed.split(/[\s,]+/).filter((word) => word !== ''))]
  if (among && !words.every((word) => among.includes(word))) throw refusal('TERMS_INVALID', { field })
  return words
}
