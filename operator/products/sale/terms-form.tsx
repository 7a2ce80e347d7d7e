import type { OutputOf } from '#domain/endpoint.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { type consoleSaleTerms, proposeSaleTerms } from '#domain/sale/console.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { TermAmountFields } from '../../ui/term-field.tsx'

const amounts = {
  minimumFee: t('sale.minimum_fee'),
  internationalMinimumFee: t('sale.international_minimum_fee'),
  minimum: t('sale.minimum'),
  maxPerCustomer: t('sale.max_per_customer'),
}

/** Other terms for sales to come, from those there are. */
export function SaleTermsForm({
  terms,
  currency,
  onClose,
}: {
  terms: OutputOf<typeof consoleSaleTerms>['terms']
  currency: string
  onClose(): void
}) {
  return (
    <ProposalForm
      endpoint={proposeSaleTerms}
      panel={t('sale.change_terms')}
      title={t('sale.kind_terms')}
      text={t('sale.change_text')}
      onClose={onClose}
    >
      {(['feeBps', 'internationalFeeBps'] as const).map((name) => (
        <BpsField
          key={name}
          label={t(name === 'feeBps' ? 'sale.fee_percent' : 'sale.international_fee_percent')}
          name={name}
          present={terms[name]}
          unusualOf={unusualFee}
        />
      ))}
      <TermAmountFields labels={amounts} terms={terms} currency={currency} />
      <ParsedField
        label={t('sale.quote_seconds_field')}
        name="quoteSeconds"
        inputMode="numeric"
        value={String(terms.quoteSeconds)}
        read={(text) => (/^([3-9]|[12]\d|30)$/.test(text) ? text : undefined)}
        write={(seconds) => seconds}
        error={t('sale.seconds_error')}
      />
    </ProposalForm>
  )
}
