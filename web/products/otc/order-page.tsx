import { CircleAlert, CircleCheck, Copy } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { type OtcOrderDetail, otcOrder } from '#domain/otc/contract.ts'
import { openOtcStatuses, PAY_WINDOW_MS, RELEASE_WINDOW_MS } from '#domain/otc/rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { copyText } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { useCountdownTo } from '#web/features/time/use-countdown-to.ts'
import { amount, grouped } from '#web/format/number.ts'
import { dateTime, hourAndMinute, timeOfDay } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Chat, Picture } from './chat.tsx'
import { OrderActions } from './order-actions.tsx'
import { useOtcLive } from './use-otc-live.ts'
import { kindText, money, PriceSourceLine, recordText } from './words.tsx'

const REFRESH_MS = 5_000

/** The order that `?id=` says; without one, the list of them. */
export default function OrderPage() {
  const id = useSearchParams()[0].get('id')
  return id === null ? <Navigate replace to={toPage('pages/otc/orders')} /> : <Order id={id} />
}

/** One order: time left, escrow, where to pay, how names compare, the chat, and what can be done. */
function Order({ id }: { id: string }) {
  const { t } = useTexts()
  useOtcLive()
  const call = useApiQuery(otcOrder, { id }, { refetchMs: REFRESH_MS })
  const order = call.data
  const title = order
    ? t(order.role === 'buyer' ? 'otc_pages.order_buyer' : 'otc_pages.order_seller', {
        reference: order.reference,
      })
    : t('otc_pages.order')
  return (
    <>
      <AppBar title={title} />
      <main className="pb-32">
        {order ? (
          <div className="lg:grid lg:grid-cols-2 lg:gap-x-8">
            <div className="min-w-0">
              <Head order={order} />
              <Steps order={order} />
              <Escrow order={order} />
              <Dispute order={order} />
              {order.account && <Account order={order} />}
              <PayerName order={order} />
              <OtherSide order={order} />
            </div>
            <div className="min-w-0">
              <Chat id={order.id} />
              <AskLink kind="otc" id={order.id} />
            </div>
            <OrderActions order={order} />
          </div>
        ) : call.error ? (
          <ErrorState error={call.error} onRetry={() => void call.refetch()} />
        ) : (
          <SkeletonRows count={6} />
        )}
      </main>
    </>
  )
}

function Head({ order }: { order: OtcOrderDetail }) {
  const { t } = useTexts()
  const { role, status, total, fiat, currency, price, payByMs, paidAtMs } = order
  const by = role === 'buyer' ? 'otc_pages.pay_by' : 'otc_pages.buyer_pays_by'
  const releaseByMs = status === 'paid' && paidAtMs !== null ? paidAtMs + RELEASE_WINDOW_MS : undefined
  return (
    <section className="flex items-center gap-4 gutter pt-2 pb-4">
      {status === 'placed' && <Ring untilMs={payByMs} windowMs={PAY_WINDOW_MS} />}
      {releaseByMs !== undefined && <Ring untilMs={releaseByMs} windowMs={RELEASE_WINDOW_MS} hidesAtEnd />}
      <div className="min-w-0">
        <p className="text-13 text-t2">
          {status === 'placed' ? t(by, { time: timeOfDay(payByMs) }) : t(`otc_pages.status_${status}`)}
        </p>
        {releaseByMs !== undefined && <ReleaseBy untilMs={releaseByMs} role={role} />}
        <p className="figures text-28 font-semibold">
          {amount(total)} <span className="text-17 font-normal text-t2">{fiat}</span>
        </p>
        <p className="figures text-13 text-t2">
          {t('otc_pages.for_at', { amount: money(order.amount, currency), price: grouped(price) })}
        </p>
        <PriceSourceLine of={order} t={t} />
      </div>
    </section>
  )
}

/** When the seller should have released it, and what to do once that is over. */
function ReleaseBy({ untilMs, role }: { untilMs: number; role: OtcOrderDetail['role'] }) {
  const { t } = useTexts()
  const isLate = useCountdownTo(untilMs) === 0
  return (
    <p className={cx('text-13', isLate ? 'font-semibold text-t1' : 'text-t2')}>
      {t(isLate ? 'otc_pages.release_late' : 'otc_pages.release_due', { time: timeOfDay(untilMs) })}
      {isLate && <span className="block font-normal text-t2">{t(`otc_pages.release_late_${role}`)}</span>}
    </p>
  )
}

const RADIUS = 32
const AROUND = 2 * Math.PI * RADIUS

/** A ring of 72 px that empties as the time to pay or to release runs out, by the server's clock. */
function Ring({
  untilMs,
  windowMs,
  hidesAtEnd = false,
}: {
  untilMs: number
  windowMs: number
  /** Where words say that it is over. */
  hidesAtEnd?: boolean
}) {
  const { t } = useTexts()
  const leftMs = useCountdownTo(untilMs)
  if (leftMs === 0 && hidesAtEnd) return null
  const seconds = Math.ceil(leftMs / SECOND_MS)
  const text = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div role="timer" aria-label={t('otc_pages.left', { time: text })} className="relative size-18 shrink-0">
      <svg aria-hidden width="72" height="72" viewBox="0 0 72 72" fill="none" className="-rotate-90">
        <circle cx="36" cy="36" r={RADIUS} stroke="currentColor" strokeOpacity="0.2" strokeWidth="4" />
        <circle
          cx="36"
          cy="36"
          r={RADIUS}
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - leftMs / windowMs)}
        />
      </svg>
      <span
        aria-hidden
        className="figures absolute inset-0 flex items-center justify-center text-15 font-semibold"
      >
        {text}
      </span>
    </div>
  )
}

/** How far it has come: placed, paid, released. */
function Steps({ order: { status, outcome } }: { order: OtcOrderDetail }) {
  const { t } = useTexts()
  const done = outcome === 'released' ? 3 : status === 'placed' ? 1 : outcome === 'returned' ? 0 : 2
  const steps = ['placed', 'pay', 'release'] as const
  return (
    <ol className="grid grid-cols-3 gap-2 gutter pb-4">
      {steps.map((step, at) => (
        <li key={step} aria-current={at === done ? 'step' : undefined}>
          <span className={cx('block h-1 rounded-full', at < done ? 'bg-t1' : 'bg-s2')} />
          <span className={cx('block pt-1.5 text-13', at === done ? 'font-semibold text-t1' : 'text-t2')}>
            {t(`otc_pages.step_${step}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Escrow({ order }: { order: OtcOrderDetail }) {
  const { t } = useTexts()
  const { amount: size, currency, placedAtMs, role } = order
  // Paid late all the same.
  const outcome = order.late === 'released' ? 'released' : order.outcome
  const value = money(size, currency)
  return (
    <section className="flex items-center gap-3 border-y border-line gutter py-3">
      <Bob meaning={outcome === null ? 'pending' : 'recorded'} size={18} />
      <div className="min-w-0 flex-1">
        <p className="text-15 font-semibold">
          {outcome === null
            ? t('otc_pages.in_escrow', { amount: value })
            : t(outcome === 'released' ? 'otc_pages.went_to_buyer' : 'otc_pages.went_to_seller', {
                amount: value,
              })}
        </p>
        <p className="text-12 text-t2">{t('otc_pages.held_since', { time: timeOfDay(placedAtMs) })}</p>
      </div>
      {role === 'seller' && (
        <Link
          to={toPage('pages/setting/bill', { view: 'entry', reason: 'otc-order' })}
          className="press flex min-h-11 items-center text-13 text-gold"
        >
          {t('otc_pages.check')}
        </Link>
      )}
    </section>
  )
}

function Dispute({
  order: { id, dispute, role, why, evidence, late, lateUntilMs },
}: {
  order: OtcOrderDetail
}) {
  const { t } = useTexts()
  if (!dispute)
    return lateUntilMs === null ? null : (
      <p role="note" className="border-b border-line gutter py-3 text-13 text-t2">
        {t('otc_pages.late_hint', { time: dateTime(lateUntilMs) })}
      </p>
    )
  return (
    <section role="note" className="flex flex-col gap-2 border-b border-line gutter py-3 text-13">
      <p>
        {t(dispute.by === role ? 'otc_pages.disputed_by_me' : 'otc_pages.disputed_by_them', {
          reason: dispute.reason,
        })}{' '}
        <span className="text-t3">{hourAndMinute(dispute.atMs)}</span>
      </p>
      {evidence.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {evidence.map((image) => (
            <Picture key={image} order={id} image={image} />
          ))}
        </div>
      )}
      {why !== null ? (
        <p className="font-semibold">{t('otc_pages.decided', { why })}</p>
      ) : (
        (late === null || late === 'open') && (
          <p className="text-t2">
            {t(late !== null && role === 'buyer' ? 'otc_pages.late_note' : 'otc_pages.appeal_note')}
          </p>
        )
      )}
    </section>
  )
}

/** A figure with a button that copies it. */
function Copied({ name, value }: { name: string; value: string }) {
  const { t } = useTexts()
  return (
    <span className="inline-flex items-center gap-1">
      <span className="break-all">{value}</span>
      <IconButton
        icon={Copy}
        label={t('otc_pages.copy', { name })}
        className="!size-8 !text-t2"
        onClick={() => void copyText(value, t)}
      />
    </span>
  )
}

/** Where the buyer pays, while it is to be paid; once they said that they did, where it was paid to. */
function Account({ order }: { order: OtcOrderDetail }) {
  const { t } = useTexts()
  const { account, role, status, payment, reference, accountName, ownVerifiedName } = order
  const isToPay = role === 'buyer' && status === 'placed'
  if (!account) return null
  const fields = [
    ['otc_pages.name', account.name],
    ['otc_pages.number', account.number],
    ['otc_pages.bank', account.bankName],
    ['otc_pages.branch', account.branch],
    ['otc_pages.bank_address', account.bankAddress],
    ['otc_pages.aba', account.aba],
    ['otc_pages.swift', account.swiftCode],
    ['otc_pages.reference', reference],
  ] as const
  return (
    <section className="border-b border-line gutter py-3">
      <h2 className="text-17 font-semibold">
        {isToPay
          ? t('otc_pages.pay_with', { way: t(`otc_pages.pay_${payment}`) })
          : t(role === 'buyer' ? 'otc_pages.paid_to' : 'otc_pages.account_seller')}
      </h2>
      {isToPay && (
        <p role="note" className="flex gap-2 pt-2 text-13 font-semibold">
          <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-gold" />
          {ownVerifiedName === null
            ? t('otc_pages.own_name_unknown')
            : t('otc_pages.own_name', { name: ownVerifiedName })}
        </p>
      )}
      <KeyValue
        lines={fields.map(
          ([name, value]) =>
            value !== null && {
              name: t(name),
              value: isToPay ? <Copied name={t(name)} value={value} /> : value,
            },
        )}
      />
      {isToPay && accountName !== 'unknown' && (
        <NameNote isGood={accountName === 'same'}>
          {t(accountName === 'same' ? 'otc_pages.name_same' : 'otc_pages.name_differs')}
        </NameNote>
      )}
    </section>
  )
}

function NameNote({ isGood, children }: { isGood: boolean; children: string }) {
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <p
      role={isGood ? undefined : 'alert'}
      className={cx('flex gap-2 pt-2 text-13', isGood ? 'text-t2' : 'font-semibold text-danger')}
    >
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}

/** Whose account it was paid from, for the seller to compare with what the bank shows. */
function PayerName({
  order: { role, status, otherVerifiedName, payerName, payerNameCheck },
}: {
  order: OtcOrderDetail
}) {
  const { t } = useTexts()
  if (role === 'buyer' || !openOtcStatuses.includes(status)) return null
  if (otherVerifiedName === null && payerName === null) return null
  return (
    <section className="border-b border-line gutter py-3">
      <KeyValue
        lines={[
          otherVerifiedName !== null && {
            name: t('otc_pages.buyer_name'),
            value: otherVerifiedName,
            isStrong: true,
          },
          payerName !== null && { name: t('otc_pages.payer_name'), value: payerName },
        ]}
      />
      {payerNameCheck !== 'unknown' && (
        <NameNote isGood={payerNameCheck === 'same'}>
          {t(payerNameCheck === 'same' ? 'otc_pages.payer_same' : 'otc_pages.payer_differs')}
        </NameNote>
      )}
    </section>
  )
}

function OtherSide({ order: { otherParty } }: { order: OtcOrderDetail }) {
  const { t } = useTexts()
  const [initials] = useState(() => otherParty.name.replace('#', '').slice(0, 2).toUpperCase())
  const kind = kindText(otherParty, t)
  return (
    <section className="flex items-center gap-3 border-b border-line gutter py-3">
      <span
        aria-hidden
        className="flex size-9 shrink-0 items-center justify-center rounded-full bg-s2 text-12 font-semibold"
      >
        {initials}
      </span>
      <p className="min-w-0 text-15 font-semibold">
        {otherParty.name}
        {kind && <span className="pl-2 text-12 font-normal text-t2">{kind}</span>}
        <span className="block text-12 font-normal text-t3">{recordText(otherParty, t)}</span>
      </p>
    </section>
  )
}
