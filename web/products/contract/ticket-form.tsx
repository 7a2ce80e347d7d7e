import { Link } from 'react-router'
import { contractLossShare } from '#domain/contract/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { sideOf } from '#web/features/contract/position-words.ts'
import { LossShare } from '#web/features/disclosure/loss-share.tsx'
import { TransferMissing } from '#web/features/money/transfer-missing.tsx'
import { useMarginCurrency, usePractising } from '#web/features/practice/practice.ts'
import { amount } from '#web/format/number.ts'
import { timeOfDay } from '#web/format/time.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { PercentSlider } from '#web/ui/percent-slider.tsx'
import { SideSwitch } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select-sheet.tsx'
import { LeverageChips } from './leverage-chips.tsx'
import { shareOf, type Ticket, type TicketChange, type TicketMarket, ticketOrderTypes } from './ticket.ts'
import { TicketCosts, TicketPreview } from './ticket-preview.tsx'
import { canOpen, type TicketProblem, type TicketSummary } from './ticket-summary.ts'
import { baseOf } from './words.ts'

interface TicketFormProps {
  ticket: Ticket
  summary: TicketSummary
  market: TicketMarket
  onChange(change: TicketChange): void
  onSubmit(): void
}

/** The form of a contract order, with all that it can come to before it is sent. It only shows: the rules say what. */
export function TicketForm({ ticket, summary, market, onChange, onSubmit }: TicketFormProps) {
  const { t } = useTexts()
  const currency = useMarginCurrency()
  const isPractising = usePractising()
  const { instrument, terms } = market
  const problem = summary.isEmpty && summary.problem?.field !== 'form' ? undefined : summary.problem
  const errorOf = (field: TicketProblem['field']) =>
    problem?.field === field ? refusalText(problem.code, problem.params) : undefined
  const inQuote = { unit: instrument.quote, decimals: instrument.priceDecimals, isStacked: true }
  return (
    <form
      aria-label={t('contract_pages.ticket')}
      className="min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        if (canOpen(summary)) onSubmit()
      }}
    >
      <SideSwitch
        label={t('contract_pages.direction')}
        labels={{ buy: t('contract_pages.side_long'), sell: t('contract_pages.side_short') }}
        value={sideOf(ticket.direction)}
        onChange={(side) => onChange({ kind: 'direction', direction: side === 'buy' ? 'long' : 'short' })}
      />
      <LeverageChips
        leverages={terms.leverages}
        value={ticket.leverage}
        onChange={(leverage) => onChange({ kind: 'leverage', leverage })}
      />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
        <Select
          label={t('spot.order_type')}
          value={ticket.orderType}
          choices={ticketOrderTypes.map((id) => ({
            id,
            label: t(typeTexts[id]),
            note: t(`contract_pages.type_${id}_note`),
          }))}
          onChange={(orderType) => onChange({ kind: 'order-type', orderType })}
          className="!min-h-[46px] w-full min-w-28 justify-between rounded-8 border border-line2 bg-s1 px-3 text-15 font-semibold"
        />
        <DecimalField
          isStacked
          name="lots"
          label={t('contract_pages.lots')}
          decimals={2}
          value={ticket.lots}
          hint={baseOf(instrument, terms.lotSize, ticket.lots)}
          error={errorOf('lots')}
          onChange={(lots) => onChange({ kind: 'lots', lots })}
          onStep={(step) => onChange({ kind: 'step-lots', step })}
        />
      </div>
      {ticket.orderType === 'limit' && (
        <DecimalField
          {...inQuote}
          className="mt-2"
          name="price"
          label={t('market.price')}
          value={ticket.limitPrice}
          hint={summary.outcome?.opensNow ? t('contract_pages.opens_now') : undefined}
          error={errorOf('price')}
          onChange={(limitPrice) => onChange({ kind: 'price', limitPrice })}
          onStep={(step) => onChange({ kind: 'step-price', step })}
        />
      )}
      {summary.missing && !isPractising && (
        <TransferMissing missing={summary.missing} currency={currency} to="contract" />
      )}
      <div className="mt-2">
        <PercentSlider
          label={t('spot.share')}
          value={shareOf(ticket, market)}
          onChange={(sharePercent) => onChange({ kind: 'share', sharePercent })}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 py-2 text-12 text-t2">
        <span>
          {t('spot.available')} <Amount value={summary.available} currency={currency} />
        </span>
        {summary.maxLots && (
          <span className="figures">{t('contract_pages.up_to', { lots: amount(summary.maxLots, 0) })}</span>
        )}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <DecimalField
          {...inQuote}
          name="take-profit"
          label={t('contract_pages.take_profit')}
          value={ticket.takeProfit}
          placeholder={t('contract_pages.none')}
          error={errorOf('take-profit')}
          onChange={(takeProfit) => onChange({ kind: 'take-profit', takeProfit })}
        />
        <DecimalField
          {...inQuote}
          name="stop-loss"
          label={t('contract_pages.stop_loss')}
          value={ticket.stopLoss}
          placeholder={t('contract_pages.none')}
          error={errorOf('stop-loss')}
          onChange={(stopLoss) => onChange({ kind: 'stop-loss', stopLoss })}
        />
      </div>
      {errorOf('form') && (
        <p role="alert" className="mt-2 text-12 text-danger">
          {errorOf('form')}
        </p>
      )}
      {problem?.code === 'CONTRACT_BREAKER' && market.closedUntilMs && (
        <p className="figures mt-1 text-12 text-t2">
          {t('contract_pages.closed_until', { time: timeOfDay(market.closedUntilMs) })}
        </p>
      )}
      <TicketPreview ticket={ticket} summary={summary} market={market} />
      {/* On a low screen it stays in reach while the rest of the form scrolls under it. */}
      <div className="sticky bottom-0 bg-bg pt-1 pb-2">
        <Button type="submit" kind={sideOf(ticket.direction)} disabled={!canOpen(summary)} className="w-full">
          {ticket.lots === ''
            ? t(`contract_pages.open_${ticket.direction}`)
            : t(`contract_pages.open_${ticket.direction}_lots`, { lots: ticket.lots })}
        </Button>
      </div>
      <TicketCosts ticket={ticket} summary={summary} market={market} />
      <Link
        to={toPage('pages/setting/practice')}
        className="press flex min-h-11 items-center text-12 text-t1 underline"
      >
        {t(isPractising ? 'contract_pages.practice_wallet' : 'contract_pages.practise')}
      </Link>
      <LossShare
        call={contractLossShare}
        words={({ lostPercent, minimumAccounts, months }) =>
          lostPercent === null
            ? t('contract_pages.loss_share_few', { count: minimumAccounts, months })
            : t('contract_pages.loss_share', { percent: amount(lostPercent, 0), months })
        }
        more={{
          label: t('contract_pages.months'),
          to: toPage('pages/verify/outcomes', { view: 'contract' }),
        }}
      />
    </form>
  )
}

const typeTexts = { market: 'spot.market', limit: 'spot.limit' } as const
