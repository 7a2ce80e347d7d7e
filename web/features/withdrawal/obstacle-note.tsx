import { accountFreeze } from '#domain/user/freeze.ts'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** What stands in the way of something on a page, with the way to mend it where there is one. */
export function ObstacleNote({
  text,
  action,
}: {
  text: string
  action?: { readonly label: string; readonly page: PageRoute; readonly view?: string }
}) {
  return (
    <div
      role="note"
      className="mx-4 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-8 border border-line2 bg-s1 p-3 text-13 text-t1"
    >
      <p className="min-w-40 flex-1">{text}</p>
      {action && (
        <ButtonLink size="small" to={toPage(action.page, { view: action.view })}>
          {action.label}
        </ButtonLink>
      )}
    </div>
  )
}

/**
 * Until when withdrawals are held. While the account is frozen nothing: the hold ends some time after it is unfrozen, at a moment that
 * nobody knows yet, and every page says that it is frozen.
 */
export function HeldNote({ text }: { text: string }) {
  const freeze = useApiQuery(accountFreeze, {})
  return freeze.data?.frozenSinceMs == null ? <ObstacleNote text={text} /> : null
}

/** Until when the hours last that the customer locked for themselves. */
export function NightNote({ untilMs }: { untilMs: number }) {
  const { t } = useTexts()
  return <ObstacleNote text={t('withdrawal_pages.night_until', { time: dateTime(untilMs) })} />
}
