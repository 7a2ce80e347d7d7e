import { type DetailName, genders, idTypes } from '#domain/verification/rules.ts'
import { countriesIn } from '#web/features/access/calling-codes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { VerificationForm } from './use-form.ts'

/** A name, as on the document. */
export function NameField({
  form,
  name,
}: {
  form: VerificationForm
  name: 'name' | 'firstName' | 'lastName'
}) {
  const { t } = useTexts()
  if (!form.asks(name)) return null
  const words = { name: 'whole', firstName: 'first', lastName: 'last' } as const
  return (
    <Field
      label={t(`verification_pages.name_${words[name]}`)}
      hint={name === 'firstName' ? undefined : t('verification_pages.as_on_document')}
      autoComplete={{ name: 'name', firstName: 'given-name', lastName: 'family-name' }[name]}
      maxLength={80}
      value={form.details[name] ?? ''}
      error={form.errorOf(name)}
      onChange={(event) => form.change({ [name]: event.target.value })}
    />
  )
}

export function BirthdayField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  if (!form.asks('birthday')) return null
  return (
    <Field
      label={t('verification_pages.birthday')}
      hint={t('verification_pages.birthday_hint')}
      type="date"
      autoComplete="bday"
      value={form.details.birthday ?? ''}
      error={form.errorOf('birthday')}
      onChange={(event) => form.change({ birthday: event.target.value })}
    />
  )
}

export function AddressField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  if (!form.asks('address')) return null
  return (
    <Field
      label={t('verification_pages.address')}
      hint={t('verification_pages.address_hint')}
      autoComplete="street-address"
      maxLength={200}
      value={form.details.address ?? ''}
      error={form.errorOf('address')}
      onChange={(event) => form.change({ address: event.target.value })}
    />
  )
}

/** The number is never shown again: a saved one stays where nothing is typed. */
export function NumberField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  if (!form.asks('idNumber')) return null
  const isSaved = form.view.draft?.hasNumber ?? false
  return (
    <Field
      label={t('verification_pages.id_number')}
      hint={isSaved ? t('verification_pages.number_saved') : t('verification_pages.as_on_document')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      value={form.details.idNumber ?? ''}
      error={form.errorOf('idNumber')}
      onChange={(event) => form.change({ idNumber: event.target.value })}
    />
  )
}

function ChoiceField({
  form,
  name,
  label,
  choices,
}: {
  form: VerificationForm
  name: DetailName
  label: string
  choices: readonly { readonly id: string; readonly label: string }[]
}) {
  if (!form.asks(name)) return null
  return (
    <SelectField
      label={label}
      choices={choices}
      value={form.details[name] ?? ''}
      error={form.errorOf(name)}
      onChoose={(chosen) => form.change({ [name]: chosen })}
    />
  )
}

export function IdTypeField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  const choices = [
    { id: '', label: t('verification_pages.id_type_choose') },
    ...idTypes.map((id) => ({ id, label: t(`verification_pages.id_${id}`) })),
  ]
  return <ChoiceField form={form} name="idType" label={t('verification_pages.id_type')} choices={choices} />
}

export function GenderField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  const choices = [
    { id: '', label: t('verification_pages.gender_none') },
    ...genders.map((id) => ({
      id,
      // A key that ends in `_other` is a plural.
      label: t(`verification_pages.gender_${id === 'other' ? 'else' : id}`),
    })),
  ]
  return <ChoiceField form={form} name="gender" label={t('verification_pages.gender')} choices={choices} />
}

export function CountryField({ form }: { form: VerificationForm }) {
  const { t, locale } = useTexts()
  const choices = [
    { id: '', label: t('verification_pages.country_choose') },
    ...countriesIn(locale).map(({ country, name }) => ({ id: country, label: name })),
  ]
  return <ChoiceField form={form} name="country" label={t('verification_pages.country')} choices={choices} />
}
