import { Info, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { buyDual, type dualProduct as DualProduct, dualProduct } from '#domain/dual/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { parsePrice } from '#domain/market/instrument.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount, fixed, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FieldBox } from '#web/ui/field.tsx'
import { IconButton, IconLink } from '#web/ui/icon-button.tsx'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EscrowLine } from './escrow-line.tsx'
import { Outcomes } from './outcomes.tsx'
import {
  type DualLimit,
  moneyOf,
  mostUnits,
  type Payoff,
  payoffOf,
  pictureRange,
  pointAt,
  tightestLimit,
  wholeUnits,
} from './payoff.ts'
import { PayoffChart } from './payoff-chart.tsx'

type Product = OutputOf<typeof DualProduct>

/** Put money into one dual investment: what it pays at any price, both outcomes in money, and when. */
export default function PurchasePage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useApiQuery(dualProduct, { id }, { enabled: id !== '', refetchMs: 15_000 })
  const product = query.data
  return (
    <>
      <AppBar
        title={product ? t(`dual_pages.title_${product.type}`, { coin: product.base }) : t('dual_pages.none')}
      >
        <PriceSourceBadge isShort />
        <IconLink icon={Info} label={t('dual_pages.how')} to={toPage('pages/invest/help')} />
      </AppBar>
      <main>
        {id === '' || (query.error && !product) ? (
          query.error && query.error.code !== 'NOT_FOUND' ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <EmptyState
              title={t('dual_pages.none')}
              action={{ label: t('dual_pages.see_products'), to: toPage('pages/invest/invest') }}
            />
          )
        ) : product ? (
          <Offered product="dual" instead={{ label: t('dual_pages.mine'), to: toPage('pages/invest/mine') }}>
            <PurchaseForm key={product.id} product={product} />
          </Offered>
        ) : (
          <SkeletonRows />
        )}
      </main>
    </>
  )
}

function PurchaseForm({ product }: { product: Product }) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const call = useApiMutation(buyDual)
  const { base, currency, type } = product
  /** What was typed, and where: the other field follows it. */
  const [typed, setTyped] = useState<Typed>({ field: 'units', text: '1' })
  /** What was looked at is what is sent, whatever changes behind the sheet. */
  const [seen, setSeen] = useState<{ readonly num: number; readonly payoff: Payoff }>()
  const available = useApiQuery(walletDetail, { currency, walletType: 'funding' }).data?.available
  const num = numOf(product, typed)
  const payoff = payoffOf(product, Math.max(1, num))
  if (!payoff) return null
  const { limit, most } = tightestLimit(product, available)
  const isOpen = product.availability === 'open'
  const isReady = isOpen && num >= 1 && num <= most && available !== undefined
  const bounded = mostUnits(product, undefined)
  const dates: KeyValueLines = [
    { name: t('dual_pages.starts'), value: utcMoment(product.startsAtMs, locale) },
    { name: t('dual_pages.settles'), value: utcMoment(product.settlesAtMs, locale) },
    { name: t('dual_pages.how_cancel'), value: t('dual_pages.cancel_within') },
    { name: t('dual_pages.price_rule'), value: t('dual_pages.price_how') },
  ]
  const action = (of: Payoff) => t('dual_pages.subscribe', { amount: amount(of.shown.principal), currency })

  async function confirm() {
    if (!seen) return
    const order = await call.send({ productId: product.id, num: String(seen.num) })
    if (!order) return
    setSeen(undefined)
    toast(t('dual_pages.done'))
    navigate(toPage('pages/invest/mine', { id: order.id }), { replace: true })
  }

  return (
    <form
      className="gutter pb-40 lg:grid lg:grid-cols-2 lg:gap-x-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        call.reset()
        setSeen({ num, payoff })
      }}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <div className="flex items-end justify-between gap-4">
          <div>
            <p className="figures text-28 font-semibold text-gold">{amount(product.yieldPercent)}%</p>
            <p className="figures text-13 text-t2">
              {t('dual_pages.for_days', { count: product.termDays, percent: amount(product.aprPercent) })}
            </p>
          </div>
          <p className="figures text-right text-13 text-t2">
            {isOpen ? t('dual_pages.available', { percent: product.leftPercent }) : t(reasonFor(product))}
            <span className="block text-t1">
              {t('dual_pages.range', {
                minimum: amount(product.unit, 0),
                maximum: amount(payoffOf(product, Math.max(1, bounded))!.shown.principal, 0),
                currency,
              })}
            </span>
          </p>
        </div>
        <Units
          product={product}
          typed={typed.field === 'units' ? typed.text : num > 0 ? String(num) : ''}
          num={num}
          most={most}
          onType={(text) => setTyped({ field: 'units', text })}
        />
        <DecimalField
          label={t('dual_pages.money')}
          value={typed.field === 'money' ? typed.text : num > 0 ? short(moneyOf(product, num)) : ''}
          onChange={(text) => setTyped({ field: 'money', text })}
          decimals={decimalsOf(currency)}
          unit={currency}
          hint={
            num > 0 && num <= most && typed.field === 'money'
              ? t('dual_pages.whole_units', { amount: amount(moneyOf(product, num)), currency })
              : undefined
          }
        />
        {isOpen && num > most && (
          <LimitNote
            product={product}
            limit={limit}
            most={most}
            available={available}
            onUse={() => setTyped({ field: 'units', text: String(most) })}
          />
        )}
        <p className="-mt-3 flex flex-wrap justify-between gap-x-3 text-13 text-t2">
          <span>
            {t('money.available')} {available ? <Amount value={available} currency={currency} /> : '—'}
          </span>
          <span className="figures">
            {t('dual_pages.invest')} <b className="text-15 text-t1">{amount(payoff.shown.principal)}</b>{' '}
            {currency}
          </span>
        </p>
        <Outcomes {...product} {...payoff.shown} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 pt-5 lg:pt-0">
        <PayoffSection payoff={payoff} />
        <div>
          <KeyValue ruled lines={dates} />
          <EscrowLine funds={product.escrow} />
        </div>
      </div>
      <BottomBar>
        <Button type="submit" kind="primary" className="w-full" disabled={!isReady}>
          {isReady
            ? action(payoff)
            : isOpen && num > most && most > 0
              ? t('dual_pages.at_most', { amount: amount(moneyOf(product, most)), currency })
              : t(whyNot(product, num, limit), { currency })}
        </Button>
        <p className="pt-2 text-center text-12 text-t3">{t(`dual_pages.risk_${type}`, { coin: base })}</p>
      </BottomBar>
      {seen && (
        <MoneySheet
          isOpen
          title={t('dual_pages.confirm_title')}
          text={t(`dual_pages.risk_${type}`, { coin: base })}
          lines={[
            {
              name: t('dual_pages.invest'),
              value: `${amount(seen.payoff.shown.principal)} ${currency}`,
              isStrong: true,
            },
            {
              name: t('dual_pages.if_above', { coin: base, price: grouped(product.strike) }),
              value: `${amount(seen.payoff.shown.above)} ${product.quote}`,
            },
            {
              name: t('dual_pages.if_below', { coin: base, price: grouped(product.strike) }),
              value: `${amount(seen.payoff.shown.below)} ${base}`,
            },
            ...dates,
          ]}
          action={action(seen.payoff)}
          notDone={t('dual_pages.not_done')}
          still={
            available ? [{ name: t('dual_pages.still'), value: `${amount(available)} ${currency}` }] : []
          }
          onClose={() => setSeen(undefined)}
          onConfirm={() => void confirm()}
          isPending={call.isPending}
          error={call.error}
        />
      )}
    </form>
  )
}

/** How many units: a button less, a button more, or typed. */
function Units({
  product,
  typed,
  num,
  most,
  onType,
}: {
  product: Product
  typed: string
  num: number
  most: number
  onType(text: string): void
}) {
  const { t } = useTexts()
  const label = t('dual_pages.units', { unit: amount(product.unit, 0), currency: product.currency })
  return (
    <FieldBox error={false} className="!gap-0 !px-0">
      <IconButton
        icon={Minus}
        label={t('dual_pages.fewer')}
        disabled={num <= 1}
        className="disabled:text-t3"
        onClick={() => onType(String(num - 1))}
      />
      <label className="min-w-0 flex-1 py-1.5 text-center">
        <span className="block text-12 text-t2">{label}</span>
        <input
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onType(event.target.value.replace(/\D/g, '').slice(0, 7))}
          className="figures w-full bg-transparent text-center text-17 font-semibold outline-none"
        />
      </label>
      <IconButton
        icon={Plus}
        label={t('dual_pages.more')}
        disabled={num >= most}
        className="disabled:text-t3"
        onClick={() => onType(String(num + 1))}
      />
    </FieldBox>
  )
}

/** What any settlement price pays: a picture to drag in, and the same in a sentence. */
function PayoffSection({ payoff }: { payoff: Payoff }) {
  const { t } = useTexts()
  useQuotes()
  const { instrument } = payoff
  const price = useQuote(instrument.symbol, (quote) => quote?.lastPrice ?? undefined)
  const now = price === undefined ? undefined : Number(parsePrice(instrument, price))
  const { low } = pictureRange(payoff, now)
  const [asked, setAsked] = useState<number>()
  // Between the lowest price and the strike: where it matters.
  const chosen = asked ?? Math.round((low + payoff.terms.strike) / 2)
  const point = pointAt(payoff, chosen)
  const worth = formatAmount(point.worth, instrument.quote)
  return (
    <section aria-labelledby="payoff">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="payoff" className="text-15 font-semibold">
          {t('dual_pages.get_back')}
        </h2>
        <span className="text-12 text-t3">{t('dual_pages.drag')}</span>
      </div>
      <p className={`figures pt-1 text-13 ${point.worth < point.held ? 'text-danger' : 'text-t2'}`}>
        {t('dual_pages.spoken', {
          ...{ price: grouped(point.priceText), paid: amount(point.paid), currency: point.currency },
          ...{ worth: grouped(fixed(worth, 2)), quote: instrument.quote },
        })}
      </p>
      <PayoffChart payoff={payoff} now={now} price={chosen} onPrice={setAsked} />
      <p className="pt-1 text-12 text-t3">{t('dual_pages.dotted')}</p>
    </section>
  )
}

/** Why a product is not sold. */
const reasonFor = ({ availability }: Product) =>
  availability === 'sold-out'
    ? 'dual_pages.sold_out'
    : availability === 'upcoming'
      ? 'dual_pages.not_yet'
      : 'dual_pages.closed'

/** Why the button cannot be pressed, where nothing less would do either. */
function whyNot(product: Product, num: number, limit: DualLimit) {
  if (product.availability !== 'open') return reasonFor(product)
  if (num < 1) return 'dual_pages.enter_units'
  return limit === 'balance' ? 'dual_pages.not_enough' : 'dual_pages.above_limit'
}

/** Without zeros that say nothing. @example short('400.0000000') // '400' */
const short = (text: string): string => text.replace(/\.?0+$/, '')

interface Typed {
  readonly field: 'units' | 'money'
  readonly text: string
}

const numOf = (product: Product, { field, text }: Typed): number => {
  if (field === 'money') return wholeUnits(product, text)
  return /^\d{1,7}$/.test(text) ? Number(text) : 0
}

/** Which limit refuses an amount, the most that it takes, and a button that enters it. */
function LimitNote({
  product,
  limit,
  most,
  available,
  onUse,
}: {
  product: Product
  limit: DualLimit
  most: number
  available: string | undefined
  onUse(): void
}) {
  const { t } = useTexts()
  const { currency, maximum } = product
  const shown = { most: amount(moneyOf(product, most)), currency }
  return (
    <div role="alert" className="-mt-2 flex flex-wrap items-center justify-between gap-2 text-13 text-danger">
      <p className="min-w-0">
        {limit === 'own' &&
          t('dual_pages.limit_own', { ...shown, maximum: amount(moneyOf(product, maximum)) })}
        {limit === 'left' && t('dual_pages.limit_left', shown)}
        {limit === 'balance' &&
          t('dual_pages.limit_balance', { ...shown, available: amount(available ?? '0') })}
      </p>
      {most > 0 && (
        <Button size="small" onClick={onUse}>
          {t('dual_pages.use_most', { amount: shown.most, currency })}
        </Button>
      )}
    </div>
  )
}
