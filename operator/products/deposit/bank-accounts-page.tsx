import { Landmark } from 'lucide-react'
import { type ConsoleBankAccount, consoleBankAccounts, proposeBankAccount } from '#domain/deposit/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText, dateTimeUtc } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { PageEntry } from '../product.ts'
import { BankAccountForm } from './bank-account-form.tsx'

const REFRESH_MS = 5_000
/** In the URL: a new account, and after an account's id its change. */
const NEW = 'new'

/** The bank accounts that customers pay to, and what would change them. */
function BankAccountsPage() {
  const call = useApiQuery(consoleBankAccounts, {}, { refetchMs: REFRESH_MS })
  const [at = '', choose] = useChosen()
  const mayPropose = useMay(proposeBankAccount)
  const [what, act] = at.split(':')
  const chosen = call.data?.accounts.find(({ account }) => account === what)
  const panel =
    what === NEW ? (
      <BankAccountForm key={NEW} onClose={() => choose(undefined)} />
    ) : !chosen ? undefined : act ? (
      <BankAccountForm
        key={`${at}:${chosen.version}`}
        changed={chosen}
        onClose={() => choose(chosen.account)}
      />
    ) : (
      <Details
        key={at}
        account={chosen}
        onChange={() => choose(`${chosen.account}:change`)}
        onClose={() => choose(undefined)}
      />
    )
  return (
    <Page title={t('deposit.banks')} summary={t('deposit.banks_summary')} panel={panel}>
      <PendingProposals title={t('deposit.banks_pending')} pending={call.data?.pending ?? []} />
      <Section
        title={t('deposit.banks_now')}
        text={t('deposit.banks_text')}
        actions={
          mayPropose && (
            <Button size="small" onClick={() => choose(NEW)}>
              {t('deposit.bank_publish')}
            </Button>
          )
        }
      >
        <Answered call={call}>
          {({ accounts }) => (
            <ChoosableTable
              name="bank-accounts"
              empty={{ title: t('deposit.banks_empty'), text: t('deposit.banks_empty_text') }}
              label={t('deposit.banks')}
              columns={columns}
              rows={accounts}
              keyOf={({ account }) => account}
            />
          )}
        </Answered>
      </Section>
    </Page>
  )
}

export const bankAccountsPage: PageEntry = {
  ...{ path: '/deposits/banks', name: t('deposit.banks'), icon: Landmark, component: BankAccountsPage },
  endpoint: consoleBankAccounts,
}

const NONE = '-'
const numberOf = ({ iban, accountNumber }: ConsoleBankAccount) => iban || accountNumber
const waysText = ({ ways }: ConsoleBankAccount) => ways.map((way) => t(`deposit.way_${way}`)).join(', ')
const sinceText = ({ sinceMs, reference }: ConsoleBankAccount) =>
  sinceMs === null || reference === null
    ? t('deposit.address_made_up')
    : `${dateTimeUtc(sinceMs)}, ${t('deposit.address_by', { reference })}`

/** One account as customers are shown it, whole. */
function Details({
  account,
  onChange,
  onClose,
}: {
  account: ConsoleBankAccount
  onChange(): void
  onClose(): void
}) {
  const mayPropose = useMay(proposeBankAccount)
  const { currency, countries } = account
  return (
    <Panel title={t('deposit.banks')} onClose={onClose}>
      <p className="text-20 font-semibold">
        {currency}, {account.bankName}
      </p>
      <p className="my-4 font-mono text-15 break-all">{numberOf(account)}</p>
      <KeyValue
        ruled
        lines={[
          { name: t('deposit.bank_version'), value: String(account.version) },
          { name: t('deposit.bank_open'), value: t(account.isOpen ? 'deposit.yes' : 'deposit.no') },
          { name: t('deposit.bank_ways'), value: waysText(account) },
          { name: t('deposit.bank_beneficiary'), value: account.beneficiary },
          { name: t('deposit.bank_beneficiary_address'), value: account.beneficiaryAddress },
          { name: t('deposit.bank_address'), value: account.bankAddress },
          { name: t('deposit.bank_branch'), value: account.branch || NONE },
          { name: t('deposit.bank_aba'), value: account.aba || NONE },
          { name: t('deposit.bank_swift'), value: account.swiftCode || NONE },
          { name: t('deposit.bank_countries'), value: countries.join(', ') || t('deposit.bank_all') },
          { name: t('deposit.bank_cut_off'), value: account.cutOff },
          { name: t('deposit.address_minimum'), value: amountText(account.minimum, currency) },
          { name: t('deposit.bank_maximum'), value: amountText(account.maximum, currency) },
          { name: t('deposit.address_since'), value: sinceText(account) },
        ]}
      />
      {mayPropose && (
        <Button size="small" className="mt-4 w-full" onClick={onChange}>
          {t('deposit.bank_change')}
        </Button>
      )}
    </Panel>
  )
}

const columns: Column<ConsoleBankAccount>[] = [
  {
    title: t('deposit.bank_currency'),
    value: ({ currency, bankName }) => `${currency} ${bankName}`,
    cell: ({ currency, bankName }) => <Two isStrong first={currency} second={bankName} />,
  },
  {
    title: t('deposit.bank_number'),
    value: numberOf,
    cell: (account) => <span className="font-mono text-12 break-all">{numberOf(account)}</span>,
  },
  { title: t('deposit.bank_ways'), value: waysText, isWide: true, cell: waysText },
  {
    title: t('deposit.bank_open'),
    value: ({ isOpen }) => String(isOpen),
    align: 'right',
    cell: ({ isOpen }) => t(isOpen ? 'deposit.yes' : 'deposit.no'),
  },
]
