import { unusualChange } from '#domain/console/unusual.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { type consoleSaleTerms, proposeSaleTerms } from '#domain/sale/console.ts'
import { signedUnits } from '#web/features/money/decimals.ts'
import { t } from '../../texts.ts'
import { DecimalField, ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { decimalOf } from '../../ui/typed-amount.ts'

/** More than any currency has. */
const MAX_DECIMALS = 10

const amounts = {
  minimumFee: 'sale.minimum_fee',
  internationalMinimumFee: 'sale.international_minimum_fee',
  minimum: 'sale.minimum',
  maxPerCustomer: 'sale.max_per_customer',
} as const

/** Other terms for sales to come, from those there are. */
export function SaleTermsForm({
  terms,
  onClose,
}: {
  terms: OutputOf<typeof consoleSaleTerms>['terms']
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
        <ParsedField
          key={name}
          label={t(name === 'feeBps' ? 'sale.fee_percent' : 'sale.international_fee_percent')}
          name={name}
          value={plainPercent(terms[name])}
          read={bpsTyped}
          unusualOf={(bps) => unusualFee(bps, terms[name])}
          write={String}
          error={t('proposal.percent_error')}
        />
      ))}
      {(['minimumFee', 'internationalMinimumFee', 'minimum', 'maxPerCustomer'] as const).map((name) => (
        <DecimalField
          key={name}
          label={t(amounts[name])}
          name={name}
          defaultValue={trimFraction(terms[name], 2)}
          unusualOf={(typed) =>
            unusualChange(signedUnits(typed, MAX_DECIMALS), signedUnits(terms[name], MAX_DECIMALS))
          }
        />
      ))}
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

function bpsTyped(text: string): number | undefined {
  const decimal = decimalOf(text)
  const bps = decimal === undefined ? undefined : parseDecimal(decimal, 2)
  return bps === undefined || bps < 1n || bps > 500n ? undefined : Number(bps)
}
