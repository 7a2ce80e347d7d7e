import { Info } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { earnProducts, type ProductView, subscribe } from '#domain/earn/contract.ts'
import type { Units } from '#domain/money/amount.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { KeyValue, type KeyValueLine } from '#web/ui/key-value.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EarlyRedemption } from './early-redemption.tsx'
import { RemainingCapacity } from './product-list.tsx'
import { maxPrincipal, type Projection, principalOf, projectionOf, validateAmount } from './projection.ts'

/** Put money into one locked deposit: what it earns, when, and the early redemption figures. */
export default function SubscribePage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const offer = useApiQuery(earnProducts, {}, { refetchMs: 30_000 })
  const product = offer.data?.products.find(({ id }) => id === search.get('id'))
  const title = product
    ? `${t('earn.days', { count: product.termDays })} · ${product.currency}`
    : t('earn.title')
  return (
    <>
      <AppBar title={title}>
        <IconLink icon={Info} label={t('earn.how')} to={toPage('pages/lockming/welcome')} />
      </AppBar>
      <main>
        {offer.isError && !offer.data && (
          <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />
        )}
        {offer.isPending && <SkeletonRows />}
        {offer.data && !product && (
          <EmptyState
            title={t('earn.no_products')}
            action={{ label: t('earn.see_terms'), to: toPage('pages/lockming/lockming') }}
          />
        )}
        {product && <Ticket product={product} />}
      </main>
    </>
  )
}

function Ticket({ product }: { product: ProductView }) {
  const { t } = useTexts()
  const { currency } = product
  const nowMs = useServerNow()
  const [typed, setTyped] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const funding = useApiQuery(walletDetail, { currency, walletType: 'funding' })
  const available = funding.data?.available ?? '0'
  const problem = validateAmount(product, typed, available)
  const principal = principalOf(typed, currency) ?? principalOf(product.minimum, currency)!
  const projection = projectionOf(product, principal, nowMs)
  const isReady = problem === undefined && funding.data !== undefined

  return (
    <>
      <div className="flex flex-col gap-5 gutter pb-40">
        <div className="flex items-end justify-between gap-4">
          <div>
            <p className="figures text-28 font-semibold text-gold">{amount(product.aprPercent)}%</p>
            <p className="figures text-12 text-t2">
              {t('earn.apr_simple', { percent: product.dailyPercent })}
            </p>
          </div>
          <RemainingCapacity product={product} />
        </div>
        <div>
          <DecimalField
            label={t('earn.amount')}
            value={typed}
            onChange={setTyped}
            decimals={decimalsOf(currency)}
            unit={currency}
            error={typed !== '' && problem ? refusalText(problem.code, problem.params) : undefined}
            hint={t('earn.range', {
              minimum: amount(product.minimum, 0),
              maximum: amount(product.maximum, 0),
              currency,
            })}
          />
          <div className="flex items-center justify-between gap-3 pt-1 text-13 text-t2">
            <span>
              {t('earn.available')} <Amount value={available} currency={currency} />
            </span>
            <button
              type="button"
              onClick={() => setTyped(maxPrincipal(product, available))}
              className="target press font-semibold text-t1"
            >
              {t('earn.max')}
            </button>
          </div>
        </div>
        <KeyValue ruled lines={useProjectionLines(product, projection)} />
        {typed === '' && (
          <p className="-mt-3 text-12 text-t3">
            {t('earn.for_example', { amount: amount(projection.principal, 0), currency })}
          </p>
        )}
        <EarlyRedemption product={product} principal={principal} projection={projection} />
      </div>
      <BottomBar>
        <Button kind="primary" className="w-full" disabled={!isReady} onClick={() => setConfirming(true)}>
          {isReady
            ? t('earn.put', { amount: amount(projection.principal), currency })
            : t(reasonFor(typed, product))}
        </Button>
        <p className="pt-2 text-center text-12 text-t3">{t('earn.not_guaranteed')}</p>
      </BottomBar>
      {isConfirming && (
        <Confirm
          product={product}
          principal={principal}
          available={available}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

/** Why the button cannot be pressed. */
function reasonFor(typed: string, product: ProductView) {
  if (product.availability === 'closed') return 'earn.closed'
  if (product.availability === 'sold-out') return 'earn.full'
  return typed === '' ? 'earn.enter_amount' : 'earn.check_amount'
}

function useProjectionLines(product: ProductView, projection: Projection): KeyValueLine[] {
  const { t, locale } = useTexts()
  return [
    { name: t('earn.starts'), value: utcMoment(projection.startsAtMs, locale) },
    { name: t('earn.matures'), value: utcMoment(projection.maturesAtMs, locale) },
    {
      name: t('earn.per_day'),
      value: <span className="text-gold">+{amount(projection.interestPerDay)}</span>,
    },
    { name: t('earn.at_end'), value: <span className="text-gold">+{amount(projection.interest)}</span> },
    { name: t('earn.you_get'), value: `${amount(projection.paid)} ${product.currency}`, isStrong: true },
  ]
}

function Confirm({
  product,
  principal,
  available,
  onClose,
}: {
  product: ProductView
  principal: Units
  available: string
  onClose(): void
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const nowMs = useServerNow()
  const place = useApiMutation(subscribe)
  // The terms that are on screen are the terms that are sent, whatever arrives behind the sheet.
  const [seen, setSeen] = useState(product)
  const projection = projectionOf(seen, principal, nowMs)
  const lines = useProjectionLines(seen, projection)
  const haveTermsChanged = place.error?.code === 'EARN_TERMS_CHANGED'

  function lookAgain(): void {
    setSeen(product)
    place.reset()
  }

  async function put(): Promise<void> {
    const subscription = await place.send({
      productId: seen.id,
      amount: projection.principal,
      termsVersion: String(seen.termsVersion),
    })
    if (!subscription) return
    toast(t('earn.put_done'))
    navigate(toPage('pages/lockming/order', { id: subscription.id }), { replace: true })
  }

  return (
    <MoneySheet
      isOpen
      onClose={onClose}
      title={t('earn.confirm_title')}
      lines={[
        { name: t('earn.amount'), value: `${amount(projection.principal)} ${seen.currency}`, isStrong: true },
        ...lines,
        {
          name: t('earn.penalty_early'),
          value: t('earn.penalty_least', { percent: seen.penaltyPercent }),
        },
      ]}
      action={t('earn.put', { amount: amount(projection.principal), currency: seen.currency })}
      note={t('earn.not_guaranteed')}
      onConfirm={haveTermsChanged ? lookAgain : () => void put()}
      isPending={place.isPending}
      error={place.error}
      notDone={t('earn.not_put')}
      still={[{ name: t('earn.still_available'), value: `${amount(available)} ${seen.currency}` }]}
    />
  )
}
