import { History, Store } from 'lucide-react'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { type OtcOfferView, otcOffers, otcTerms } from '#domain/otc/contract.ts'
import { otcFiats, otcSides } from '#domain/otc/rules.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { Offered, useOffered } from '#web/features/eligibility/offered.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { amount, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips, UnderlineTabs } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TakeSheet } from './take-sheet.tsx'
import { useOtcLive } from './use-otc-live.ts'
import { kindText, PriceSourceLine, recordText } from './words.tsx'

const REFRESH_MS = 10_000
const fiatChoices = ['all', ...otcFiats] as const

/** Offers that can be taken, by currency, the best price first; `?id=` opens one. */
export default function OffersPage() {
  const { t } = useTexts()
  useOtcLive()
  const isOffered = useOffered('otc')
  const whyNot = useId()
  const terms = useApiQuery(otcTerms, {})
  // What the customer does; who made the offer does the other.
  const [own, setOwn] = useUrlChoice('side', otcSides)
  const [fiat, setFiat] = useUrlChoice('fiat', fiatChoices)
  const [search, setSearch] = useSearchParams()
  const coins = terms.data?.coins.map(({ code }) => code) ?? ['USDT']
  const coin = coins.find((code) => code === search.get('coin')) ?? 'USDT'
  const side = own === 'buy' ? ('sell' as const) : ('buy' as const)
  const list = usePagedList(
    otcOffers,
    { side, currency: coin, ...(fiat !== 'all' && { fiat }), limit: '50' },
    { refetchMs: REFRESH_MS },
  )
  const change = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(search)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const opened = search.get('id')
  return (
    <>
      <AppBar title={t('otc_pages.title')}>
        <IconLink icon={Store} label={t('otc_pages.own_offers')} to={toPage('pages/otc/offers')} />
        <IconLink icon={History} label={t('otc_pages.orders')} to={toPage('pages/otc/orders')} />
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('otc_pages.side')}
          choices={otcSides.map((id) => ({ id, label: t(`otc_pages.side_${id}`) }))}
          value={own}
          onChange={setOwn}
        />
        <Chips
          label={t('otc_pages.coin')}
          choices={coins.map((id) => ({ id, label: id }))}
          value={coin}
          onChange={(id) => change('coin', id === 'USDT' ? undefined : id)}
        />
        <Chips
          label={t('otc_pages.fiat')}
          choices={fiatChoices.map((id) => ({ id, label: id === 'all' ? t('otc_pages.all_fiats') : id }))}
          value={fiat}
          onChange={setFiat}
        />
        <Offered product="otc" id={whyNot} />
        <PagedList
          list={list}
          skeleton={<SkeletonRows count={4} height={112} />}
          empty={<EmptyState title={t('otc_pages.no_offers')} text={t('otc_pages.no_offers_why')} />}
          more={t('common.more')}
        >
          {(items) => (
            <ul>
              {items.map((offer) => (
                <li key={offer.id}>
                  <OfferRow
                    offer={offer}
                    whyNot={isOffered ? undefined : whyNot}
                    onTake={() => change('id', offer.id)}
                  />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </main>
      {opened !== null && (
        <TakeSheet
          id={opened}
          listed={list.items?.find(({ id }) => id === opened)}
          terms={terms.data}
          onClose={() => change('id', undefined)}
        />
      )}
    </>
  )
}

/** An offer as it is read, and the way to take it; `whyNot`: the id of what says why none can be. */
function OfferRow({
  offer,
  whyNot,
  onTake,
}: {
  offer: OtcOfferView
  whyNot: string | undefined
  onTake(): void
}) {
  const { t } = useTexts()
  const { maker, price, fiat, currency, minimum, maximum, payments, side, isOwn } = offer
  const kind = kindText(maker, t)
  return (
    <button
      type="button"
      disabled={whyNot !== undefined}
      aria-describedby={whyNot}
      onClick={onTake}
      className="press flex w-full flex-col gap-1 border-b border-line gutter py-3 text-left focus-visible:-outline-offset-2"
    >
      <span className="flex w-full flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-15 font-semibold">
          {maker.name}
          {kind && <span className="pl-2 text-12 font-normal text-t2">{kind}</span>}
          {isOwn && <span className="pl-2 text-12 font-normal text-t2">{t('otc_pages.own')}</span>}
        </span>
        <span className="text-12 text-t3">{recordText(maker, t)}</span>
      </span>
      <span className="flex w-full flex-wrap items-end justify-between gap-3">
        <span className="min-w-0">
          <span className="figures block text-20 font-semibold">
            {price !== null && `${grouped(price)} `}
            <span className="text-12 font-normal text-t2">
              {fiat} {t('otc_pages.per_coin', { currency })}
            </span>
          </span>
          {price === null && <span className="block text-13 text-t1">{t('otc_pages.no_price')}</span>}
          <PriceSourceLine of={offer} t={t} />
          <span className="figures block pt-1 text-12 text-t2">
            {t('otc_pages.limits', { minimum: amount(minimum, 0), maximum: amount(maximum, 0), currency })}
          </span>
          <span className="block text-12 text-t3">
            {payments.map((payment) => t(`otc_pages.pay_${payment}`)).join(' · ')}
          </span>
        </span>
        <span
          className={cx(
            'shrink-0 rounded-12 px-4 py-2.5 text-13 font-semibold',
            whyNot ? 'bg-s2 text-t3' : side === 'sell' ? 'bg-up text-ink' : 'bg-down text-ink',
          )}
        >
          {t(side === 'sell' ? 'otc_pages.side_buy' : 'otc_pages.side_sell')}
        </span>
      </span>
    </button>
  )
}
