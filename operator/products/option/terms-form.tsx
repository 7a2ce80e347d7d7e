import { trimFraction } from '#domain/money/group-digits.ts'
import { proposeOptionTerms } from '#domain/option/console.ts'
import { unusualExposure, unusualPeriods } from '#domain/option/usual.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { CountField } from '../../ui/count-field.tsx'
import { farFrom } from '../../ui/far-from.ts'
import { DecimalField, ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'
import { Unit } from '../../ui/unit.tsx'
import type { OptionConsole } from './exposure.ts'
import { payoutsOf, periodsOf, periodsText } from './terms.ts'

/** Other terms for seconds options to come, from those there are. */
export function OptionTermsForm({
  options: { terms, currency },
  onClose,
}: {
  options: OptionConsole
  onClose(): void
}) {
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
        unusualOf={(periods) => unusualPeriods(payoutsOf(periods), terms.periods)}
        write={(periods) => periods}
        error={t('option.periods_error')}
      />
      <div className="grid grid-cols-2 gap-3">
        <DecimalField
          label={t('option.minimum')}
          name="minimum"
          end={<Unit>{currency}</Unit>}
          defaultValue={trimFraction(terms.minimum, 2)}
          unusualOf={farFrom(terms.minimum)}
        />
        <DecimalField
          label={t('option.maximum')}
          name="maximum"
          end={<Unit>{currency}</Unit>}
          defaultValue={trimFraction(terms.maximum, 2)}
          unusualOf={farFrom(terms.maximum)}
        />
        <CountField label={t('option.max_open')} name="maxOpen" value={terms.maxOpen} />
        <CountField label={t('option.max_daily')} name="maxDaily" value={terms.maxDaily} />
      </div>
      <DecimalField
        label={t('option.loss_limit')}
        name="lossLimit"
        end={<Unit>{currency}</Unit>}
        defaultValue={trimFraction(terms.lossLimit, 2)}
        unusualOf={farFrom(terms.lossLimit)}
      />
      <div className="grid grid-cols-2 gap-3">
        <CountField label={t('option.pause_after')} name="pauseAfter" value={terms.pauseAfter} />
        <CountField label={t('option.pause_minutes')} name="pauseMinutes" value={terms.pauseMinutes} />
      </div>
      <BpsField
        label={t('option.exposure_share_percent')}
        name="exposureBps"
        present={terms.exposureBps}
        unusualOf={unusualExposure}
      />
    </ProposalForm>
  )
}
