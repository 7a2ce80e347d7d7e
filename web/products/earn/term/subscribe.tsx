import { Info } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { coupons } from '#domain/coupon/contract.ts'
import { earnProducts, type ProductView, subscribe } from '#domain/earn/contract.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { MoneyForm } from '#web/features/money/money-form.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { expectedBoost } from './boost.ts'
import { EarlyRedemption } from './early-redemption.tsx'
import { type AppTermKind, toKindPage } from './kind.ts'
import { RemainingCapacity } from './product-list.tsx'
import { inReward, maxPrincipal, paidText, principalOf, projectionOf, validateAmount } from './projection.ts'
import { rateWords } from './rate-words.ts'
import { TodaysPrice } from './todays-price.tsx'

/** Put money into one term product: what it earns, when, and what early redemption gives. */
export function SubscribePage({ kind }: { kind: AppTermKind }) {
  const { t } = useTexts()
  const { texts } = kind
  const [search] = useSearchParams()
  const query = useApiQuery(earnProducts, { kind: kind.name }, { refetchMs: 30_000 })
  const product = query.data?.products.find(({ id }) => id === search.get('id'))
  const title = product ? `${kind.nameOf(product, t)} · ${product.currency}` : t(texts.title)
  return (
    <>
      <AppBar title={title}>
        <IconLink icon={Info} label={t(texts.howItWorks)} to={toKindPage(kind, 'howItWorks')} />
      </AppBar>
      <main>
        {query.isError && !query.data && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <SkeletonRows />}
        {query.data && !product && (
          <EmptyState
            title={t('earn_pages.no_products')}
            action={{ label: t(texts.seeProducts), to: toKindPage(kind, 'products') }}
          />
        )}
        {product && (
          <Offered product="earn" instead={{ label: t(texts.own), to: toKindPage(kind, 'subscriptions') }}>
            <SubscribeForm kind={kind} product={product} />
          </Offered>
        )}
      </main>
    </>
  )
}

function SubscribeForm({ kind, product }: { kind: AppTermKind; product: ProductView }) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const { currency } = product
  const hasTerm = product.termDays > 0
  const nowMs = useServerNow()
  const [typed, setTyped] = useState('')
  const available = useApiQuery(walletDetail, { currency, walletType: 'funding' }).data?.available
  const problem = validateAmount(product, typed, available ?? '0')
  const principal = principalOf(typed, currency) ?? principalOf(product.minimum, currency)!
  const projection = projectionOf(product, principal, nowMs)
  // Nothing is projected for an amount that cannot be subscribed.
  const isRefused = typed !== '' && available !== undefined && problem !== undefined
  const isReady = problem === undefined && available !== undefined
  const action = t('earn_pages.subscribe', { amount: amount(projection.principal), currency })
  const { dailyPercent } = product
  const rate = {
    ...rateWords(product, t),
    ...(dailyPercent !== null && { note: t('earn_pages.apr_simple', { percent: dailyPercent }) }),
  }
  // Lock-mining earns another coin: no coupon counts there.
  const takesCoupon = hasTerm && kind.name !== 'mining'
  const usable = useApiQuery(coupons, { status: 'usable', limit: '50' }, { enabled: takesCoupon }).data?.items
  const boost =
    takesCoupon && usable && !isRefused
      ? expectedBoost(
          usable,
          { currency, principal: projection.principal, termDays: product.termDays },
          nowMs,
        )
      : undefined
  const gain = (value: string) =>
    isRefused ? '—' : <span className="text-gold">+{inReward(product, amount(value))}</span>
  const lines: KeyValueLines = [
    { name: t('earn_pages.starts'), value: utcMoment(projection.startsAtMs, locale) },
    hasTerm && { name: t('earn_pages.matures'), value: utcMoment(projection.maturesAtMs, locale) },
    { name: t(kind.texts.perDay), value: gain(projection.interestPerDay) },
    hasTerm && { name: t(kind.texts.atEnd), value: gain(projection.interest) },
    hasTerm && {
      name: t('earn_pages.paid_at_end'),
      value: isRefused ? '—' : paidText(projection, product),
      isStrong: true,
    },
    boost && {
      name: t('earn_pages.coupon_adds', { percent: amount(boost.percent, 0) }),
      value: `+${amount(boost.amount)} ${currency}`,
    },
  ]

  return (
    <MoneyForm
      endpoint={subscribe}
      input={
        isReady
          ? {
              productId: product.id,
              amount: projection.principal,
              termsVersion: String(product.termsVersion),
            }
          : undefined
      }
      isFixed
      above={
        <div className="flex items-end justify-between gap-4">
          <div>
            <p className="figures text-28 font-semibold text-gold">{rate.main}</p>
            <p className="figures text-12 text-t2">{rate.note}</p>
          </div>
          <RemainingCapacity product={product} />
        </div>
      }
      amount={{
        value: typed,
        onChange: setTyped,
        currency,
        balance: { available, maximum: available && maxPrincipal(product, available) },
        error: isRefused ? refusalText(problem.code, problem.params) : undefined,
        hint: t('earn_pages.range', {
          minimum: amount(product.minimum, 0),
          maximum: amount(product.maximum, 0),
          currency,
        }),
      }}
      action={isReady ? action : t(reasonFor(typed, product))}
      note={t(kind.texts.riskShort)}
      confirmation={{
        title: t('earn_pages.confirm_title'),
        lines: [
          {
            name: t('earn_pages.amount'),
            value: `${amount(projection.principal)} ${currency}`,
            isStrong: true,
          },
          ...lines,
          hasTerm && {
            name: t('earn_pages.penalty_early'),
            value: t('earn_pages.penalty_least', { percent: product.penaltyPercent }),
          },
        ],
        action,
        note: t(kind.texts.riskShort),
        notDone: t('earn_pages.not_subscribed'),
        still: available
          ? [{ name: t('earn_pages.still_available'), value: `${amount(available)} ${currency}` }]
          : [],
      }}
      onDone={({ id }) => {
        toast(t('earn_pages.subscribed'))
        navigate(toKindPage(kind, 'subscriptions', { id }), { replace: true })
      }}
    >
      <KeyValue ruled lines={lines} />
      {boost && <p className="-mt-3 text-12 text-t3">{t('earn_pages.coupon_used')}</p>}
      {product.atTodaysPrice && <TodaysPrice price={product.atTodaysPrice} />}
      {typed === '' && (
        <p className="-mt-3 text-12 text-t3">
          {t('earn_pages.for_example', { amount: amount(projection.principal, 0), currency })}
        </p>
      )}
      {!isRefused && (
        <EarlyRedemption kind={kind} product={product} principal={principal} projection={projection} />
      )}
    </MoneyForm>
  )
}

/** Why the button cannot be pressed. */
function reasonFor(typed: string, product: ProductView) {
  if (product.availability === 'closed') return 'earn_pages.closed'
  if (product.availability === 'sold-out') return 'earn_pages.sold_out'
  return typed === '' ? 'earn_pages.enter_amount' : 'earn_pages.check_amount'
}
