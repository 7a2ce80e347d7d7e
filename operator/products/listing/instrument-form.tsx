import { useState } from 'react'
import { proposeInstrument } from '#domain/listing/console.ts'
import { type InstrumentClass, instrumentClasses } from '#domain/market/instrument.ts'
import { FieldNote } from '#web/ui/field.tsx'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { CodeField, FeeField, LotField, PositiveField, StepField } from './fields.tsx'
import { coinProblem } from './terms.ts'
import type { ListedCurrency } from './types.ts'

/** An instrument with its first terms. */
export function InstrumentForm({
  currencies,
  onClose,
}: {
  currencies: readonly ListedCurrency[]
  onClose(): void
}) {
  const [problem, setProblem] = useState<string>()
  return (
    <ProposalForm
      endpoint={proposeInstrument}
      panel={t('listing.kind_instrument')}
      title={t('listing.list_instrument')}
      text={t('listing.list_instrument_text')}
      inputOf={(typed) => {
        const { base = '', quote = '', tickSize = '', stepSize = '' } = typed
        const draft = { base, quote, tickSize, stepSize, class: typed.class as InstrumentClass }
        const found = coinProblem(draft, currencies)
        setProblem(found)
        return found ? undefined : typed
      }}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <CodeField label={t('listing.form_base')} name="base" />
        <CodeField label={t('listing.form_quote')} name="quote" value="USDT" />
      </div>
      <PlainField label={t('listing.form_name')} name="name" maxLength={60} />
      <Choice label={t('listing.class')} name="class" options={classOptions} value="crypto" />
      <div>
        <div className="grid grid-cols-2 gap-3">
          <StepField label={t('listing.tick')} name="tickSize" />
          <StepField label={t('listing.step')} name="stepSize" />
        </div>
        <FieldNote id="listing-sizes" error={problem} hint={t('listing.sizes_text')} />
      </div>
      <div>
        <LotField label={t('listing.form_lot')} name="lotSize" value="1" />
        <FieldNote id="listing-lot" hint={t('listing.lot_text')} />
      </div>
      <PositiveField label={t('listing.form_reference')} name="referencePrice" />
      <PositiveField label={t('listing.form_smallest')} name="minNotional" />
      <div className="grid grid-cols-2 gap-3">
        <FeeField label={t('listing.form_maker')} name="makerFeeBps" value="0.10" />
        <FeeField label={t('listing.form_taker')} name="takerFeeBps" value="0.10" />
      </div>
    </ProposalForm>
  )
}

const classOptions = instrumentClasses.map((id) => ({ id, label: t(`listing.class_${id}`) }))
