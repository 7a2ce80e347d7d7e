import { Snowflake } from 'lucide-react'
import { Link } from 'react-router'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'

/** That the account is frozen, and where to end that. */
export default function FreezeBanner() {
  const { t } = useTexts()
  return (
    <div role="status" className="flex items-center gap-3 border-b border-line2 bg-s2 gutter">
      <Snowflake aria-hidden size={18} className="shrink-0 text-t1" />
      <p className="min-w-0 flex-1 text-13 font-semibold text-t1">{t('security_pages.is_frozen')}</p>
      <Link
        to={toPage('pages/setting/freeze')}
        className="press inline-flex min-h-11 shrink-0 items-center px-2 text-13 font-semibold text-t1 underline"
      >
        {t('security_pages.unfreeze')}
      </Link>
    </div>
  )
}
