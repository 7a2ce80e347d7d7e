import type { ReactNode } from 'react'
import { toPage } from '#web/app/page-list.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Terms } from './withdraw-form.tsx'

/** What stands against any withdrawal of the customer, the first of them, with the way to mend it. */
export function Obstacle({
  terms: { isVerified, hasPayPassword, heldUntilMs },
}: {
  terms: Pick<Terms, 'isVerified' | 'hasPayPassword' | 'heldUntilMs'>
}) {
  const { t } = useTexts()
  if (!isVerified)
    return (
      <Note text={t('withdrawal_pages.verify_first')}>
        <ButtonLink size="small" to={toPage('pages/StartVerification/StartVerification')}>
          {t('withdrawal_pages.verify')}
        </ButtonLink>
      </Note>
    )
  if (!hasPayPassword)
    return (
      <Note text={t('withdrawal_pages.pay_password_first')}>
        <ButtonLink size="small" to={toPage('pages/setting/payPassword')}>
          {t('withdrawal_pages.pay_password_set')}
        </ButtonLink>
      </Note>
    )
  if (heldUntilMs !== null)
    return <Note text={t('withdrawal_pages.held_until', { time: dateTime(heldUntilMs) })} />
  return null
}

function Note({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="note"
      className="mx-4 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-8 border border-line2 bg-s1 p-3 text-13 text-t1"
    >
      <p className="min-w-40 flex-1">{text}</p>
      {children}
    </div>
  )
}
