import type { ReactNode } from 'react'
import { earnProducts } from '#domain/earn/contract.ts'
import { termKinds } from '#domain/earn/kinds.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { FundLine } from '../term/fund-line.tsx'
import { type AppTermKind, toKindPage } from '../term/kind.ts'
import { paidText, principalOf, projectionOf, redemptionOn } from '../term/projection.ts'
import { useLockKind } from './use-lock-kind.ts'

/** A round amount: of dollars, and of a coin. */
const USDT_EXAMPLE = '1000'
const COIN_EXAMPLE = '1'

/** How a kind works: dates, what it earns, early redemption, where that comes from, and what it is not. */
export default function HowItWorksPage() {
  const { t } = useTexts()
  const kind = useLockKind(termKinds)
  const { texts } = kind
  const query = useApiQuery(earnProducts, { kind: kind.name })
  return (
    <>
      <AppBar title={kind.name === 'locked' ? t(texts.howItWorks) : t(texts.title)} />
      <main className="flex flex-col gap-6 gutter pt-2 pb-28">
        <Part title={t('earn_pages.how_dates')} text={t('earn_pages.how_dates_text')}>
          <Example kind={kind} />
        </Part>
        <Part title={t(texts.perDay)} text={t(texts.howInterest)} />
        <Part title={t('earn_pages.how_end')} text={t(texts.howEnd)} />
        <Part title={t('earn_pages.if_redeemed')} text={t(texts.howRedeem)} />
        <Part title={t('earn_pages.how_source')} text={t(texts.howSource)}>
          <div className="-mx-4">
            <FundLine kind={kind} funds={query.data?.interestFund ?? []} />
          </div>
        </Part>
        <Part title={t('earn_pages.how_not')} text={t(texts.howNot)} />
        <BottomBar>
          <ButtonLink kind="primary" className="w-full" to={toKindPage(kind, 'products')}>
            {t(texts.seeProducts)}
          </ButtonLink>
        </BottomBar>
      </main>
    </>
  )
}

function Part({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section>
      <h2 className="text-17 font-semibold">{title}</h2>
      <p className="mt-1 text-15 text-t2">{text}</p>
      {children}
    </section>
  )
}

/** A real product with a round amount, by the rules that would pay it. */
function Example({ kind }: { kind: AppTermKind }) {
  const { t, locale } = useTexts()
  const query = useApiQuery(earnProducts, { kind: kind.name })
  const nowMs = useServerNow()
  const product = query.data?.products.find(
    ({ availability, termDays }) => availability === 'open' && termDays > 0,
  )
  const principal =
    product && principalOf(product.currency === 'USDT' ? USDT_EXAMPLE : COIN_EXAMPLE, product.currency)
  if (!product || principal === undefined) return null
  const projection = projectionOf(product, principal, nowMs)
  const day = Math.floor(product.termDays / 3)
  const redemption = redemptionOn(product, principal, day, projection.startsAtMs)
  return (
    <div className="mt-3">
      <p className="pb-1 text-12 text-t3">
        {t('earn_pages.example', {
          amount: amount(projection.principal, 0),
          currency: product.currency,
          count: product.termDays,
        })}
      </p>
      <KeyValue
        ruled
        lines={[
          { name: t('earn_pages.starts'), value: utcMoment(projection.startsAtMs, locale) },
          { name: t('earn_pages.matures'), value: utcMoment(projection.maturesAtMs, locale) },
          {
            name: t(kind.texts.perDay),
            value: <Gold text={`+${amount(projection.interestPerDay)} ${product.rewardCurrency}`} />,
          },
          { name: t('earn_pages.paid_at_end'), value: paidText(projection, product), isStrong: true },
          {
            name: t('earn_pages.redeemed_on_day', { day }),
            value: `${amount(redemption.refund)} ${product.currency}`,
          },
        ]}
      />
    </div>
  )
}

function Gold({ text }: { text: string }) {
  return <span className="text-gold">{text}</span>
}
