import { HeldNote, NightNote, ObstacleNote } from '#web/features/withdrawal/obstacle-note.tsx'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import type { Terms } from './withdraw-form.tsx'

/** What stands against any withdrawal of the customer, the first of them, with the way to mend it. */
export function Obstacle({
  terms: { isVerified, hasPayPassword, heldUntilMs, nightLockedUntilMs },
}: {
  terms: Pick<Terms, 'isVerified' | 'hasPayPassword' | 'heldUntilMs' | 'nightLockedUntilMs'>
}) {
  const { t } = useTexts()
  if (!isVerified)
    return (
      <ObstacleNote
        text={t('withdrawal_pages.verify_first')}
        action={{ label: t('withdrawal_pages.verify'), page: 'pages/StartVerification/StartVerification' }}
      />
    )
  if (!hasPayPassword)
    return (
      <ObstacleNote
        text={t('withdrawal_pages.pay_password_first')}
        action={{ label: t('withdrawal_pages.pay_password_set'), page: 'pages/setting/payPassword' }}
      />
    )
  if (heldUntilMs !== null)
    return <HeldNote text={t('withdrawal_pages.held_until', { time: dateTime(heldUntilMs) })} />
  if (nightLockedUntilMs !== null) return <NightNote untilMs={nightLockedUntilMs} />
  return null
}
