import { useState } from 'react'
import { type ConsoleDualTemplate, proposeDualProduct, proposeDualTemplate } from '#domain/dual/console.ts'
import { NO_RUNGS } from '#domain/dual/ladder.ts'
import { dualTypes } from '#domain/dual/outcomes.ts'
import { unusualYield } from '#domain/dual/usual.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { useFieldError } from '../../ui/field-errors.ts'
import { DecimalField, PercentField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { readRungs, rungLines } from './rungs.ts'

const typeOptions = dualTypes.map((id) => ({ id, label: t(`dual.type_${id}`) }))

/** A product by itself; what comes of it is a proposal. */
export const DualProductForm = ({ markets, onClose }: { markets: readonly string[]; onClose(): void }) => (
  <ProposalForm
    endpoint={proposeDualProduct}
    panel={t('dual.create')}
    title={t('dual.create')}
    text={t('dual.create_text')}
    onClose={onClose}
  >
    <Market markets={markets} />
    <DecimalField label={t('dual.form_strike')} name="strike" />
    <PercentField label={t('dual.form_yield')} name="yieldRate" unusualOf={unusualYield} />
    <div className="grid grid-cols-2 gap-3">
      <PlainField label={t('dual.form_sale_day')} name="saleDay" pattern="\d{4}-\d{2}-\d{2}" />
      <PlainField label={t('dual.form_start_day')} name="startDay" pattern="\d{4}-\d{2}-\d{2}" />
    </div>
    <PlainField label={t('dual.form_term')} name="termDays" inputMode="numeric" pattern="\d{1,3}" />
    <Size />
  </ProposalForm>
)

/** A template, or its next version. */
export const DualTemplateForm = ({
  template,
  markets,
  onClose,
}: {
  template?: ConsoleDualTemplate
  markets: readonly string[]
  onClose(): void
}) => (
  <ProposalForm
    endpoint={proposeDualTemplate}
    panel={template ? t('dual.change_template') : t('dual.new_template')}
    title={t('dual.kind_template')}
    text={t('dual.template_text')}
    inputOf={(typed) => ({ ...typed, ...(template && { symbol: template.symbol, type: template.type }) })}
    onClose={onClose}
  >
    {!template && <Market markets={markets} />}
    <Rungs value={template?.rungs} />
    <Size {...template} />
  </ProposalForm>
)

/** A line for each product; sent as the call writes them. */
function Rungs({ value = NO_RUNGS }: { value?: string | undefined }) {
  const [typed, setTyped] = useState(() => rungLines(value).join('\n'))
  const refused = useFieldError('rungs')
  const rungs = readRungs(typed)
  const wrong = rungs === undefined ? t('dual.form_rungs_error') : undefined
  return (
    <div>
      <TextArea
        label={t('dual.form_rungs')}
        rows={6}
        maxLength={600}
        ref={(area) => area?.setCustomValidity(wrong ?? '')}
        data-field="rungs"
        value={typed}
        hint={rungs === NO_RUNGS ? t('dual.form_rungs_none') : t('dual.form_rungs_hint')}
        error={wrong ?? refused}
        onChange={(event) => setTyped(event.target.value)}
      />
      <input type="hidden" name="rungs" value={rungs ?? ''} />
    </div>
  )
}

function Market({ markets }: { markets: readonly string[] }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Choice
        label={t('dual.form_market')}
        name="symbol"
        options={markets.map((id) => ({ id, label: id.replace('-', '/') }))}
        value={markets[0] ?? ''}
      />
      <Choice label={t('dual.form_type')} name="type" options={typeOptions} value="call" />
    </div>
  )
}

function Size({
  unit,
  capacity,
  maximum,
}: Partial<Pick<ConsoleDualTemplate, 'unit' | 'capacity' | 'maximum'>>) {
  return (
    <>
      <DecimalField label={t('dual.form_unit')} name="unit" defaultValue={unit && trimFraction(unit, 0)} />
      <div className="grid grid-cols-2 gap-3">
        <PlainField
          label={t('dual.form_capacity')}
          name="capacity"
          inputMode="numeric"
          pattern="\d{1,7}"
          defaultValue={capacity}
        />
        <PlainField
          label={t('dual.form_maximum')}
          name="maximum"
          inputMode="numeric"
          pattern="\d{1,7}"
          defaultValue={maximum}
        />
      </div>
    </>
  )
}
