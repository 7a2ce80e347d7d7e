import { useState } from 'react'
import { cancelDual, type DualOrderView, dualOrder } from '#domain/dual/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { eventKey } from '#domain/statement/events.ts'
import { SECOND_MS } from '#domain/time.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { decimalsOf, signedUnits } from '#web/features/money/decimals.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { useCountdownTo } from '#web/features/time/use-countdown-to.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { utcMoment } from '#web/features/time/utc.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount, grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { statusText } from './order-words.ts'
import { Outcomes } from './outcomes.tsx'

/** One dual investment: what it may pay or paid, by which average, and the way out for a minute. */
export function OrderSheet({
  id,
  listed,
  onClose,
}: {
  id: string
  listed: DualOrderView | undefined
  onClose(): void
}) {
  const { t, locale } = useTexts()
  const query = useApiQuery(dualOrder, { id }, { refetchMs: 30_000 })
  const [isCancelling, setCancelling] = useState(false)
  const nowMs = useServerNow()
  const order = query.data ?? listed
  if (isCancelling && order) return <CancelSheet order={order} onClose={() => setCancelling(false)} />
  return (
    <RecordSheet
      title={order ? t(`dual_pages.title_${order.type}`, { coin: order.base }) : t('dual_pages.mine')}
      text={t('dual_pages.order_no', { id })}
      onClose={onClose}
      query={query}
      ask={order && <AskLink kind="dual-order" id={order.id} />}
      above={
        order && (
          <div className="pt-3">
            <Outcomes {...order} gain={gainOf(order)} />
          </div>
        )
      }
      lines={order && linesOf(order, query.data?.fixings ?? [], nowMs, locale, t)}
    >
      {order && (
        <div className="grid gap-3 border-t border-line pt-4 pb-2">
          {order.canCancel && (
            <CancelButton untilMs={order.cancelUntilMs} onTap={() => setCancelling(true)} />
          )}
          {order.fixing && (
            <ButtonLink to={toPage('pages/verify/verify', { dual: order.id })} className="text-gold">
              <Bob />
              {t('verify.open')}
            </ButtonLink>
          )}
          <ButtonLink
            to={toPage('pages/setting/bill', { id: eventKey('dual', order.id) })}
            className="text-gold"
          >
            <Bob />
            {t('dual_pages.see_statement')}
          </ButtonLink>
        </div>
      )}
    </RecordSheet>
  )
}

/** The yield, in the currency put in. */
function gainOf({ type, above, below, principal, currency }: DualOrderView): string {
  const decimals = decimalsOf(currency)
  const own = signedUnits(type === 'call' ? below : above, decimals)
  return formatAmount(own - signedUnits(principal, decimals), currency)
}

function linesOf(
  order: DualOrderView,
  fixings: readonly NonNullable<DualOrderView['fixing']>[],
  nowMs: number,
  locale: string,
  t: Translate,
): KeyValueLines {
  const { currency, result, settlesAtMs, dueAtMs, status } = order
  return [
    { name: t('dual_pages.status'), value: statusText(order, nowMs, t), isStrong: true },
    result && {
      name: t('dual_pages.paid'),
      value: <Amount value={result.amount} currency={result.currency} />,
      isStrong: true,
    },
    ...fixings.map(({ atMs, price, minutes, ticks }) => ({
      name: t('dual_pages.average'),
      value: (
        <>
          {price === null ? t('dual_pages.no_average') : grouped(price)}
          <span className="block text-12 text-t3">
            {t('dual_pages.average_of', { ticks: grouped(String(ticks)), minutes })}
          </span>
          <span className="block text-12 text-t3">{utcMoment(atMs, locale)}</span>
        </>
      ),
    })),
    { name: t('dual_pages.invest'), value: <Amount value={order.principal} currency={currency} /> },
    { name: t('dual_pages.market'), value: labelOf(order.symbol) },
    { name: t('dual_pages.strike_name'), value: grouped(order.strike) },
    {
      name: t('dual_pages.yield_name'),
      value: `${amount(order.yieldPercent)}% · ${amount(order.aprPercent)}%`,
    },
    { name: t('dual_pages.starts'), value: utcMoment(order.startsAtMs, locale) },
    { name: t('dual_pages.settles'), value: utcMoment(settlesAtMs, locale) },
    status === 'active' &&
      dueAtMs !== settlesAtMs && { name: t('dual_pages.postponed'), value: utcMoment(dueAtMs, locale) },
    { name: t('dual_pages.subscribed_at'), value: zonedMoment(order.subscribedAtMs, locale) },
    result && { name: t('dual_pages.paid_at'), value: zonedMoment(result.atMs, locale) },
  ]
}

/** The way out, for as long as there is one. */
function CancelButton({ untilMs, onTap }: { untilMs: number; onTap(): void }) {
  const { t } = useTexts()
  const leftMs = useCountdownTo(untilMs)
  if (leftMs === 0) return null
  return <Button onClick={onTap}>{t('dual_pages.cancel', { seconds: Math.ceil(leftMs / SECOND_MS) })}</Button>
}

/** Takes all of it back. */
function CancelSheet({ order, onClose }: { order: DualOrderView; onClose(): void }) {
  const { t } = useTexts()
  const call = useApiMutation(cancelDual)
  const back = { amount: amount(order.principal), currency: order.currency }
  return (
    <MoneySheet
      isOpen
      title={t('dual_pages.cancel_title')}
      text={t('dual_pages.cancel_text')}
      lines={[
        { name: t('dual_pages.back'), value: `${back.amount} ${back.currency}`, isStrong: true },
        { name: t('dual_pages.market'), value: labelOf(order.symbol) },
      ]}
      action={t('dual_pages.cancel_action', back)}
      cancel={t('dual_pages.keep')}
      notDone={t('dual_pages.not_cancelled')}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await call.send({ id: order.id }))) return
        toast(t('dual_pages.cancelled', back))
        onClose()
      }}
      isPending={call.isPending}
      error={call.error}
    />
  )
}
