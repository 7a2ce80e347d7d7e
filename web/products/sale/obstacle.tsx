import type { SaleTermsView } from '#domain/sale/contract.ts'
import { HeldNote, NightNote, ObstacleNote } from '#web/features/withdrawal/obstacle-note.tsx'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'

/** What stands against any sale of the customer, the first of them, with the way to mend it. */
export function Obstacle({
  terms: { isVerified, hasPayPassword, isPaused, heldUntilMs, nightLockedUntilMs },
  hasCard,
}: {
  terms: Pick<
    SaleTermsView,
    'isVerified' | 'hasPayPassword' | 'isPaused' | 'heldUntilMs' | 'nightLockedUntilMs'
  >
  hasCard: boolean
}) {
  const { t } = useTexts()
  if (!isVerified)
    return (
      <ObstacleNote
        text={t('sale_pages.verify_first')}
        action={{ label: t('withdrawal_pages.verify'), page: 'pages/StartVerification/StartVerification' }}
      />
    )
  if (!hasPayPassword)
    return (
      <ObstacleNote
        text={t('sale_pages.pay_password_first')}
        action={{ label: t('withdrawal_pages.pay_password_set'), page: 'pages/setting/payPassword' }}
      />
    )
  if (!hasCard)
    return (
      <ObstacleNote
        text={t('sale_pages.card_first')}
        action={{ label: t('sale_pages.add_card'), page: 'pages/setting/bank', view: 'add' }}
      />
    )
  if (isPaused) return <ObstacleNote text={t('sale_pages.paused')} />
  if (heldUntilMs !== null)
    return <HeldNote text={t('sale_pages.held_until', { time: dateTime(heldUntilMs) })} />
  if (nightLockedUntilMs !== null) return <NightNote untilMs={nightLockedUntilMs} />
  return null
}
