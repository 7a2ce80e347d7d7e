import { Link } from 'react-router'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { useKeptTape } from './kept.ts'
import { useWatchTape } from './watch-tape.ts'

/** Watches the price tape, and says on every page when it is not the one that this browser saw before. */
export function TapeAlarm() {
  const { t } = useTexts()
  useWatchTape()
  const alarm = useKeptTape((kept) => kept.alarm)
  if (!alarm) return null
  return (
    <div role="alert" className="flex items-center gap-3 border-b border-danger bg-s2 gutter py-2.5">
      <Bob meaning="broken" size={24} />
      <p className="min-w-0 flex-1">
        <span className="block text-13 font-semibold text-danger">{t('verify.alarm')}</span>
        <span className="block text-12 text-t2">{t(`verify.alarm_${faultKey[alarm.fault]}`)}</span>
      </p>
      <Link
        to={toPage('pages/verify/tape')}
        className="press inline-flex min-h-11 shrink-0 items-center px-2 text-13 font-semibold text-t1 underline"
      >
        {t('verify.alarm_details')}
      </Link>
    </div>
  )
}

/** A fault as it is called among the texts. */
export const faultKey = { shorter: 'shorter', forked: 'forked', 'other-key': 'other_key' } as const
