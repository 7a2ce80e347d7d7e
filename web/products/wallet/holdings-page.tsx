import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { type HoldingView, type WalletBalanceView, walletList } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { readWalletFilter, type StatementFilter } from '#web/features/statement/statement-filter.ts'
import { StatementList } from '#web/features/statement/statement-list.tsx'
import { useStatement } from '#web/features/statement/use-statement.ts'
import { isZero } from '#web/format/number.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CoinCost } from './coin-cost.tsx'
import { HeldButton } from './wallet-row.tsx'
import { WhyHeldSheet } from './why-held-sheet.tsx'

/** One account (`?walletType=`) or one coin (`?currency=`): what is in it, and every entry that made it. */
export default function HoldingsPage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const filter = readWalletFilter(search)
  const { walletType, currency } = filter
  if (!walletType && !currency) return <Navigate to={toPage('pages/setting/bill')} replace />
  const title = [currency, walletType && t(`wallet.type_${walletType}`)].filter(Boolean).join(' · ')
  return (
    <>
      <AppBar title={title}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-8">
        <Holdings filter={filter} />
        <History filter={filter} />
      </main>
    </>
  )
}

function Holdings({ filter }: { filter: StatementFilter }) {
  const { t } = useTexts()
  const fiat = useFiat()
  const wallet = useApiQuery(walletList, {}, { refetchMs: 15_000 })
  const uses = useProducts().flatMap(({ wallet }) =>
    wallet && wallet.walletType === filter.walletType ? [wallet] : [],
  )
  const [isAsking, setAsking] = useState(false)
  if (wallet.isError && !wallet.data)
    return <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
  if (!wallet.data) return <SkeletonRows count={4} />
  const { walletType, currency } = filter
  const holdings = wallet.data.holdings.filter((holding) => !currency || holding.currency === currency)
  const [only] = holdings
  const rows = holdings.flatMap((holding) =>
    holding.wallets
      .filter(
        (own) =>
          (walletType ? own.walletType === walletType : true) &&
          (currency !== undefined || !isZero(own.total)),
      )
      .map((own) => ({ holding, own })),
  )
  const worth =
    walletType && !currency
      ? wallet.data.wallets.find((own) => own.walletType === walletType)?.valueUsd
      : undefined
  return (
    <>
      <div className="gutter pt-1 pb-3">
        <p className="text-13 text-t2">{t('wallet.value')}</p>
        {currency && only ? (
          <>
            <p className="text-28 font-semibold">
              <Amount value={walletType ? rows[0]!.own.total : only.total} />{' '}
              <span className="text-15 font-normal text-t2">{currency}</span>
            </p>
            <p className="figures text-13 text-t2">
              {fiat.write(walletType ? rows[0]!.own.valueUsd : only.valueUsd)} {fiat.code}
            </p>
          </>
        ) : (
          <p className="figures text-28 font-semibold">
            {fiat.write(worth ?? null)} <span className="text-15 font-normal text-t2">{fiat.code}</span>
          </p>
        )}
      </div>
      {currency && !walletType && <CoinCost currency={currency} />}
      <ul>
        {rows.map(({ holding, own }) => (
          <li key={`${own.currency} ${own.walletType}`}>
            <WalletLine
              holding={holding}
              own={own}
              namesCoin={currency === undefined}
              onAsk={() => setAsking(true)}
            />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="gutter py-3 text-13 text-t3">{t('wallet.account_empty')}</p>}
      <div className="flex flex-wrap gap-2 gutter pt-4">
        <ButtonLink
          kind="primary"
          size="small"
          className="grow whitespace-nowrap"
          to={toPage('pages/fund/fundTransfer', { from: walletType, currency })}
        >
          {t('wallet.transfer')}
        </ButtonLink>
        {uses.map((use) => (
          <ButtonLink key={use.page} size="small" className="grow whitespace-nowrap" to={toPage(use.page)}>
            {t(use.label)}
          </ButtonLink>
        ))}
        <ButtonLink
          size="small"
          className="grow whitespace-nowrap"
          to={toPage('pages/setting/bill', { walletType, currency })}
        >
          {t('wallet.open_statement')}
        </ButtonLink>
      </div>
      {isAsking && (
        <WhyHeldSheet walletType={walletType} currency={currency} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

function WalletLine({
  holding,
  own,
  namesCoin,
  onAsk,
}: {
  holding: HoldingView
  own: WalletBalanceView
  namesCoin: boolean
  onAsk(): void
}) {
  const { t } = useTexts()
  return (
    <div className="flex items-center gap-3 gutter">
      {namesCoin && <CoinMark code={own.currency} colour={holding.colour} />}
      <div className="hairline flex min-h-15 min-w-0 flex-1 items-center gap-3 py-2">
        <div className="min-w-0 flex-1">
          <p className="text-15 font-semibold">
            {namesCoin ? own.currency : t(`wallet.type_${own.walletType}`)}
          </p>
          <p className="truncate text-12 text-t3">
            {namesCoin ? holding.name : t(`wallet.type_${own.walletType}_note`)}
          </p>
        </div>
        <div className="figures shrink-0 text-right">
          <p className="text-15 font-semibold">
            <Amount value={own.available} />
          </p>
          <div className="text-12 text-t2">
            {isZero(own.held) ? (
              t('wallet.available_small')
            ) : (
              <HeldButton onClick={onAsk}>
                + <Amount value={own.held} /> {t('wallet.held_small')}
              </HeldButton>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

function History({ filter }: { filter: StatementFilter }) {
  const { t } = useTexts()
  const statement = useStatement(filter)
  return (
    <section aria-label={t('wallet.history')} className="pt-2">
      <StatementList statement={statement} isFiltered />
    </section>
  )
}
