import { proposeBox } from '#domain/box/console.ts'
import { readMinute } from '../../format.ts'
import { t } from '../../texts.ts'
import { DecimalField, ParsedField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'

/** A new series: its terms, and the artworks that are in it. */
export const BoxForm = ({ onClose }: { onClose(): void }) => (
  <ProposalForm
    endpoint={proposeBox}
    panel={t('box.create')}
    title={t('box.create')}
    text={t('box.create_text')}
    onClose={onClose}
  >
    <div className="grid grid-cols-2 gap-3">
      <PlainField label={t('box.form_code')} name="code" pattern="[A-Z0-9]{2,12}" />
      <PlainField
        label={t('box.form_per_customer')}
        name="perCustomer"
        inputMode="numeric"
        pattern="\d{1,3}"
      />
    </div>
    <PlainField label={t('box.form_name')} name="name" maxLength={40} />
    <PlainField label={t('box.form_description')} name="description" maxLength={400} />
    <DecimalField label={t('box.form_price')} name="price" />
    <Moment label={t('box.form_opens')} name="opensAtMs" />
    <Moment label={t('box.form_ends')} name="endsAtMs" />
    <PlainField
      label={t('box.form_contents')}
      name="contents"
      hint={t('box.form_contents_hint')}
      pattern="[A-Z0-9\-]{3,31} [a-z]+(, [A-Z0-9\-]{3,31} [a-z]+)*"
    />
  </ProposalForm>
)

/** A minute of UTC, typed as people write one and sent in milliseconds. @example '2026-01-31 12:00' */
const Moment = ({ label, name }: { label: string; name: string }) => (
  <ParsedField
    label={label}
    name={name}
    inputMode="text"
    read={readMinute}
    write={String}
    error={t('box.form_moment_error')}
  />
)
