import type { ApiError } from '#web/app/api-error.ts'
import { directionText, sideOf } from '#web/features/contract/position-words.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { useMarginCurrency } from '#web/features/practice/practice.ts'
import { amount, feeText, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { plain, type Ticket, type TicketMarket } from './ticket.ts'
import { canOpen, type TicketSummary } from './ticket-summary.ts'
import { baseOf } from './words.ts'

/** Asks once more, with the exact figures; says of an order that it was not placed, and why. */
export function ConfirmSheet({
  ticket,
  summary,
  market: { instrument, terms },
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
  const currency = useMarginCurrency()
  const { outcome } = summary
  const { direction, orderType, takeProfit, stopLoss } = ticket
  const inQuote = (price: string) => `${grouped(plain(price))} ${instrument.quote}`
  const inMargin = (value: string | undefined) => (value ? `${amount(value)} ${currency}` : '—')
  return (
    <MoneySheet
      {...sheet}
      title={`${instrument.label} · ${directionText(ticket, t)}`}
      text={t(outcome?.opensNow === false ? 'contract_pages.confirm_waits' : 'contract_pages.confirm_now')}
      lines={[
        {
          name: t('contract_pages.lots'),
          value: `${plain(ticket.lots)} ${baseOf(instrument, terms.lotSize, ticket.lots) ?? ''}`,
        },
        {
          name: t('market.price'),
          value:
            orderType === 'limit'
              ? inQuote(ticket.limitPrice)
              : outcome
                ? `≈ ${inQuote(outcome.entryPrice)}`
                : t('spot.market_price'),
        },
        { name: t('contract_pages.margin'), value: inMargin(outcome?.margin) },
        {
          name: t('spot.fee'),
          value: outcome ? `${feeText(outcome.openingFee)} ${currency}` : '—',
        },
        takeProfit !== '' && { name: t('contract_pages.take_profit'), value: inQuote(takeProfit) },
        stopLoss !== '' && { name: t('contract_pages.stop_loss'), value: inQuote(stopLoss) },
        {
          name: t('contract_pages.liquidation_price'),
          value: outcome?.liquidationPrice ? inQuote(outcome.liquidationPrice) : t('contract_pages.none'),
        },
        { name: t('contract_pages.worst_case'), value: inMargin(outcome?.worstCase), isStrong: true },
      ]}
      action={t(`contract_pages.open_${direction}_lots`, { lots: plain(ticket.lots) })}
      kind={sideOf(direction)}
      disabled={!canOpen(summary)}
      cancel={t('spot.keep_editing')}
      notDone={t('contract_pages.not_opened')}
      retriesRefusals={false}
    />
  )
}
