import type { ApiError } from '#web/app/api-error.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { feeText, grouped, amount as shown } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { draftOf, hasLimit, hasTrigger, isBySpend, type Ticket, type TicketMarket } from './ticket.ts'
import { canPlace, type TicketSummary } from './ticket-summary.ts'

/**
 * Asks once more, with exact figures, before a market order or a price far from the last; says of any order
 * that it was not placed, and why.
 */
export function ConfirmSheet({
  ticket,
  summary,
  market: { instrument },
  ...sheet
}: {
  isOpen: boolean
  onClose(): void
  onConfirm(): void
  isPending: boolean
  error: ApiError | null
  ticket: Ticket
  summary: TicketSummary
  market: TicketMarket
}) {
  const { t } = useTexts()
  const { orderType } = ticket
  const isMarket = orderType === 'market'
  const draft = draftOf(ticket)
  const inQuote = (price: string) => `${grouped(price)} ${instrument.quote}`
  const received = (amount: string | undefined) => (amount ? `${amount} ${summary.receiveCurrency}` : '—')
  return (
    <MoneySheet
      {...sheet}
      title={t(`spot.confirm_${ticket.side}`, { name: instrument.label })}
      text={t(
        isMarket ? 'spot.confirm_market' : summary.crossesFar ? 'spot.confirm_crossing' : 'spot.confirm_far',
      )}
      lines={[
        hasTrigger(orderType) && { name: t('spot.trigger_price'), value: inQuote(ticket.triggerPrice) },
        {
          name: t('market.price'),
          value: hasLimit(orderType) ? inQuote(ticket.limitPrice) : t('spot.market_price'),
        },
        orderType === 'oco' && {
          name: t('spot.stop_limit_price'),
          value: ticket.stopLimitPrice === '' ? t('spot.market_price') : inQuote(ticket.stopLimitPrice),
        },
        draft.takeProfit !== undefined && { name: t('spot.take_profit'), value: inQuote(draft.takeProfit) },
        draft.stopLoss !== undefined && { name: t('spot.stop_loss'), value: inQuote(draft.stopLoss) },
        {
          name: t('market.amount'),
          value: `${isBySpend(ticket) ? '≈ ' : ''}${shown(summary.quantity ?? ticket.quantity, 0)} ${instrument.base}`,
        },
        {
          name: t(isMarket ? 'spot.total_about' : 'spot.total'),
          value: summary.total ? `${shown(summary.total)} ${instrument.quote}` : '—',
        },
        { name: t('spot.fee'), value: received(summary.fee && feeText(summary.fee)) },
        {
          name: t(orderType === 'oco' ? 'spot.receive_by_limit' : 'spot.you_receive'),
          value: received(summary.receives && shown(summary.receives)),
          isStrong: true,
        },
        orderType === 'oco' && {
          name: t('spot.receive_by_stop'),
          value: received(summary.receivesByStop && shown(summary.receivesByStop)),
          isStrong: true,
        },
      ]}
      action={t(`spot.side_${ticket.side}_it`, { currency: instrument.base })}
      kind={ticket.side}
      disabled={!canPlace(summary)}
      cancel={t('spot.keep_editing')}
      notDone={t('spot.not_done')}
      retriesRefusals={false}
      asksAgain
    />
  )
}
