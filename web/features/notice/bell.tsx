import { Bell as BellIcon } from 'lucide-react'
import { MAX_COUNTED } from '#domain/notice/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { useUnread } from './unread.ts'

/** A number of notices as pages show it. */
export const countText = (count: number): string =>
  count < MAX_COUNTED ? String(count) : `${MAX_COUNTED - 1}+`

/** The way to the notices, with a dot while some are unread; who does not see it is told how many. */
export function Bell() {
  const { t } = useTexts()
  const unread = useUnread()
  const label = unread === 0 ? t('notice.title') : t('notice.bell_unread', { unread: countText(unread) })
  return <IconLink icon={BellIcon} label={label} to={toPage('pages/news/news')} hasDot={unread > 0} />
}
