import type { ApiError } from '#web/app/api-error.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { feeText, grouped, amount as shown } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { canPlace, type Ticket, type TicketMarket, type TicketSummary } from './ticket.ts'

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
  const isMarket = ticket.orderType === 'market'
  const received = (amount: string | undefined) => (amount ? `${amount} ${summary.receiveCurrency}` : '—')
  return (
    <MoneySheet
      {...sheet}
      title={t(`spot.confirm_${ticket.side}`, { name: instrument.label })}
      text={t(
        isMarket ? 'spot.confirm_market' : summary.crossesFar ? 'spot.confirm_crossing' : 'spot.confirm_far',
      )}
      lines={[
        {
          name: t('market.price'),
          value: isMarket ? t('spot.market_price') : `${grouped(ticket.limitPrice)} ${instrument.quote}`,
        },
        { name: t('market.amount'), value: `${grouped(ticket.quantity)} ${instrument.base}` },
        {
          name: t(isMarket ? 'spot.total_about' : 'spot.total'),
          value: summary.total ? `${shown(summary.total)} ${instrument.quote}` : '—',
        },
        { name: t('spot.fee'), value: received(summary.fee && feeText(summary.fee)) },
        {
          name: t('spot.you_receive'),
          value: received(summary.receives && shown(summary.receives)),
          isStrong: true,
        },
      ]}
      action={t(`spot.side_${ticket.side}_it`, { currency: instrument.base })}
      kind={ticket.side}
      disabled={!canPlace(summary)}
      cancel={t('spot.keep_editing')}
      notDone={t('spot.not_done')}
      retriesRefusals={false}
    />
  )
}
