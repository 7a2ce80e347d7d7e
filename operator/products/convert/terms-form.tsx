import { type consoleConvert, proposeConvertTerms } from '#domain/convert/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { TermAmountField } from '../../ui/term-field.tsx'

const amounts = {
  minimum: 'convert.minimum',
  maximum: 'convert.maximum',
  maxPerCustomer: 'convert.max_per_customer',
  maxExposure: 'convert.max_exposure',
} as const

/** Other terms for conversions to come, from those there are. */
export function ConvertTermsForm({
  terms,
  onClose,
}: {
  terms: OutputOf<typeof consoleConvert>['terms']
  onClose(): void
}) {
  return (
    <ProposalForm
      endpoint={proposeConvertTerms}
      panel={t('convert.change_terms')}
      title={t('convert.kind_terms')}
      text={t('convert.change_text')}
      onClose={onClose}
    >
      <BpsField
        label={t('convert.fee_percent')}
        name="feeBps"
        present={terms.feeBps}
        unusualOf={unusualFee}
      />
      {(['minimum', 'maximum', 'maxPerCustomer', 'maxExposure'] as const).map((name) => (
        <TermAmountField key={name} label={t(amounts[name])} name={name} present={terms[name]} />
      ))}
      <ParsedField
        label={t('convert.quote_seconds_field')}
        name="quoteSeconds"
        inputMode="numeric"
        value={String(terms.quoteSeconds)}
        read={(text) => (/^([3-9]|[12]\d|30)$/.test(text) ? text : undefined)}
        write={(seconds) => seconds}
        error={t('convert.seconds_error')}
      />
    </ProposalForm>
  )
}
