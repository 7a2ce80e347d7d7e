import type { Instrument } from '#domain/market/instrument.ts'
import { useTexts } from '#web/texts/texts.ts'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { Checkbox } from '#web/ui/switch.tsx'
import type { Ticket, TicketChange } from './ticket.ts'
import type { TicketProblem } from './ticket-summary.ts'

/** Take profit and stop loss of a buy: out of the way until they are asked for. */
export function TicketAttached({
  ticket,
  instrument,
  errorOf,
  onChange,
}: {
  ticket: Ticket
  instrument: Instrument
  errorOf(field: TicketProblem['field']): string | undefined
  onChange(change: TicketChange): void
}) {
  const { t } = useTexts()
  const common = { unit: instrument.quote, decimals: instrument.priceDecimals, isStacked: true }
  return (
    <>
      <Checkbox
        isOn={ticket.hasAttached}
        onChange={(hasAttached) => onChange({ kind: 'attached', hasAttached })}
      >
        {t('spot.attached')}
      </Checkbox>
      {ticket.hasAttached && (
        <div className="flex flex-col gap-2 pb-1">
          <DecimalField
            {...common}
            name="take-profit"
            label={t('spot.take_profit')}
            value={ticket.takeProfit}
            error={errorOf('take-profit')}
            onChange={(takeProfit) => onChange({ kind: 'take-profit', takeProfit })}
          />
          <DecimalField
            {...common}
            name="stop-loss"
            label={t('spot.stop_loss')}
            value={ticket.stopLoss}
            error={errorOf('stop-loss')}
            onChange={(stopLoss) => onChange({ kind: 'stop-loss', stopLoss })}
          />
          <p className="text-12 text-t2">{t('spot.attached_note')}</p>
        </div>
      )}
    </>
  )
}
