import { MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import { amountLimits, type CopyTerms } from '#domain/copy/offered-terms.ts'
import { copyModes } from '#domain/copy/rules.ts'
import { COPY_RATIO, DEFAULT_SLIPPAGE, PERCENT_DECIMALS, RATIO_DECIMALS } from '#domain/copy/terms.ts'
import { amount } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { type CopyField, type CopyForm, type CopyReading, equityPercent, worstCase } from './copy-form.ts'

/** How much is copied and within which limits, then what can be lost by that. It only shows: the rules say what. */
export function CopyFields({
  form,
  reading: { settings, problem },
  terms,
  equityLimit,
  practice,
  onChange,
}: {
  form: CopyForm
  reading: CopyReading
  /** The terms that it is read by. */
  terms: CopyTerms
  /** What one copy may have of the equity now; undefined while that is not known. */
  equityLimit?: string | undefined
  /** With practice money: there is no stop-loss, and nothing that can be lost. */
  practice?: { readonly currency: string } | undefined
  onChange(form: CopyForm): void
}) {
  const { t } = useTexts()
  const field = (
    name: CopyField,
    label: string,
    hint: string,
    decimals = marginDecimals(),
    unit = practice?.currency ?? MARGIN_CURRENCY,
  ) => (
    <DecimalField
      name={name}
      label={label}
      unit={unit}
      decimals={decimals}
      value={form[name]}
      hint={hint}
      error={problem?.field === name ? refusalText(problem.code, problem.params) : undefined}
      placeholder={name === 'stopLoss' ? t('contract_pages.none') : '0'}
      onChange={(value) => onChange({ ...form, [name]: value })}
    />
  )
  const range = ({ minimum, maximum }: { minimum: string; maximum: string }) => ({
    minimum: amount(minimum, 0),
    maximum: amount(maximum, 0),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="-mx-4">
        <Chips
          label={t('copy_pages.mode')}
          choices={copyModes.map((id) => ({ id, label: t(`copy_pages.mode_${id}`) }))}
          value={form.mode}
          onChange={(mode) => onChange({ ...form, mode })}
        />
      </div>
      {form.mode === 'amount'
        ? field(
            'amount',
            t('copy_pages.amount'),
            equityLimit === undefined
              ? t('copy_pages.amount_hint', range(amountLimits(terms)))
              : t('copy_pages.amount_hint_equity', {
                  ...range(amountLimits(terms)),
                  most: amount(equityLimit),
                  percent: equityPercent(terms),
                }),
          )
        : field(
            'ratio',
            t('copy_pages.ratio'),
            t('copy_pages.ratio_hint', range(COPY_RATIO)),
            RATIO_DECIMALS,
            '×',
          )}
      {field('maxTrade', t('copy_pages.max_trade'), t('copy_pages.max_trade_hint'))}
      {field('maxTotal', t('copy_pages.max_total'), t('copy_pages.max_total_hint'))}
      {!practice && field('stopLoss', t('copy_pages.stop_loss'), t('copy_pages.stop_loss_hint'))}
      {field(
        'slippagePercent',
        t('copy_pages.slippage'),
        t('copy_pages.slippage_hint', { percent: DEFAULT_SLIPPAGE }),
        PERCENT_DECIMALS,
        '%',
      )}
      {!practice && <WorstCaseLines settings={settings} />}
    </div>
  )
}

/** What one jump of the price can take, and where the whole ends; with as many lines before the form is whole. */
function WorstCaseLines({ settings }: { settings: CopyReading['settings'] }) {
  const { t } = useTexts()
  const worst = settings && worstCase(settings)
  const shown = (value: string | undefined) =>
    value === undefined ? '—' : `${amount(value)} ${MARGIN_CURRENCY}`
  return (
    <section aria-label={t('copy_pages.worst_case')} className="pt-3">
      <h2 className="pb-2 text-15 font-semibold">{t('copy_pages.worst_case')}</h2>
      <KeyValue
        ruled
        lines={[
          { name: t('copy_pages.worst_trade'), value: shown(worst?.trade) },
          { name: t('copy_pages.worst_total'), value: shown(worst?.total), isStrong: true },
          {
            name: t('copy_pages.worst_all'),
            value:
              worst && worst.stopLoss === undefined ? t('copy_pages.no_stop_loss') : shown(worst?.stopLoss),
            isStrong: true,
          },
        ]}
      />
      <p className="border-t border-line pt-3 text-12 text-t2">
        {t(worst && worst.stopLoss === undefined ? 'copy_pages.worst_why_open' : 'copy_pages.worst_why_stop')}
      </p>
    </section>
  )
}
