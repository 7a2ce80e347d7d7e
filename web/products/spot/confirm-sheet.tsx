import { feeText, grouped, amount as shown } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { Ticket, TicketMarket, TicketSummary } from './ticket.ts'

/** Asks once more, with exact figures, before a market order or a price far from the last. */
export function ConfirmSheet({
  isOpen,
  onClose,
  onConfirm,
  isPending,
  ticket,
  summary,
  market: { instrument },
}: {
  isOpen: boolean
  onClose(): void
  onConfirm(): void
  isPending: boolean
  ticket: Ticket
  summary: TicketSummary
  market: TicketMarket
}) {
  const { t } = useTexts()
  const isMarket = ticket.orderType === 'market'
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t(`spot.confirm_${ticket.side}`, { name: instrument.label })}
      text={t(isMarket ? 'spot.confirm_market' : 'spot.confirm_far')}
    >
      <KeyValue
        ruled
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
          {
            name: t('spot.fee'),
            value: summary.fee ? `${feeText(summary.fee)} ${summary.receiveCurrency}` : '—',
          },
          {
            name: t('spot.you_receive'),
            value: summary.receives ? `${shown(summary.receives)} ${summary.receiveCurrency}` : '—',
            isStrong: true,
          },
        ]}
      />
      <Button
        kind={ticket.side}
        className="mt-2 w-full"
        isPending={isPending}
        disabled={summary.problem !== undefined}
        onClick={onConfirm}
      >
        {t(`spot.side_${ticket.side}_it`, { currency: instrument.base })}
      </Button>
      <Button className="mt-2 w-full" onClick={onClose}>
        {t('spot.keep_editing')}
      </Button>
    </Sheet>
  )
}
