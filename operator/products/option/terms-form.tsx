import { trimFraction } from '#domain/money/group-digits.ts'
import { proposeOptionTerms } from '#domain/option/console.ts'
import { t } from '../../texts.ts'
import { DecimalField, ParsedField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { decimalOf } from '../../ui/typed-amount.ts'
import type { OptionDesk } from './exposure.ts'
import { bpsOf, percentText, periodsOf, periodsText } from './terms.ts'

/** Other terms for seconds options to come, from those there are. */
export function OptionTermsForm({ terms, onClose }: { terms: OptionDesk['terms']; onClose(): void }) {
  return (
    <ProposalForm
      endpoint={proposeOptionTerms}
      panel={t('option.change_terms')}
      title={t('option.kind_terms')}
      text={t('option.change_text')}
      onClose={onClose}
    >
      <ParsedField
        label={t('option.periods')}
        name="periods"
        inputMode="text"
        value={periodsText(terms.periods)}
        hint={t('option.periods_hint')}
        read={periodsOf}
        write={(periods) => periods}
        error={t('option.periods_error')}
      />
      <div className="grid grid-cols-2 gap-3">
        <DecimalField
          label={t('option.minimum')}
          name="minimum"
          defaultValue={trimFraction(terms.minimum, 2)}
        />
        <DecimalField
          label={t('option.maximum')}
          name="maximum"
          defaultValue={trimFraction(terms.maximum, 2)}
        />
        <CountField label={t('option.max_open')} name="maxOpen" value={terms.maxOpen} />
        <CountField label={t('option.max_daily')} name="maxDaily" value={terms.maxDaily} />
      </div>
      <DecimalField
        label={t('option.loss_limit')}
        name="lossLimit"
        defaultValue={trimFraction(terms.lossLimit, 2)}
      />
      <div className="grid grid-cols-2 gap-3">
        <CountField label={t('option.pause_after')} name="pauseAfter" value={terms.pauseAfter} />
        <CountField label={t('option.pause_minutes')} name="pauseMinutes" value={terms.pauseMinutes} />
      </div>
      <ParsedField
        label={t('option.exposure_share_percent')}
        name="exposureBps"
        value={percentText(terms.exposureBps)}
        read={percentTyped}
        write={String}
        error={t('proposal.percent_error')}
      />
    </ProposalForm>
  )
}

function percentTyped(text: string): number | undefined {
  const decimal = decimalOf(text)
  return decimal === undefined ? undefined : bpsOf(decimal)
}

const CountField = ({ value, ...props }: { label: string; name: string; value: number }) => (
  <PlainField {...props} inputMode="numeric" pattern="\d{1,4}" defaultValue={value} />
)
