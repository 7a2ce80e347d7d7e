import { LOT_STEP } from '#domain/contract/terms.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { inMargin } from '#web/features/contract/margin-amounts.ts'
import { nameOf } from '#web/features/instrument/name-of.ts'
import { useInstrument } from '#web/features/instrument/use-instrument.ts'
import { useMarginCurrency } from '#web/features/practice/practice.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useStatusText } from '#web/features/quotes/use-status-text.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useOffer } from './use-offer.ts'
import { rateText } from './words.ts'

/** The terms of an instrument's contract, in full: what an order is counted, charged and ended by. */
export function TermsAbout() {
  const { t, locale } = useTexts()
  const instrument = useInstrument()
  const currency = useMarginCurrency()
  const { terms, insurance } = useOffer(instrument)
  const status = useStatusText(instrument)
  const nextFinancingAtMs = startOfDayUtc(useServerNow()) + DAY_MS
  const cap = (most: bigint) => `${amount(inMargin(most), 0)} ${currency}`
  const share = (bps: number) => `${plainPercent(bps)}%`
  return (
    <div className="gutter py-3">
      <KeyValue
        lines={[
          { name: t('market.about_name'), value: nameOf(instrument, locale) },
          {
            name: t('contract_pages.lot_size'),
            value: `${amount(String(terms.lotSize), 0)} ${instrument.base}`,
          },
          { name: t('contract_pages.lot_step'), value: LOT_STEP },
          { name: t('market.about_tick'), value: `${instrument.tickSize} ${instrument.quote}` },
          { name: t('contract_pages.leverage'), value: terms.leverages.map((one) => `${one}×`).join(' ') },
          { name: t('contract_pages.fee_each_way'), value: rateText(terms.feeBps) },
          {
            name: t('contract_pages.financing_terms'),
            value: `${rateText(terms.financingBps)} · ${utcMoment(nextFinancingAtMs, locale)}`,
          },
          { name: t('contract_pages.limit_range'), value: `± ${share(terms.collarBps)}` },
          { name: t('contract_pages.slippage'), value: share(terms.slippageBps) },
          { name: t('contract_pages.cap_own'), value: cap(terms.maxPosition) },
          { name: t('contract_pages.cap_all'), value: cap(terms.maxOpenInterest) },
          { name: t('contract_pages.margin_call_at'), value: share(terms.marginCallBps) },
          { name: t('contract_pages.liquidated_at'), value: share(terms.maintenanceBps) },
          {
            name: t('contract_pages.insurance'),
            value: insurance === undefined ? '—' : `${amount(insurance)} ${currency}`,
          },
          {
            name: t('contract_pages.conversion'),
            value: terms.conversion
              ? t('contract_pages.conversion_at', { name: labelOf(terms.conversion.symbol) })
              : '1:1',
          },
          { name: t('market.about_status'), value: status },
          { name: t('contract_pages.terms_version'), value: String(terms.version) },
        ]}
      />
      <p className="mt-2 flex flex-wrap items-center gap-2 text-12 text-t3">
        {t('contract_pages.terms_why')} <PriceSourceBadge />
      </p>
    </div>
  )
}
