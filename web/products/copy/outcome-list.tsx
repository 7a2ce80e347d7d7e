import { CircleCheck, CircleSlash } from 'lucide-react'
import { LOT_STEP } from '#domain/contract/terms.ts'
import { type CopyOutcomeView, copyOutcomes, type RelationView } from '#domain/copy/contract.ts'
import { copyResults } from '#domain/copy/rules.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { sideOf } from '#web/features/contract/position-words.ts'
import { equityPercent } from '#web/features/copy/copy-form.ts'
import { useCopyTerms } from '#web/features/copy/use-copy-terms.ts'
import { FilterChips } from '#web/features/records/filter-chips.tsx'
import { amount, grouped } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { usePart } from './use-part.ts'
import { slippageText } from './words.ts'

const results = ['', ...copyResults] as const

/** What became of each action of the lead for one relation, the newest first. */
export function OutcomeList({ relation: { id: relationId, termsVersion } }: { relation: RelationView }) {
  const percent = equityPercent(useCopyTerms(termsVersion))
  const { t } = useTexts()
  const [result, setResult] = usePart('result', results)
  const list = usePagedList(copyOutcomes, {
    relationId,
    limit: '20',
    ...(result !== '' && { which: result }),
  })
  return (
    <>
      <FilterChips
        lists={[
          {
            name: 'result',
            label: t('copy_pages.result_filter'),
            choices: results.map((id) => ({
              id,
              label: id === '' ? t('copy_pages.result_all') : t(`copy_pages.result_${id}`),
            })),
          },
        ]}
        filter={result === '' ? {} : { result }}
        onChange={(_, id) => setResult(results.find((one) => one === id) ?? '')}
      />
      <PagedList
        list={list}
        skeleton={<SkeletonRows count={3} height={76} />}
        empty={
          <EmptyState isSmall title={t('copy_pages.no_actions')} text={t('copy_pages.no_actions_why')} />
        }
        more={t('common.more')}
      >
        {(outcomes) => (
          <ul>
            {outcomes.map((outcome) => (
              <OutcomeRow key={outcome.id} outcome={outcome} percent={percent} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

/** `percent`: of the equity, what one copy may take by the terms of the relation. */
function OutcomeRow({ outcome, percent }: { outcome: CopyOutcomeView; percent: string }) {
  const { t } = useTexts()
  const isCopied = outcome.result === 'copied'
  const Icon = isCopied ? CircleCheck : CircleSlash
  return (
    <li className="flex gap-3 gutter">
      <Icon aria-hidden size={20} className={`mt-3 shrink-0 ${isCopied ? 'text-t1' : 'text-t3'}`} />
      <div className="hairline flex min-h-19 min-w-0 flex-1 items-center gap-3 py-2">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="text-15 font-semibold whitespace-nowrap">{labelOf(outcome.symbol)}</span>
            <Tag kind={sideOf(outcome.direction)}>{t(`contract_pages.side_${outcome.direction}`)}</Tag>
          </span>
          <span className="block text-13 text-t2">{whatText(outcome, t)}</span>
          {outcome.limitedBy !== null && (
            <span className="block text-12 text-t3">{limitText(outcome.limitedBy, percent, t)}</span>
          )}
          {outcome.reason !== null && (
            <span className="block text-12 text-t2">{skipText(outcome, outcome.reason, percent, t)}</span>
          )}
        </span>
        <span className="figures shrink-0 text-right text-12 text-t3">
          <span className={`block text-13 ${isCopied ? 'text-t1' : 'text-t2'}`}>
            {t(`copy_pages.result_${outcome.result}`)}
          </span>
          {outcome.slippagePercent !== null && (
            <span className="block">
              {t('copy_pages.slippage_of', { percent: slippageText(outcome.slippagePercent) })}
            </span>
          )}
          <span className="block">{dateTime(outcome.atMs).slice(5, 19)}</span>
        </span>
      </div>
    </li>
  )
}

/** What the lead did, and to how much of the follower's at which price. @example 'Opened · 0.32 lots at 1,234.50' */
function whatText({ action, lots, price }: CopyOutcomeView, t: Translate): string {
  const what = t(`copy_pages.action_${action}`)
  return lots === null || price === null
    ? what
    : `${what} · ${t('contract_pages.lots_at', { lots: amount(lots, 0), price: grouped(price) })}`
}

/** Why nothing was copied. What was skipped before its smallest position was written down says the smallest step. */
const skipText = (
  { minimumLots }: CopyOutcomeView,
  reason: NonNullable<CopyOutcomeView['reason']>,
  percent: string,
  t: Translate,
): string =>
  reason === 'minimum'
    ? t('copy_pages.skip_minimum', { lots: amount(minimumLots ?? LOT_STEP, 0) })
    : reason === 'limit-equity'
      ? t('copy_pages.skip_limit-equity', { percent })
      : t(`copy_pages.skip_${reason}`)

/** Which limit made a copy smaller. */
function limitText(limit: NonNullable<CopyOutcomeView['limitedBy']>, percent: string, t: Translate): string {
  if (limit === 'limit-equity') return t('copy_pages.reduced_limit-equity', { percent })
  return limit === 'limit-trade' || limit === 'limit-total' ? t(`copy_pages.reduced_${limit}`) : ''
}
