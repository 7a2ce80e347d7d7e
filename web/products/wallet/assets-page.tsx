import { ReceiptText, Settings, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type HoldingView, type ProductTotal, walletList } from '#domain/wallet/contract.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { BalanceBlock } from '#web/features/money/balance-block.tsx'
import { CompositionBar } from '#web/features/money/composition-bar.tsx'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { utcDate } from '#web/features/time/utc.ts'
import { isZero } from '#web/format/number.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { Checkbox } from '#web/ui/switch.tsx'
import { CoinRow } from './coin-row.tsx'
import { byValue, sharesOf } from './shares.ts'
import { shownHoldings } from './small.ts'
import { Suspended } from './suspended.tsx'
import { HeldButton, WalletRow } from './wallet-row.tsx'
import { WhyHeldSheet } from './why-held-sheet.tsx'

/** The Account tab: what there is in all, in which account, in which coin, and why some of it is held. */
export default function AssetsPage() {
  const { t } = useTexts()
  return (
    <>
      <AppBar title={t('common.tab_account')} hasBack={false}>
        <PriceSourceBadge />
        <IconLink icon={ReceiptText} label={t('wallet.statement')} to={toPage('pages/setting/bill')} />
        <IconLink icon={Settings} label={t('wallet.settings')} to={toPage('pages/setting/setting')} />
      </AppBar>
      <main className="pb-8">
        <StaleBanner />
        <div className="lg:grid lg:grid-cols-2 lg:gap-x-8">
          <div>
            <BalanceBlock />
            <Accounts />
            <Suspended />
            <div className="flex flex-wrap gap-2 gutter pt-2">
              <ButtonLink kind="primary" size="small" to={toPage('pages/fund/select')} className="grow !px-2">
                {t('wallet.deposit')}
              </ButtonLink>
              <ButtonLink
                size="small"
                to={toPage('pages/fund/select', { type: 'out' })}
                className="grow !px-2"
              >
                {t('wallet.withdraw')}
              </ButtonLink>
              <ButtonLink size="small" to={toPage('pages/fund/fundTransfer')} className="grow !px-2">
                {t('wallet.transfer')}
              </ButtonLink>
              <ButtonLink size="small" to={toPage('pages/fund/transfer')} className="grow !px-2">
                {t('wallet.convert')}
              </ButtonLink>
              <ButtonLink size="small" to={toPage('pages/saleCoin/saleCoin')} className="grow !px-2">
                {t('sale.menu')}
              </ButtonLink>
            </div>
          </div>
          <Coins />
        </div>
        <div className="pt-6">
          <ListRow
            start={<ShieldCheck aria-hidden size={24} className="text-t2" />}
            title={t('wallet.verify_balance')}
            note={t('statement_pages.verify_balance_why')}
            to={toPage('pages/verify/balance')}
          />
        </div>
      </main>
    </>
  )
}

const useWallet = () => useApiQuery(walletList, {}, { refetchMs: 15_000 })

function Accounts() {
  const { t } = useTexts()
  const fiat = useFiat()
  const wallet = useWallet()
  const [asked, setAsked] = useState<WalletType>()
  if (wallet.isError && !wallet.data) return null
  if (!wallet.data)
    return (
      <>
        <div className="gutter pt-4 pb-2">
          <Skeleton className="h-2" />
        </div>
        <SkeletonRows count={4} height={56} />
      </>
    )

  const { savingsTotal } = wallet.data
  const bar = [
    ...wallet.data.wallets.map(({ walletType, valueUsd }) => ({ part: walletType, usd: valueUsd })),
    { part: 'savings' as const, usd: savingsTotal.valueUsd },
  ]
  return (
    <section aria-label={t('wallet.accounts')}>
      <div className="gutter pt-4 pb-2">
        <CompositionBar values={bar} />
      </div>
      {wallet.data.wallets.map(({ walletType, valueUsd }) => (
        <WalletRow
          key={walletType}
          part={walletType}
          name={t(`wallet.type_${walletType}`)}
          note={coinsIn(wallet.data.holdings, walletType) || t(`wallet.type_${walletType}_note`)}
          value={fiat.write(valueUsd)}
          extra={
            <HeldIn
              holdings={wallet.data.holdings}
              walletType={walletType}
              onAsk={() => setAsked(walletType)}
            />
          }
          to={toPage('pages/fund/assets_record', { walletType })}
        />
      ))}
      {wallet.data.byProduct.map(({ product, ...total }) => (
        <InProduct key={product} name={product} total={total} />
      ))}
      {asked && <WhyHeldSheet walletType={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

/** Which coins an account has. @example 'BTC, ETH, USDT' */
const coinsIn = (holdings: readonly HoldingView[], walletType: WalletType): string =>
  holdings
    .filter((holding) => holding.wallets.some((own) => own.walletType === walletType && !isZero(own.total)))
    .map(({ currency }) => currency)
    .join(', ')

function HeldIn({
  holdings,
  walletType,
  onAsk,
}: {
  holdings: readonly HoldingView[]
  walletType: WalletType
  onAsk(): void
}) {
  const { t } = useTexts()
  const held = holdings.flatMap(({ wallets }) =>
    wallets.filter((own) => own.walletType === walletType && !isZero(own.held)),
  )
  const [only] = held
  if (!only) return t('wallet.all_available')
  return (
    <HeldButton onClick={onAsk}>
      {held.length === 1 ? (
        <>
          <Amount value={only.held} currency={only.currency} /> {t('wallet.held_small')}
        </>
      ) : (
        t('wallet.held_coins', { count: held.length })
      )}
    </HeldButton>
  )
}

/** What is held in one product, beside the four wallets: by the product's own name, leading to its own page. */
function InProduct({ name, total }: { name: string; total: ProductTotal }) {
  const { t, locale } = useTexts()
  const fiat = useFiat()
  const money = useProducts().find((product) => product.name === name)?.money
  if (!money) return null
  const { earliestMaturityMs, todayUsd } = total
  return (
    <WalletRow
      part="savings"
      name={t(money.title)}
      note={
        earliestMaturityMs === null
          ? ''
          : t('wallet.savings_note', { count: total.products, date: utcDate(earliestMaturityMs, locale) })
      }
      value={fiat.write(total.valueUsd)}
      extra={
        todayUsd !== null && (!isZero(todayUsd) || earliestMaturityMs !== null) ? (
          <span className="text-gold">{t('money.interest_today', { amount: fiat.write(todayUsd) })}</span>
        ) : undefined
      }
      to={toPage(money.page)}
    />
  )
}

function Coins() {
  const { t } = useTexts()
  const wallet = useWallet()
  const [search, setSearch] = useSearchParams()
  const hidesSmall = search.get('small') === 'hidden'
  if (wallet.isError && !wallet.data) return null
  const all = wallet.data?.holdings
  const holdings = all && byValue(shownHoldings(all, hidesSmall))
  const shares = all && sharesOf(all)
  return (
    <section aria-labelledby="coins" className="pt-6 lg:pt-2">
      <div className="flex items-center justify-between gap-3 gutter">
        <h2 id="coins" className="text-13 font-normal text-t2">
          {t('wallet.coins')}
        </h2>
        <Checkbox
          isOn={hidesSmall}
          onChange={(isOn) => setSearch(isOn ? { small: 'hidden' } : {}, { replace: true })}
        >
          {t('wallet.hide_small')}
        </Checkbox>
      </div>
      {!holdings ? (
        <SkeletonRows count={3} />
      ) : holdings.length === 0 ? (
        <EmptyState
          isSmall
          title={t(hidesSmall ? 'wallet.only_small' : 'wallet.no_coins')}
          text={t(hidesSmall ? 'wallet.only_small_why' : 'wallet.no_coins_why')}
        />
      ) : (
        holdings.map((holding) => (
          <CoinRow key={holding.currency} holding={holding} share={shares?.get(holding.currency)} />
        ))
      )}
    </section>
  )
}
