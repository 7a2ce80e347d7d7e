import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { contractDetail, type PositionChangeView, type PositionView } from '#domain/contract/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { eventKey } from '#domain/statement/events.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { closingOf } from '#web/features/contract/closing.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { inMargin as marginText, signedInMargin, unitsOf } from '#web/features/contract/margin-amounts.ts'
import { resultOf } from '#web/features/contract/position-result.ts'
import { copyText, directionText } from '#web/features/contract/position-words.ts'
import { type TickOf, useTicks } from '#web/features/contract/use-ticks.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { amount, feeText, grouped, isZero, signed } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import type { KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { initialMarginOf, livePosition } from './live.ts'
import { PositionActions } from './position-actions.tsx'
import { statusText } from './words.ts'

/**
 * A position or order with every figure and everything that happened to it, each with the tick that decided it. What the
 * list knows of it is there at once.
 */
export function PositionSheet({
  id,
  listed,
  onClose,
}: {
  id: string
  listed?: PositionView | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  const masked = useMasked()
  const detail = useApiQuery(contractDetail, { id })
  const position = detail.data?.position ?? listed
  // Of practice there is no receipt, and no statement.
  const isPractised = position?.marginCurrency === PRACTICE_CURRENCY
  const tickOf = useTicks(position ? symbolsOf(position.symbol) : [])
  return (
    <RecordSheet
      title={
        position
          ? `${labelOf(position.symbol)} · ${directionText(position, t)}`
          : t('contract_pages.position')
      }
      onClose={onClose}
      query={detail}
      lines={position && linesOf(position, tickOf, masked, t)}
    >
      {position && (
        <div className="py-3">
          <PositionActions position={position} />
        </div>
      )}
      {position && detail.data && (
        <Changes position={position} changes={withOpening(position, detail.data.changes)} />
      )}
      {position?.status === 'closed' && !isPractised && (
        <ButtonLink
          to={toPage('pages/verify/verify', { position: position.id })}
          className="mt-4 w-full text-gold"
        >
          <Bob />
          {t('verify.open')}
        </ButtonLink>
      )}
      {position && !isPractised && (
        <ButtonLink
          to={toPage('pages/setting/bill', { id: eventKey('contract', position.id) })}
          className="mt-4 w-full text-gold"
        >
          <Bob />
          {t('contract_pages.see_statement')}
        </ButtonLink>
      )}
    </RecordSheet>
  )
}

type Masked = (figure: string) => string

function linesOf(position: PositionView, tickOf: TickOf, masked: Masked, t: Translate): KeyValueLines {
  const { marginCurrency, status, takeProfit, stopLoss } = position
  const live = livePosition(position, tickOf)
  const closing = closingOf(position, undefined, tickOf)
  const pnl = (value: string | undefined): ReactNode =>
    value === undefined ? '—' : <Pnl value={value} currency={marginCurrency} masked={masked} />
  const price = (value: string | null | undefined): string => (value ? grouped(value) : '—')
  const inMargin = (value: string): ReactNode => <Amount value={value} currency={marginCurrency} />
  const isOpen = status === 'open'
  return [
    { name: t('spot.status'), value: statusText(position, t), isStrong: true },
    position.relationId !== null && {
      name: t('contract_pages.origin'),
      value: (
        <Link
          to={toPage('pages/copytrade/my', { id: position.relationId })}
          className="press text-gold hover:underline"
        >
          {copyText(position, t)}
        </Link>
      ),
    },
    isOpen && {
      name: t('contract_pages.if_closed_now'),
      value: pnl(closing?.result),
      isStrong: true,
    },
    isOpen && {
      name: t('contract_pages.returned_now'),
      value: closing ? inMargin(closing.returned) : '—',
    },
    isOpen && { name: t('contract_pages.unrealized_at_mark'), value: pnl(live.pnl) },
    status === 'closed' && {
      name: t('contract_pages.pnl_after_fees'),
      value: pnl(signedInMargin(unitsOf(resultOf(position)))),
      isStrong: true,
    },
    !isZero(position.realizedPnl) && {
      name: t('contract_pages.pnl_before_fees'),
      value: pnl(signedInMargin(unitsOf(position.realizedPnl))),
    },
    {
      name: t('contract_pages.lots'),
      value:
        isOpen && position.openLots !== position.lots
          ? t('contract_pages.lots_open_of', { open: position.openLots, lots: position.lots })
          : position.lots,
    },
    position.limitPrice !== null && {
      name: t('contract_pages.limit_price'),
      value: price(position.limitPrice),
    },
    position.entryPrice !== null && {
      name: t('contract_pages.entry_price'),
      value: price(position.entryPrice),
    },
    position.closePrice !== null && {
      name: t('contract_pages.close_price'),
      value: price(position.closePrice),
    },
    isOpen && { name: t('contract_pages.mark_price'), value: price(live.markPrice ?? position.markPrice) },
    position.points !== null && { name: t('contract_pages.points'), value: signed(position.points) },
    {
      name: t('contract_pages.liquidation_price'),
      value: <span className="text-danger">{price(position.liquidationPrice)}</span>,
    },
    { name: t('contract_pages.take_profit'), value: price(takeProfit) },
    { name: t('contract_pages.stop_loss'), value: price(stopLoss) },
    { name: t('contract_pages.margin'), value: inMargin(position.margin) },
    { name: t('contract_pages.initial_margin'), value: inMargin(marginText(initialMarginOf(position))) },
    isOpen &&
      live.marginPercent !== undefined && {
        name: t('contract_pages.margin_level'),
        value: t('contract_pages.margin_level_of', {
          percent: live.marginPercent,
          liquidated: live.liquidatedAtPercent,
        }),
      },
    { name: t('spot.fee'), value: `${feeText(position.fee)} ${marginCurrency}` },
    { name: t('contract_pages.financing'), value: `${feeText(position.financing)} ${marginCurrency}` },
    { name: t('spot.placed_at'), value: zonedStamp(position.createdAtMs) },
    position.openedAtMs !== null && {
      name: t('contract_pages.opened_at'),
      value: zonedStamp(position.openedAtMs),
    },
    position.closedAtMs !== null && {
      name: t('contract_pages.closed_at'),
      value: zonedStamp(position.closedAtMs),
    },
    {
      name: t('contract_pages.terms_version'),
      value: String(position.termsVersion),
    },
    {
      name: t('contract_pages.number'),
      value: <span className="font-mono text-12">{position.id}</span>,
    },
  ]
}

const Pnl = ({ value, currency, masked }: { value: string; currency: string; masked: Masked }) => (
  <span className={changeColours[directionOf(value)]}>
    {masked(signed(value))} {currency}
  </span>
)

/** An order at the market opens as it is accepted, which is no change of it: what the position says of that is put first. */
function withOpening(
  position: PositionView,
  changes: readonly PositionChangeView[],
): readonly PositionChangeView[] {
  const { openedAtMs, entrySequence, entryPrice, lots, margin } = position
  if (openedAtMs === null || changes.some(({ kind }) => kind === 'opened')) return changes
  const nothing = { reason: null, amount: null, fee: null, shortfall: null, liquidationPrice: null }
  return [
    {
      ...{ id: '0', kind: 'opened', lots, price: entryPrice, sequence: entrySequence, atMs: openedAtMs },
      ...{ ...nothing, conversionPrice: null, conversionSequence: null, margin },
      ...{ takeProfit: null, stopLoss: null },
    },
    ...changes,
  ]
}

/** What happened, the newest first: what it moved, and the tick that decided it. */
function Changes({ position, changes }: { position: PositionView; changes: readonly PositionChangeView[] }) {
  const { t } = useTexts()
  return (
    <>
      <p className="flex items-center gap-2 border-t border-line py-3 text-13 text-gold">
        <Bob />
        {t('contract_pages.accepted_at', { sequence: grouped(String(position.tapeSequence)) })}
      </p>
      {changes.length > 0 && (
        <h3 className="border-t border-line pt-4 pb-1 text-15 font-semibold">
          {t('contract_pages.what_happened')}
        </h3>
      )}
      <ul>
        {changes
          .toSorted((one, other) => other.atMs - one.atMs || (BigInt(other.id) > BigInt(one.id) ? 1 : -1))
          .map((change) => (
            <li
              key={change.id}
              className="figures flex items-start justify-between gap-3 border-t border-line py-2 text-13"
            >
              <span className="min-w-0">
                <span className="block text-t1">{titleOf(change, t)}</span>
                <span className="block text-12 text-t3">{zonedStamp(change.atMs)}</span>
                {change.sequence !== null && (
                  <span className="block text-12 text-gold">
                    {t('contract_pages.tick', { sequence: grouped(String(change.sequence)) })}
                  </span>
                )}
                {change.conversionSequence !== null && change.conversionPrice !== null && (
                  <span className="block text-12 text-gold">
                    {t('contract_pages.tick_conversion', {
                      name: labelOf(symbolsOf(position.symbol)[1] ?? ''),
                      price: grouped(change.conversionPrice),
                      sequence: grouped(String(change.conversionSequence)),
                    })}
                  </span>
                )}
              </span>
              <ChangeFigures change={change} currency={position.marginCurrency} />
            </li>
          ))}
      </ul>
    </>
  )
}

const kinds = {
  opened: 'opened',
  closed: 'closed',
  cancelled: 'cancelled',
  margin: 'margin',
  stops: 'stops',
  amended: 'amended',
  financing: 'financing',
  'margin-call': 'margin_call',
} as const

/** @example 'Closed 0.10 lots at 17,412.00 · stop loss' */
function titleOf(change: PositionChangeView, t: Translate): string {
  const { kind, lots, price, reason } = change
  const what = t(`contract_pages.change_${kinds[kind]}`)
  const size =
    lots !== null && price !== null
      ? t('contract_pages.lots_at', { lots: amount(lots, 0), price: grouped(price) })
      : price !== null
        ? grouped(price)
        : ''
  const why = kind === 'closed' || kind === 'cancelled' ? statusText({ status: kind, reason }, t) : what
  return [why, size].filter(Boolean).join(' · ')
}

/** What it moved: profit, margin or financing, the fee, and where the prices of the position stood after it. */
function ChangeFigures({ change, currency }: { change: PositionChangeView; currency: string }) {
  const { t } = useTexts()
  const masked = useMasked()
  const { kind, fee, shortfall, takeProfit, stopLoss } = change
  const value = change.amount
  return (
    <span className="shrink-0 text-right">
      {value !== null && kind === 'closed' && (
        <span className="block">
          <Pnl value={signedInMargin(unitsOf(value))} currency={currency} masked={masked} />
        </span>
      )}
      {value !== null && kind !== 'closed' && (
        <span className="block">
          {masked(`${kind === 'financing' ? '−' : '+'}${feeText(value)}`)} {currency}
        </span>
      )}
      {fee !== null && !isZero(fee) && (
        <span className="block text-12 text-t3">
          {t('spot.fee')} {feeText(fee)} {currency}
        </span>
      )}
      {shortfall !== null && !isZero(shortfall) && (
        <span className="block text-12 text-t3">
          {t('contract_pages.insured', { amount: feeText(shortfall), currency })}
        </span>
      )}
      {kind === 'stops' && (
        <>
          <span className="block text-12 text-t3">
            {t('contract_pages.take_profit')} {takeProfit ? grouped(takeProfit) : '—'}
          </span>
          <span className="block text-12 text-t3">
            {t('contract_pages.stop_loss')} {stopLoss ? grouped(stopLoss) : '—'}
          </span>
        </>
      )}
      {(kind === 'margin' || kind === 'financing' || kind === 'margin-call') && change.liquidationPrice && (
        <span className="block text-12 text-t3">
          {t('contract_pages.liquidation')} {grouped(change.liquidationPrice)}
        </span>
      )}
    </span>
  )
}
