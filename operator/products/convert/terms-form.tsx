import { unusualChange } from '#domain/console/unusual.ts'
import { type consoleConvert, proposeConvertTerms } from '#domain/convert/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { signedUnits } from '#web/features/money/decimals.ts'
import { t } from '../../texts.ts'
import { DecimalField, ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { decimalOf } from '../../ui/typed-amount.ts'

/** More than any currency has. */
const MAX_DECIMALS = 10

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
      <ParsedField
        label={t('convert.fee_percent')}
        name="feeBps"
        value={plainPercent(terms.feeBps)}
        read={bpsTyped}
        unusualOf={(bps) => unusualFee(bps, terms.feeBps)}
        write={String}
        error={t('proposal.percent_error')}
      />
      {(['minimum', 'maximum', 'maxPerCustomer', 'maxExposure'] as const).map((name) => (
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

function bpsTyped(text: string): number | undefined {
  const decimal = decimalOf(text)
  const bps = decimal === undefined ? undefined : parseDecimal(decimal, 2)
  return bps === undefined || bps < 1n || bps > 500n ? undefined : Number(bps)
}
