import { type ConsoleLoanTerms, proposeLoanTerms } from '#domain/loan/console.ts'
import { unusualDailyRate } from '#domain/loan/usual.ts'
import { formatPercent, parseRate } from '#domain/money/rate.ts'
import { t } from '../../texts.ts'
import { ParsedField, PercentField, ProposalForm } from '../../ui/proposal-form.tsx'
import { TermAmountFields } from '../../ui/term-field.tsx'

const rates = { dailyRate: 'loan.daily_rate_field', overdueRate: 'loan.overdue_rate_field' } as const
const amounts = {
  minimum: t('loan.minimum'),
  maximum: t('loan.maximum'),
  perPoint: t('loan.per_point'),
  maxOutstanding: t('loan.max_outstanding'),
}

/** Other terms for loans to come, from those there are. */
export function LoanTermsForm({
  view: { terms, currency },
  onClose,
}: {
  view: ConsoleLoanTerms
  onClose(): void
}) {
  return (
    <ProposalForm
      endpoint={proposeLoanTerms}
      panel={t('loan.change_terms')}
      title={t('loan.kind_terms')}
      text={t('loan.change_text')}
      onClose={onClose}
    >
      {(['dailyRate', 'overdueRate'] as const).map((name) => (
        <PercentField
          key={name}
          label={t(rates[name])}
          name={name}
          value={formatPercent(parseRate(terms[name])!)}
          unusualOf={(rate) => unusualDailyRate(rate, parseRate(terms[name]))}
        />
      ))}
      <TermAmountFields labels={amounts} terms={terms} currency={currency} />
      <ParsedField
        label={t('loan.score_floor')}
        name="scoreFloor"
        inputMode="numeric"
        value={String(terms.scoreFloor)}
        read={(text) => (/^\d{1,3}$/.test(text) ? text : undefined)}
        write={(points) => String(Number(points))}
        error={t('loan.score_error')}
      />
    </ProposalForm>
  )
}
