import { type OutcomeMonthView, optionOutcomeMonths } from '#domain/option/contract.ts'
import {
  AGE_BOUNDS_DAYS,
  BEYOND_CHANCE_PERCENT,
  COHORT_MIN_ACCOUNTS,
  type CohortKind,
  cohortKinds,
  isBeyondChance,
  ordersOf,
  STAKE_BOUNDS,
  sharePercent,
} from '#domain/option/neutrality.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount, isZero } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useMonth } from './month-choice.tsx'

/** How seconds options of a month came out, what the platform kept, and whether it differs by who ordered. */
export function OptionMonths() {
  const { t } = useTexts()
  const { data, error, refetch } = useApiQuery(optionOutcomeMonths, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  const [newest, ...older] = data.months
  if (newest) return <Months currency={data.currency} months={[newest, ...older]} />
  return (
    <EmptyState
      title={t('option_pages.months_none')}
      text={t('option_pages.months_none_why', {
        orders: whole(data.minimumOrders),
        accounts: whole(data.minimumAccounts),
      })}
    />
  )
}

const whole = (count: number) => amount(String(count), 0)

function Months({
  currency,
  months,
}: {
  currency: string
  months: readonly [OutcomeMonthView, ...OutcomeMonthView[]]
}) {
  const { t } = useTexts()
  const { month, row } = useMonth(months)
  return (
    <>
      {row}
      <Kept currency={currency} month={month} />
      <EndedHow month={month} />
      {cohortKinds.map((by) => (
        <Comparison
          key={by}
          by={by}
          currency={currency}
          comparison={month.comparisons.find((one) => one.by === by)}
        />
      ))}
      <section className="gutter pt-8">
        <h2 className="text-15 font-semibold">{t('option_pages.means')}</h2>
        <p className="pt-2 text-13 text-t2">
          {t('option_pages.means_why', { percent: BEYOND_CHANCE_PERCENT })}
        </p>
      </section>
    </>
  )
}

function Kept({
  currency,
  month: { kept, keptPercent, stakes },
}: {
  currency: string
  month: OutcomeMonthView
}) {
  const { t } = useTexts()
  const isLess = keptPercent.startsWith('-') && !isZero(keptPercent)
  return (
    <div className="gutter pt-3">
      <h2 className="figures text-20 font-semibold text-balance">
        {isLess
          ? t('option_pages.kept_less', { percent: amount(keptPercent.replace('-', '')) })
          : t('option_pages.kept', { percent: amount(keptPercent) })}
      </h2>
      <p className="figures pt-1 text-13 text-t2">
        {t('option_pages.kept_of', { kept: amount(kept), stakes: amount(stakes), currency })}
      </p>
    </div>
  )
}

const outcomes = ['won', 'lost', 'tie', 'void'] as const
const colours = { won: 'bg-up', lost: 'bg-down', tie: 'bg-t3', void: 'bg-grab' } as const

/** The shares of won, lost, tied and void orders: as one bar, and in figures. */
function EndedHow({ month }: { month: OutcomeMonthView }) {
  const { t } = useTexts()
  return (
    <section className="gutter pt-8">
      <h2 className="text-15 font-semibold">{t('option_pages.ended_how')}</h2>
      <p className="figures pt-1 text-13 text-t2">
        {t('option_pages.orders_of', { orders: whole(month.orders), accounts: whole(month.accounts) })}
      </p>
      <div aria-hidden className="mt-3 flex h-2 overflow-hidden rounded-full">
        {outcomes.map((outcome) => (
          <span
            key={outcome}
            className={colours[outcome]}
            style={{ width: `${sharePercent(month[outcome], month.orders)}%` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 pt-2 md:grid-cols-4">
        {outcomes.map((outcome) => (
          <div key={outcome} className="py-1">
            <dt className="flex items-center gap-1.5 text-12 text-t2">
              <span aria-hidden className={`size-2 rounded-full ${colours[outcome]}`} />
              {t(`option_pages.outcome_${outcome}`)}
            </dt>
            <dd className="figures text-15 font-semibold">
              {sharePercent(month[outcome], month.orders)}%{' '}
              <span className="text-12 font-normal text-t2">{whole(month[outcome])}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type ComparisonView = OutcomeMonthView['comparisons'][number]

/** Whether groups of one kind came out differently, in a sentence, and their figures. */
function Comparison({
  by,
  currency,
  comparison,
}: {
  by: CohortKind
  currency: string
  comparison: ComparisonView | undefined
}) {
  const { t } = useTexts()
  const title = t(`option_pages.by_${by}`)
  return (
    <section className="gutter pt-8">
      <h2 className="text-15 font-semibold">{title}</h2>
      {comparison ? (
        <>
          <p className="pt-1 text-15">
            {t(
              isBeyondChance(comparison.chancePercent)
                ? 'option_pages.difference'
                : 'option_pages.no_difference',
            )}
          </p>
          <p className="figures text-13 text-t2">{chanceText(comparison.chancePercent, t)}</p>
          <Groups by={by} title={title} currency={currency} groups={comparison.groups} />
        </>
      ) : (
        <p className="pt-1 text-13 text-t2">
          {t('option_pages.not_compared', { count: COHORT_MIN_ACCOUNTS })}
        </p>
      )}
    </section>
  )
}

/** How often chance makes groups differ as much. */
const chanceText = (chancePercent: string, t: Translate): string =>
  isZero(chancePercent)
    ? t('option_pages.chance_least', { percent: '0.01' })
    : t('option_pages.chance', { percent: amount(chancePercent, 0) })

function Groups({
  by,
  title,
  currency,
  groups,
}: {
  by: CohortKind
  title: string
  currency: string
  groups: ComparisonView['groups']
}) {
  const { t } = useTexts()
  return (
    <table aria-label={title} className="figures mt-2 w-full text-13">
      <thead>
        <tr className="text-12 text-t2">
          <th scope="col" className="py-1 text-left font-normal">
            {t('option_pages.group')}
          </th>
          {[
            t('option_pages.group_orders'),
            t('option_pages.outcome_won'),
            t('option_pages.outcome_lost'),
            t('option_pages.group_rest'),
          ].map((name) => (
            <th key={name} scope="col" className="py-1 pl-2 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => {
          const all = ordersOf(group)
          const percent = (some: number) => `${sharePercent(some, all)}%`
          return (
            <tr key={group.name} className="border-t border-line">
              <th scope="row" className="py-2.5 text-left font-normal">
                {groupText(by, group.name, currency, t)}
              </th>
              <td className="pl-2 text-right">{whole(all)}</td>
              <td className="pl-2 text-right">{percent(group.won)}</td>
              <td className="pl-2 text-right">{percent(group.lost)}</td>
              <td className="pl-2 text-right">{percent(group.tie + group.void)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Which orders a group has. */
function groupText(by: CohortKind, name: string, currency: string, t: Translate): string {
  if (by === 'direction')
    return t(name === 'rise' ? 'option_pages.direction_rise' : 'option_pages.direction_fall')
  const [from, to] = by === 'stake' ? STAKE_BOUNDS : AGE_BOUNDS_DAYS
  const shown = (bound: string | number) =>
    by === 'stake' ? `${bound} ${currency}` : t('option_pages.days', { count: Number(bound) })
  if (name === 'small' || name === 'new') return t('option_pages.below', { to: shown(from) })
  if (name === 'large' || name === 'old') return t('option_pages.from_on', { from: shown(to) })
  return t('option_pages.between', { from: String(from), to: shown(to) })
}
