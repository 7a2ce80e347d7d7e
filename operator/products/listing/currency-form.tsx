import { proposeCurrency } from '#domain/listing/console.ts'
import { Field } from '#web/ui/field.tsx'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { ParsedField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { CodeField } from './fields.tsx'

/** A currency that customers may hold. */
export const CurrencyForm = ({ onClose }: { onClose(): void }) => (
  <ProposalForm
    endpoint={proposeCurrency}
    panel={t('listing.kind_currency')}
    title={t('listing.list_currency')}
    text={t('listing.list_currency_text')}
    onClose={onClose}
  >
    <div className="grid grid-cols-2 gap-3">
      <CodeField label={t('listing.form_code')} name="code" />
      <ParsedField
        label={t('listing.decimals')}
        name="decimals"
        inputMode="numeric"
        read={(text) => (/^(\d|10)$/.test(text) ? text : undefined)}
        write={String}
        error={t('listing.decimals_error')}
      />
    </div>
    <PlainField label={t('listing.form_name')} name="name" maxLength={40} />
    <div className="grid grid-cols-2 gap-3">
      <Choice label={t('listing.kind')} name="kind" options={kindOptions} value="crypto" />
      <Field label={t('listing.color')} name="colour" type="color" defaultValue="#9AA7C7" />
    </div>
  </ProposalForm>
)

const kindOptions = (['crypto', 'fiat'] as const).map((id) => ({ id, label: t(`listing.kind_${id}`) }))
