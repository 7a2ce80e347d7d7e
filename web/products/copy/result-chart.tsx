import type { LeadView } from '#domain/copy/contract.ts'
import { signedProfit } from '#web/features/money/decimals.ts'
import { dateInWords } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { type DayResult, resultLine } from './result-line.ts'

/** A lead's closed result from the first day to now, with its beginning and what it comes to. */
export function ResultChart({ lead, days }: { lead: LeadView; days: readonly DayResult[] }) {
  const { t, locale } = useTexts()
  const line = resultLine(days, lead.leadingSinceMs, lead.updatedAtMs)
  if (!line) return null
  const direction = directionOf(lead.profit)
  return (
    <figure className="gutter py-4">
      <svg
        role="img"
        aria-label={t('copy_pages.chart')}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className={`h-24 w-full overflow-visible ${changeColours[direction]}`}
      >
        <path
          d={`M0 ${line.zero}H100`}
          className="text-line2"
          stroke="currentColor"
          strokeDasharray="1 3"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={line.points}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="figures flex flex-wrap justify-between gap-x-3 pt-1.5 text-12 text-t2">
        <span>{dateInWords(lead.leadingSinceMs, locale)}</span>
        <span>
          {t('copy_pages.closed_result')}{' '}
          <span className={changeColours[direction]}>
            {signedProfit(lead.profit)} {lead.currency}
          </span>
        </span>
      </figcaption>
    </figure>
  )
}
