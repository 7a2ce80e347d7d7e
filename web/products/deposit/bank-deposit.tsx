import { History } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { BankWay } from '#domain/deposit/bank.ts'
import { type BankAccountView, bankAccounts } from '#domain/deposit/contract.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { BankAccountStep } from './bank-account-step.tsx'
import { BankClaimStep } from './bank-claim-step.tsx'
import { Steps } from './steps.tsx'
import { useWayName } from './use-way-name.ts'

const steps = ['currency', 'transfer', 'details'] as const

/** A deposit by a bank: which currency, where to send it, and what was sent. Each step has its own URL. */
export function BankDeposit({ way }: { way: BankWay }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const call = useApiQuery(bankAccounts, {})
  const accounts = call.data?.items.filter(({ ways }) => ways.includes(way))
  const chosen = accounts?.find(({ id }) => id === search.get('account'))
  const step = !chosen ? 'currency' : search.get('step') === 'claim' ? 'details' : 'transfer'
  const go = (next: Record<string, string>) => setSearch({ ...(way === 'card' && { way }), ...next })
  const toRecord = (id: string) =>
    toPage('pages/fund/receive_withdraw_record', { type: way === 'wire' ? '1' : undefined, id })
  const title = useWayName()(way)
  return (
    <>
      <AppBar title={title}>
        <IconLink
          icon={History}
          label={t('deposit_pages.records')}
          to={toPage('pages/fund/receive_withdraw_record', { type: way === 'wire' ? '1' : undefined })}
        />
      </AppBar>
      <main>
        <Steps names={steps.map((one) => t(`bank_pages.step_${one}`))} current={steps.indexOf(step)} />
        {call.isError ? (
          <ErrorState error={call.error} onRetry={() => void call.refetch()} />
        ) : !accounts || !call.data ? (
          <SkeletonRows count={5} />
        ) : !chosen ? (
          <CurrencyStep accounts={accounts} onChoose={(account) => go({ account })} />
        ) : step === 'transfer' ? (
          <BankAccountStep
            way={way}
            account={chosen}
            paymentReference={call.data.paymentReference}
            onChange={() => go({})}
            onSent={() => go({ account: chosen.id, step: 'claim' })}
          />
        ) : (
          <BankClaimStep
            way={way}
            account={chosen}
            onRequested={(id) => navigate(toRecord(id), { replace: true })}
          />
        )}
        {/* The notice of deposits speaks of coins and networks. */}
        {way === 'wire' && <PublishedNote keyword="wire_guide" className="pb-8" />}
      </main>
    </>
  )
}

/** Which currency is sent, by the accounts that take it. */
function CurrencyStep({
  accounts,
  onChoose,
}: {
  accounts: readonly BankAccountView[]
  onChoose(account: string): void
}) {
  const { t } = useTexts()
  if (accounts.length === 0)
    return (
      <EmptyState
        title={t('bank_pages.closed')}
        text={t('bank_pages.closed_why')}
        action={{ label: t('bank_pages.select_title'), to: toPage('pages/fund/select') }}
      />
    )
  return (
    <>
      <h2 className="gutter text-20 font-semibold text-balance">{t('bank_pages.which_currency')}</h2>
      <p className="gutter pt-1 pb-3 text-15 text-t2">{t('bank_pages.which_currency_why')}</p>
      {accounts.map(({ id, currency, bankName, minimum }) => (
        <ListRow
          key={id}
          start={<CoinMark code={currency} colour={findCurrency(currency)?.colour ?? ''} />}
          title={<span className="font-semibold">{currency}</span>}
          note={bankName}
          value={
            <span className="text-13 font-normal">
              {t('deposit_pages.minimum_is', { minimum: amount(minimum, 0), currency })}
            </span>
          }
          onClick={() => onChoose(id)}
        />
      ))}
    </>
  )
}
