import type { ReactNode } from 'react'
import { earnProducts } from '#domain/earn/contract.ts'
import { QUOTE_VALID_MS } from '#domain/earn/rules.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { FundLine } from '../term/fund-line.tsx'
import { principalOf, projectionOf, redemptionOn } from '../term/projection.ts'
import { locked } from './locked.ts'

const EXAMPLE = '1000'

/** How a locked deposit works: dates, interest, early redemption, where the interest comes from, and what it is not. */
export default function HowItWorksPage() {
  const { t } = useTexts()
  const query = useApiQuery(earnProducts, { kind: locked.name })
  return (
    <>
      <AppBar title={t('earn_pages.how')} />
      <main className="flex flex-col gap-6 gutter pt-2 pb-28">
        <Part title={t('earn_pages.how_dates')} text={t('earn_pages.how_dates_text')}>
          <Example />
        </Part>
        <Part title={t('earn_pages.how_interest')} text={t('earn_pages.how_interest_text')} />
        <Part title={t('earn_pages.how_end')} text={t('earn_pages.how_end_text')} />
        <Part
          title={t('earn_pages.if_redeemed')}
          text={t('earn_pages.how_redeem_text', { seconds: QUOTE_VALID_MS / 1_000 })}
        />
        <Part title={t('earn_pages.how_source')} text={t('earn_pages.how_source_text')}>
          <div className="-mx-4">
            <FundLine funds={query.data?.interestFund ?? []} />
          </div>
        </Part>
        <Part title={t('earn_pages.how_not')} text={t('earn_pages.how_not_text')} />
        <BottomBar>
          <ButtonLink kind="primary" className="w-full" to={toPage(locked.pages.products)}>
            {t('earn_pages.see_terms')}
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
function Example() {
  const { t, locale } = useTexts()
  const query = useApiQuery(earnProducts, { kind: locked.name })
  const nowMs = useServerNow()
  const product = query.data?.products.find(({ availability }) => availability === 'open')
  const principal = product && principalOf(EXAMPLE, product.currency)
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
          { name: t('earn_pages.per_day'), value: <Gold text={`+${amount(projection.interestPerDay)}`} /> },
          {
            name: t('earn_pages.paid_at_end'),
            value: `${amount(projection.paid)} ${product.currency}`,
            isStrong: true,
          },
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
