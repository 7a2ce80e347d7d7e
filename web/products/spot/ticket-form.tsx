import { percentOfBps } from '#domain/money/rate.ts'
import { Amount } from '#web/app/amount.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { TicketCoupon } from '#web/features/coupon/lazy-ticket-coupon.tsx'
import { TransferMissing } from '#web/features/money/transfer-missing.tsx'
import { useMasked } from '#web/features/money/use-masked.ts'
import { amount, feeText } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { PercentSlider } from '#web/ui/percent-slider.tsx'
import { SideSwitch } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select-sheet.tsx'
import { orderTypeNotes, orderTypeTexts } from './order-words.ts'
import {
  canAttach,
  changeTicket,
  isBySpend,
  lifetimes,
  QUOTE_DECIMALS,
  shareOf,
  type Ticket,
  type TicketChange,
  type TicketMarket,
  ticketOrderTypes,
} from './ticket.ts'
import { TicketAttached } from './ticket-attached.tsx'
import { TicketPrices } from './ticket-prices.tsx'
import { canPlace, type TicketProblem, type TicketSummary } from './ticket-summary.ts'

interface TicketFormProps {
  ticket: Ticket
  summary: TicketSummary
  market: TicketMarket
  isPending: boolean
  onChange(change: TicketChange): void
  onSubmit(): void
}

/** The form of a spot order. It only shows: what an order means is the ticket's to say. */
export function TicketForm({ ticket, summary, market, isPending, onChange, onSubmit }: TicketFormProps) {
  const { t } = useTexts()
  const masked = useMasked()
  const isSignedIn = useSignedIn()
  const { instrument } = market
  const problem = summary.isEmpty && summary.problem?.field !== 'form' ? undefined : summary.problem
  const errorOf = (field: TicketProblem['field']) =>
    problem?.field === field ? refusalText(problem.code, problem.params) + mostText(problem) : undefined

  /** The most that can be ordered with what is available, where that is not enough. */
  function mostText({ code }: TicketProblem): string {
    if (code !== 'INSUFFICIENT_BALANCE') return ''
    const { quantity } = changeTicket(ticket, { kind: 'share', sharePercent: 100 }, market)
    return ` · ${t('spot.at_most', { amount: masked(amount(quantity || '0', 0)), currency: instrument.base })}`
  }

  // By what it may spend, the book says what that buys.
  const sizeText = (isBySpend(ticket) && summary.quantity) || ticket.quantity

  return (
    <form
      aria-label={t('spot.ticket')}
      className="min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <SideSwitch
        label={t('spot.side')}
        labels={{ buy: t('market.side_buy'), sell: t('market.side_sell') }}
        value={ticket.side}
        onChange={(side) => onChange({ kind: 'side', side })}
      />
      <div className="flex items-center justify-between gap-2">
        <Select
          label={t('spot.order_type')}
          value={ticket.orderType}
          choices={ticketOrderTypes.map((id) => ({
            id,
            label: t(orderTypeTexts[id]),
            note: t(orderTypeNotes[id]),
          }))}
          onChange={(orderType) => onChange({ kind: 'order-type', orderType })}
          className="font-semibold"
        />
        {ticket.orderType === 'limit' && (
          <Select
            label={t('spot.lifetime')}
            value={ticket.lifetime}
            shown={t(`spot.lifetime_${lifetimeKey[ticket.lifetime]}_short`)}
            choices={lifetimes.map((id) => ({
              id,
              label: t(`spot.lifetime_${lifetimeKey[id]}`),
              note: t(`spot.lifetime_${lifetimeKey[id]}_note`),
            }))}
            onChange={(lifetime) => onChange({ kind: 'lifetime', lifetime })}
            className="text-t2"
          />
        )}
      </div>
      <TicketPrices
        ticket={ticket}
        instrument={instrument}
        direction={summary.order?.trigger?.direction}
        errorOf={errorOf}
        onChange={onChange}
      />
      <div className="mt-1 flex items-center justify-between gap-2">
        <Select
          label={t('spot.amount_in')}
          value={ticket.sizedIn}
          choices={[
            { id: 'base', label: t('spot.amount_in_of', { currency: instrument.base }) },
            { id: 'quote', label: t('spot.amount_in_of', { currency: instrument.quote }) },
          ]}
          shown={ticket.sizedIn === 'base' ? instrument.base : instrument.quote}
          onChange={(sizedIn) => onChange({ kind: 'sized-in', sizedIn })}
          className="target !min-h-7 !text-12 text-t2"
        />
        {ticket.orderType === 'limit' && (
          <button
            type="button"
            onClick={() => onChange({ kind: 'best-price' })}
            className="target press min-h-7 min-w-0 truncate text-12 text-t2 hover:text-t1"
          >
            {t('spot.best_price')}
          </button>
        )}
      </div>
      {ticket.sizedIn === 'base' ? (
        <DecimalField
          isStacked
          name="amount"
          label={t('market.amount')}
          unit={instrument.base}
          value={ticket.quantity}
          decimals={instrument.quantityDecimals}
          error={errorOf('quantity')}
          onChange={(quantity) => onChange({ kind: 'quantity', quantity })}
        />
      ) : (
        <DecimalField
          isStacked
          name="amount"
          label={t('market.amount')}
          unit={instrument.quote}
          value={ticket.quoteAmount}
          decimals={QUOTE_DECIMALS}
          hint={sizeText && `≈ ${amount(sizeText, 0)} ${instrument.base}`}
          error={errorOf('quantity')}
          onChange={(quoteAmount) => onChange({ kind: 'quote-amount', quoteAmount })}
        />
      )}
      {summary.missing && (
        <TransferMissing missing={summary.missing} currency={summary.payCurrency} to="spot" />
      )}

      <div className="mt-2">
        <PercentSlider
          label={t('spot.share')}
          value={shareOf(ticket, market)}
          onChange={(sharePercent) => onChange({ kind: 'share', sharePercent })}
        />
      </div>
      {canAttach(ticket) && (
        <div className="mt-1">
          <TicketAttached ticket={ticket} instrument={instrument} errorOf={errorOf} onChange={onChange} />
        </div>
      )}
      <div className="mt-3 mb-3">
        <KeyValue
          lines={[
            {
              name: t('spot.available'),
              value: (
                <>
                  <Amount value={summary.available} /> <Unit>{summary.payCurrency}</Unit>
                </>
              ),
            },
            {
              name: t('spot.total'),
              value: (
                <>
                  {summary.total ? amount(summary.total) : '—'}{' '}
                  {summary.total && <Unit>{instrument.quote}</Unit>}
                </>
              ),
            },
            {
              name: (
                <>
                  <span className="xs:hidden">{t('spot.fee')}</span>
                  <span className="hidden xs:inline">
                    {t('spot.fee_of', {
                      kind: t(`spot.fee_${summary.feeKind}`),
                      rate: feeRate(summary, market),
                    })}
                  </span>
                </>
              ),
              value: summary.fee ? (
                <>
                  {feeText(summary.fee)}{' '}
                  <span className="hidden text-t2 xl:inline">{summary.receiveCurrency}</span>
                </>
              ) : (
                '—'
              ),
            },
            {
              name: t(ticket.orderType === 'oco' ? 'spot.receive_by_limit' : 'spot.you_receive'),
              value: summary.receives ? (
                <>
                  {amount(summary.receives)} <Unit>{summary.receiveCurrency}</Unit>
                </>
              ) : (
                '—'
              ),
              isStrong: true,
            },
            ticket.orderType === 'oco' && {
              name: t('spot.receive_by_stop'),
              value: summary.receivesByStop
                ? `${ticket.stopLimitPrice === '' ? '≈ ' : ''}${amount(summary.receivesByStop)}`
                : '—',
              isStrong: true,
            },
          ]}
        />
        {summary.held && (
          <p className="mt-1 text-12 text-t2">
            {t('spot.orders_hold', { amount: masked(amount(summary.held)), currency: summary.payCurrency })}
          </p>
        )}
        {summary.unfilled && (
          <p role="status" className="mt-1 text-12 text-t2">
            {t('spot.unfilled', { amount: summary.unfilled, currency: instrument.base })}
          </p>
        )}
        {errorOf('form') && (
          <p role="alert" className="mt-1 text-12 text-danger">
            {errorOf('form')}
          </p>
        )}
      </div>
      {/* On a low screen it stays in reach while the rest of the form scrolls under it. */}
      <div className="sticky bottom-0 bg-bg pt-1 pb-2">
        <Button
          type="submit"
          kind={ticket.side}
          isPending={isPending}
          disabled={!canPlace(summary)}
          className="w-full"
        >
          {t(`spot.side_${ticket.side}_it`, { currency: instrument.base })}
        </Button>
      </div>
      {/* It comes later than the rest: above the button it would move that from under a finger. */}
      {isSignedIn && summary.fee && summary.receives && summary.total && (
        <TicketCoupon
          fee={{
            ...{ fee: summary.fee, receives: summary.receives, feeCurrency: summary.receiveCurrency },
            ...{ notional: summary.total, quote: instrument.quote },
          }}
        />
      )}
    </form>
  )
}

/** A unit beside a figure; below 360 px the labels carry it. */
const Unit = ({ children }: { children: string }) => (
  <span className="hidden text-t2 xs:inline">{children}</span>
)

const lifetimeKey = { gtc: 'gtc', 'post-only': 'post_only', ioc: 'ioc', fok: 'fok' } as const

function feeRate({ feeKind }: TicketSummary, { instrument }: TicketMarket): string {
  const bps = feeKind === 'maker' ? instrument.makerFeeBps : instrument.takerFeeBps
  return `${percentOfBps(bps)}%`
}
