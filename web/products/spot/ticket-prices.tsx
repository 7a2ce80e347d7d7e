import type { Instrument } from '#domain/market/instrument.ts'
import type { TriggerDirection } from '#domain/spot/trigger.ts'
import { useTexts } from '#web/texts/texts.ts'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { hasLimit, hasTrigger, type Ticket, type TicketChange } from './ticket.ts'
import type { TicketProblem } from './ticket-summary.ts'

/** The prices that an order of the ticket's type has: its trigger, its limit, and of a pair its stop's limit. */
export function TicketPrices({
  ticket,
  instrument,
  direction,
  errorOf,
  onChange,
}: {
  ticket: Ticket
  instrument: Instrument
  /** Which way the last price goes to the trigger, once that is known. */
  direction: TriggerDirection | undefined
  errorOf(field: TicketProblem['field']): string | undefined
  onChange(change: TicketChange): void
}) {
  const { t } = useTexts()
  const { orderType, side } = ticket
  const isPair = orderType === 'oco'
  const common = { unit: instrument.quote, decimals: instrument.priceDecimals, isStacked: true }
  const goes = isPair ? (side === 'buy' ? 'rises' : 'falls') : direction

  const trigger = hasTrigger(orderType) && (
    <DecimalField
      {...common}
      name="trigger"
      label={t('spot.trigger_price')}
      value={ticket.triggerPrice}
      hint={goes && t(`spot.trigger_${goes}`)}
      error={errorOf('trigger')}
      onChange={(triggerPrice) => onChange({ kind: 'trigger-price', triggerPrice })}
    />
  )
  const limit = hasLimit(orderType) ? (
    <DecimalField
      {...common}
      name="price"
      label={t('market.price')}
      value={ticket.limitPrice}
      hint={isPair ? t(`spot.pair_limit_${side}`) : undefined}
      error={errorOf('price')}
      onChange={(limitPrice) => onChange({ kind: 'price', limitPrice })}
      onEdit={() => onChange({ kind: 'price', limitPrice: ticket.limitPrice })}
      onStep={(step) => onChange({ kind: 'step-price', direction: step })}
    />
  ) : (
    <p className="flex min-h-11 items-center justify-center rounded-8 border border-line bg-s1 px-2 text-center text-13 text-t2">
      {t('spot.market_price')}
    </p>
  )
  return (
    <div className="flex flex-col gap-2">
      {isPair ? limit : trigger}
      {isPair ? trigger : limit}
      {isPair && (
        <DecimalField
          {...common}
          name="stop-limit"
          label={t('spot.stop_limit_price')}
          value={ticket.stopLimitPrice}
          placeholder={t('spot.market')}
          error={errorOf('stop-limit')}
          onChange={(stopLimitPrice) => onChange({ kind: 'stop-limit-price', stopLimitPrice })}
        />
      )}
    </div>
  )
}
