import { Link } from 'react-router'
import type { LeadView } from '#domain/copy/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { isZero, percent } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { Figure, Figures } from './figures.tsx'
import { fallText, leadName, partText } from './words.ts'

/** A lead trader in the ranking: what followers got, the lead's own return and its largest fall, all of one size. */
export function LeadCard({ lead }: { lead: LeadView }) {
  const { t } = useTexts()
  return (
    <Link
      to={toPage('pages/copytrade/trader', { id: lead.id })}
      className="press block border-b border-line gutter py-3 focus-visible:-outline-offset-2"
    >
      <span className="flex items-baseline justify-between gap-3 pb-2">
        <span className="min-w-0 truncate text-15 font-semibold">{leadName(lead, t)}</span>
        <span className="shrink-0 text-12 text-t2">{t('copy_pages.days', { count: lead.days })}</span>
      </span>
      <Figures columns={3}>
        <Figure name={t('copy_pages.followers_got')} value={<Return value={lead.followersReturnPercent} />} />
        <Figure name={t('copy_pages.own_return')} value={<Return value={lead.roiPercent} />} />
        <Figure name={t('copy_pages.drawdown')} value={<Fall value={lead.drawdownPercent} />} />
      </Figures>
      <span className="block pt-2 text-12 text-t3">
        {[
          t('copy_pages.sample', { count: lead.followersSample }),
          t('copy_pages.followers_now', { count: lead.followers }),
          t('copy_pages.share_of', { percent: partText(lead.sharePercent) }),
        ].join(' · ')}
      </span>
    </Link>
  )
}

/** A fall in percent, in the color of losses, as visible as a return. */
export const Fall = ({ value }: { value: string | null }) => (
  <span className={value === null || isZero(value) ? undefined : changeColours.down}>{fallText(value)}</span>
)

/** A return in percent in its color; a dash before there is one. */
export const Return = ({ value }: { value: string | null }) =>
  value === null ? '—' : <span className={changeColours[directionOf(value)]}>{percent(value)}</span>
