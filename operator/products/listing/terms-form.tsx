import { proposeTerms } from '#domain/listing/console.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { ProposalForm } from '../../ui/proposal-form.tsx'
import { FeeField, PositiveField } from './fields.tsx'
import { bandOptions, collarText } from './terms.ts'
import type { ListedInstrument } from './types.ts'

/** Other terms for an instrument, from those it has. */
export const TermsForm = ({
  instrument: { symbol, label, quote, status, minNotional, makerFeeBps, takerFeeBps, collar, restingBandBps },
  onClose,
}: {
  instrument: ListedInstrument
  onClose(): void
}) => (
  <ProposalForm
    endpoint={proposeTerms}
    panel={t('listing.change')}
    title={label}
    text={t('listing.change_text')}
    inputOf={(typed) => ({ ...typed, symbol })}
    onClose={onClose}
  >
    <Choice label={t('listing.status')} name="status" options={statusOptions} value={status} />
    <PositiveField label={t('listing.smallest')} name="minNotional" value={minNotional} currency={quote} />
    <div className="grid grid-cols-2 gap-3">
      <FeeField
        label={t('listing.form_maker')}
        name="makerFeeBps"
        value={percentOfBps(makerFeeBps)}
        present={makerFeeBps}
      />
      <FeeField
        label={t('listing.form_taker')}
        name="takerFeeBps"
        value={percentOfBps(takerFeeBps)}
        present={takerFeeBps}
      />
    </div>
    <Choice label={t('listing.collar')} name="collar" options={collarOptions} value={collar} />
    <p className="text-12 text-t3">{t('listing.collar_text')}</p>
    <Choice
      label={t('listing.band')}
      name="restingBandBps"
      options={bandOptions(restingBandBps)}
      value={String(restingBandBps)}
    />
    <p className="text-12 text-t3">{t('listing.band_text')}</p>
  </ProposalForm>
)

const statusOptions = (['trading', 'halted'] as const).map((id) => ({
  id,
  label: t(`listing.form_status_${id}`),
}))

const collarOptions = (['major', 'other'] as const).map((id) => ({ id, label: collarText(id) }))
