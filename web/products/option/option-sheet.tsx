import { useState } from 'react'
import { findInstrument, labelOf } from '#domain/market/instruments.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type OptionView, optionDetail } from '#domain/option/contract.ts'
import { eventKey } from '#domain/statement/events.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { amount, grouped, signed } from '#web/format/number.ts'
import { timeOfDay } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import type { KeyValueLines } from '#web/ui/key-value.tsx'
import { Change } from '#web/ui/pill.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { CountdownRing } from './countdown-ring.tsx'
import { sideOf, statusText, voidText } from './option-words.ts'
import { isEntered, OrderChart } from './order-chart.tsx'
import { clockOf, factorOf, gainOf, movedBy, phaseOf, standingOf } from './ticket.ts'
import { useRunningNow } from './use-options.ts'

const RESYNC_MS = 5_000

/** An order: how long it runs and where it stands, then what it came to and by which two ticks. */
export function OptionSheet({
  id,
  listed,
  onClose,
}: {
  id: string
  listed: OptionView | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  // A result that was not heard of, for want of a connection, is asked for.
  const [isOpen, setOpen] = useState(true)
  const detail = useApiQuery(optionDetail, { id }, isOpen ? { refetchMs: RESYNC_MS } : {})
  const order = detail.data ?? listed
  if (isOpen && order && order.status !== 'open') setOpen(false)
  return (
    <RecordSheet
      title={order ? labelOf(order.symbol) : t('option_pages.orders')}
      onClose={onClose}
      query={detail}
      above={order && (order.status === 'open' ? <Live order={order} /> : <Result order={order} />)}
      lines={order && linesOf(order, t)}
    >
      {order && (
        <div className="grid gap-3 border-t border-line pt-4 pb-2">
          <ButtonLink kind="primary" to={toPage('pages/transaction/index2', { symbol: order.symbol })}>
            {t('option_pages.new_ticket')}
          </ButtonLink>
          {order.status !== 'open' && detail.data?.receipt && (
            <ButtonLink to={toPage('pages/verify/verify', { option: order.id })} className="text-gold">
              <Bob />
              {t('verify.open')}
            </ButtonLink>
          )}
          {/* Of practice there is no statement. */}
          {order.currency !== PRACTICE_CURRENCY && (
            <ButtonLink
              to={toPage('pages/setting/bill', { id: eventKey('option', order.id) })}
              className="text-gold"
            >
              <Bob />
              {t('option_pages.see_statement')}
            </ButtonLink>
          )}
        </div>
      )}
    </RecordSheet>
  )
}

function Heading({ order }: { order: OptionView }) {
  const { t } = useTexts()
  return (
    <p className="flex items-center gap-2 text-13 text-t2">
      <Tag kind={sideOf[order.direction]}>{t(`option_pages.direction_${order.direction}`)}</Tag>
      {t('option_pages.seconds', { seconds: order.seconds })}
      <span className="ml-auto">
        <PriceSourceBadge isShort />
      </span>
    </p>
  )
}

/** The time left by the server's clock, and what would be paid at the price of now. */
function Live({ order }: { order: OptionView }) {
  const { t } = useTexts()
  const masked = useMasked()
  useQuotes()
  const instrument = findInstrument(order.symbol)
  const price = useQuote(order.symbol, (quote) => quote?.lastPrice ?? undefined)
  const phase = phaseOf(order, useRunningNow())
  const standing = instrument && standingOf(order, instrument, price)
  return (
    <div className="pt-2 pb-4">
      <Heading order={order} />
      <div className="py-4">
        <CountdownRing
          share={phase && 'leftMs' in phase ? phase.leftMs / phase.ofMs : 0}
          label={t('option_pages.time_left')}
        >
          <span className="figures text-28 font-semibold">
            {phase?.kind === 'running' ? clockOf(phase.leftMs) : '…'}
          </span>
          <span className="px-4 text-11 text-t2">{phase && t(`option_pages.phase_${phase.kind}`)}</span>
        </CountdownRing>
        <p className="pt-1 text-center text-11 text-t3">{t('option_pages.server_clock')}</p>
      </div>
      {isEntered(order) && <OrderChart order={order} />}
      {standing && phase?.kind === 'running' ? (
        <div className="flex flex-wrap items-end justify-between gap-x-4 pt-3">
          <div>
            <p className="text-13 text-t2">{t('option_pages.if_settled_now')}</p>
            <p className="figures text-20 font-semibold">
              {masked(amount(formatAmount(standing.paid, order.currency)))} {order.currency}
            </p>
          </div>
          <p className="figures text-15">
            <Change
              change={standing.moved}
              text={`${signed(standing.moved)} ${t('option_pages.from_entry')}`}
            />
          </p>
        </div>
      ) : (
        <p role="status" className="text-13 text-t2">
          {t(phase?.kind === 'result' ? 'option_pages.result_follows' : 'option_pages.entry_follows')}
        </p>
      )}
    </div>
  )
}

/** What it came to, in money and in a sentence. */
function Result({ order }: { order: OptionView }) {
  const { t } = useTexts()
  const masked = useMasked()
  const gain = gainOf(order) ?? '0'
  return (
    <div className="pt-2 pb-4">
      <Heading order={order} />
      <p className={`figures pt-1 text-28 font-semibold ${changeColours[directionOf(gain)]}`}>
        {masked(signedProfit(gain))} {order.currency}
      </p>
      <p className="pb-4 text-15 text-t2">{resultText(order, masked, t)}</p>
      {isEntered(order) && <OrderChart order={order} />}
    </div>
  )
}

function resultText(order: OptionView, masked: (figure: string) => string, t: Translate): string {
  const { outcome, entry, exit, currency } = order
  if (outcome === 'void' || outcome === null || !entry || !exit)
    return `${voidText(order, t)} ${t('option_pages.stake_returned')}`
  const moved = grouped(movedBy(entry.price, exit.price).replace('-', ''))
  return t(`option_pages.result_${outcome}`, { moved, paid: masked(amount(order.paid ?? '0')), currency })
}

function linesOf(order: OptionView, t: Translate): KeyValueLines {
  const tick = (one: NonNullable<OptionView['entry']>) => (
    <>
      {grouped(one.price)}
      <span className="block text-12 text-gold">
        #{grouped(String(one.sequence))} · {timeOfDay(one.atMs)}.{String(one.atMs % 1_000).padStart(3, '0')}
      </span>
    </>
  )
  return [
    { name: t('option_pages.status'), value: statusText(order, t), isStrong: true },
    order.entry !== null && { name: t('option_pages.entry_tick'), value: tick(order.entry) },
    order.exit !== null && { name: t('option_pages.exit_tick'), value: tick(order.exit) },
    { name: t('option_pages.stake'), value: <Amount value={order.stake} currency={order.currency} /> },
    {
      name: t('option_pages.winnings_if_right'),
      value: (
        <>
          <Amount value={order.winnings} currency={order.currency} /> ({trimFraction(order.payoutPercent, 0)}
          %)
        </>
      ),
    },
    order.paid !== null && {
      name: t('option_pages.paid'),
      value: (
        <>
          {order.outcome === 'won' && (
            <span className="text-t3">
              <Amount value={order.stake} /> × {factorOf(order)} ={' '}
            </span>
          )}
          <Amount value={order.paid} currency={order.currency} />
        </>
      ),
      isStrong: true,
    },
    { name: t('option_pages.accepted_at'), value: zonedStamp(order.acceptedAtMs) },
    order.expiresAtMs !== null && {
      name: t('option_pages.expires_at'),
      value: zonedStamp(order.expiresAtMs),
    },
    { name: t('option_pages.order_number'), value: <span className="font-mono text-12">{order.id}</span> },
  ]
}
