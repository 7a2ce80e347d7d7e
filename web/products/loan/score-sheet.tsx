import { type LoanTermsView, loanScore } from '#domain/loan/contract.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount, signed } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** How the score became what it is, and what changes it. */
export function ScoreSheet({ terms, onClose }: { terms: LoanTermsView; onClose(): void }) {
  const { t, locale } = useTexts()
  const list = usePagedList(loanScore, { limit: '20' })
  const { score, currency } = terms
  const points = (change: number) => t('loan_pages.points', { points: signed(String(change)) })
  return (
    <Sheet isOpen onClose={onClose} title={t('loan_pages.score')} text={t('loan_pages.score_text')}>
      <div className="pt-2">
        <KeyValue
          ruled
          lines={[
            { name: t('loan_pages.cause_first'), value: String(score.first) },
            { name: t('loan_pages.cause_on-time'), value: points(score.onTime) },
            { name: t('loan_pages.cause_overdue'), value: points(score.overdue) },
            { name: t('loan_pages.cause_overdue-day'), value: points(score.overdueDay) },
            {
              name: t('loan_pages.limit_above', { floor: score.floor }),
              value: t('loan_pages.per_point', { amount: amount(score.perPoint, 0), currency }),
            },
          ]}
        />
      </div>
      <h3 className="pt-4 pb-1 text-15 font-semibold">{t('loan_pages.history')}</h3>
      <PagedList
        list={list}
        skeleton={<SkeletonRows count={3} height={44} />}
        empty={<p className="pb-4 text-13 text-t2">{t('loan_pages.no_history')}</p>}
        more={t('common.more')}
      >
        {(items) => (
          <KeyValue
            ruled
            lines={items.map((one) => ({
              name: (
                <>
                  {t(`loan_pages.cause_${one.cause}`)}
                  <span className="figures block text-12 text-t3">
                    {one.reference} · {zonedMoment(one.atMs, locale)}
                  </span>
                </>
              ),
              value: `${signed(String(one.change))} → ${one.score}`,
            }))}
          />
        )}
      </PagedList>
    </Sheet>
  )
}
