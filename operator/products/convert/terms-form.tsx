import { type consoleConvert, proposeConvertTerms } from '#domain/convert/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { TermAmountFields } from '../../ui/term-field.tsx'

const amounts = {
  minimum: t('convert.minimum'),
  maximum: t('convert.maximum'),
  maxPerCustomer: t('convert.max_per_customer'),
  maxExposure: t('convert.max_exposure'),
}

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
      <TermAmountFields labels={amounts} terms={terms} />
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
