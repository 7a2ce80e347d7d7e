import type { OutputOf } from '#domain/endpoint.ts'
import type { withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { LIMIT_DECIMALS } from '#domain/withdrawal/rules.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

/** How much of the limit of 24 hours is used and how much is left, in BTC; `more` is what the withdrawal on screen would add. */
export function LimitBar({
  terms: { used, limit, left },
  more = 0,
}: {
  terms: Pick<OutputOf<typeof withdrawalTerms>, 'used' | 'limit' | 'left'>
  more?: number
}) {
  const { t } = useTexts()
  const all = Number(used) + more
  const share = Number(limit) === 0 ? 0 : Math.min(1, all / Number(limit))
  const isOver = all > Number(limit)
  return (
    <div className="border-t border-line pt-3 text-15">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-t2">{t('withdrawal_pages.limit_used')}</span>
        <span className={isOver ? 'figures ml-auto text-danger' : 'figures ml-auto'}>
          {t('withdrawal_pages.limit_of', {
            used: amount(all.toFixed(LIMIT_DECIMALS)),
            limit: amount(limit),
          })}
        </span>
      </div>
      <div aria-hidden className="mt-2 h-1 overflow-hidden rounded-full bg-s3">
        <div
          className={isOver ? 'h-full bg-danger' : 'h-full bg-t1'}
          // What is used shows, however little it is.
          style={{ width: all > 0 ? `max(4px, ${share * 100}%)` : 0 }}
        />
      </div>
      <p className="figures pt-1.5 text-right text-13 text-t2">
        {t('withdrawal_pages.limit_left', {
          left: amount(Math.max(0, Number(left) - more).toFixed(LIMIT_DECIMALS)),
        })}
      </p>
    </div>
  )
}
