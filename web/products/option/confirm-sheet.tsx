import { formatAmount } from '#domain/money/read-amount.ts'
import { ENTRY_AFTER_MS, type OptionDirection } from '#domain/option/rules.ts'
import { SECOND_MS } from '#domain/time.ts'
import { useClient } from '#web/app/client-state.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { amount } from '#web/format/number.ts'
import { timeOfDay } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Checkbox } from '#web/ui/switch.tsx'
import type { OptionTicketState } from './use-option-ticket.ts'
import { useRunningNow } from './use-options.ts'

/** Asks once more before a seconds option: it can be lost within a minute, and not be cancelled. */
export default function ConfirmSheet({
  state: { instrument, terms, ticket, decision, isPending, place, confirmation },
  direction,
}: {
  state: OptionTicketState
  direction: OptionDirection
}) {
  const { t } = useTexts()
  const nowMs = useRunningNow()
  const confirms = useClient((client) => client.confirmsOptions)
  const preview = decision?.ok ? decision.preview : undefined
  const show = (units: bigint) => `${amount(formatAmount(units, terms!.currency))} ${terms!.currency}`
  const directionText = t(`option_pages.direction_${direction}`)
  return (
    <MoneySheet
      isOpen
      onClose={confirmation.onClose}
      onConfirm={() => place(direction)}
      isPending={isPending}
      error={null}
      disabled={!preview}
      title={`${directionText} · ${instrument.label}`}
      text={t('option_pages.risk_end')}
      lines={[
        { name: t('option_pages.stake'), value: preview ? show(preview.stake) : '—' },
        { name: t('option_pages.if_right'), value: preview ? show(preview.paid) : '—', isStrong: true },
        { name: t('option_pages.if_wrong'), value: preview ? show(0n) : '—' },
        {
          name: t('option_pages.expires_at'),
          value: `≈ ${timeOfDay(nowMs + ENTRY_AFTER_MS + ticket.seconds * SECOND_MS)}`,
        },
      ]}
      action={preview ? `${directionText} · ${show(preview.stake)}` : directionText}
      kind={direction === 'rise' ? 'buy' : 'sell'}
      cancel={t('spot.keep_editing')}
      notDone={t('option_pages.not_done')}
    >
      <Checkbox isOn={confirms} onChange={(confirmsOptions) => useClient.setState({ confirmsOptions })}>
        {t('option_pages.confirm_each')}
      </Checkbox>
    </MoneySheet>
  )
}
