import { utcMoment } from '#web/features/time/utc.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { oneOf } from '#web/ui/one-of.ts'
import type { Quoted } from './exits-page.tsx'
import { useKept } from './use-kept.ts'

type Exit = Quoted['exits'][number]

/** The ways out, one of them chosen: what each pays and what it costs. */
export function ExitList({
  exits,
  isFirm,
  chosen,
  onChoose,
}: {
  exits: readonly Exit[]
  isFirm: boolean
  chosen: string | undefined
  onChoose(id: string): void
}) {
  const { t } = useTexts()
  const keys = oneOf(
    exits.map(({ id }) => id),
    chosen,
    onChoose,
  )
  return (
    <section aria-label={t('financial_pages.ways')} className={cx('pt-3', !isFirm && 'text-t2')}>
      <div className="flex gap-3 border-b border-line gutter pb-2 text-12 text-t3">
        <span className="min-w-0 flex-1 pl-8">{t('financial_pages.how')}</span>
        <span className="w-16 text-right xs:w-24">{t('financial_pages.you_get')}</span>
        <span className="w-14 text-right xs:w-20">{t('financial_pages.it_costs')}</span>
      </div>
      <div {...keys.row} role="radiogroup" aria-label={t('financial_pages.ways')}>
        {exits.map((exit) => {
          const isChosen = exit.id === chosen
          return (
            // biome-ignore lint/a11y/useSemanticElements: arrow keys and looks are ours, the role says what it is
            <button
              key={exit.id}
              type="button"
              role="radio"
              aria-checked={isChosen}
              {...keys.button(exit.id)}
              onClick={() => onChoose(exit.id)}
              className={cx(
                'flex w-full items-center gap-3 border-b border-line gutter py-3 text-left focus-visible:-outline-offset-2',
                isChosen && 'bg-s1',
              )}
            >
              <span
                aria-hidden
                className={cx(
                  'size-5 shrink-0 rounded-full border-2',
                  isChosen ? 'border-t1 bg-t1 [box-shadow:inset_0_0_0_4px_var(--color-s1)]' : 'border-t3',
                )}
              />
              <span className="min-w-0 flex-1">
                <Words exit={exit} isChosen={isChosen} />
              </span>
              <span className="figures w-16 text-right text-13 xs:w-24 xs:text-15">{amount(exit.pays)}</span>
              <span className="figures w-14 text-right text-13 font-semibold xs:w-20 xs:text-15">
                {amount(exit.costs)}
              </span>
            </button>
          )
        })}
      </div>
    </section>
  )
}

function Words({ exit, isChosen }: { exit: Exit; isChosen: boolean }) {
  const { t, locale } = useTexts()
  const words = useKept().get(exit.product)
  if (!words) return null
  return (
    <>
      <span className={cx('block text-15', isChosen && 'font-semibold')}>{words.titleOf(exit.kind, t)}</span>
      <span className="figures block text-12 text-t3">
        {amount(exit.amount)} {exit.currency} · {words.nameOf(exit, t)}
      </span>
      {exit.givenUp && !isZero(exit.givenUp.amount) && (
        <span className="figures block text-12 text-t3">
          {t('financial_pages.gives_up', {
            amount: amount(exit.givenUp.amount),
            currency: exit.givenUp.currency,
          })}
        </span>
      )}
      {exit.boostGivenUp !== null && (
        <span className="figures block text-12 text-t3">
          {t('financial_pages.gives_up_boost', {
            amount: amount(exit.boostGivenUp),
            currency: exit.currency,
          })}
        </span>
      )}
      <span className="figures block text-12 text-t3">
        {exit.paidAtMs === null
          ? t('financial_pages.instant')
          : t('financial_pages.paid_at', { time: utcMoment(exit.paidAtMs, locale) })}
        {!exit.isEnough && ` · ${t('financial_pages.not_enough')}`}
      </span>
    </>
  )
}
