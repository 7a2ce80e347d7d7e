import { useId } from 'react'
import { type DetailName, genders, idTypes } from '#domain/verification/rules.ts'
import { countriesIn } from '#web/features/access/calling-codes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Field, FieldBox, FieldNote } from '#web/ui/field.tsx'
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

/** One of a list, by the device's own picker. */
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
  const id = useId()
  const error = form.errorOf(name)
  if (!form.asks(name)) return null
  return (
    <div>
      <FieldBox error={error !== undefined}>
        <div className="min-w-0 flex-1 py-1.5">
          <label htmlFor={id} className="block text-12 text-t2">
            {label}
          </label>
          <select
            id={id}
            value={form.details[name] ?? ''}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error ? `${id}-note` : undefined}
            onChange={(event) => form.change({ [name]: event.target.value })}
            className="block w-full bg-s1 text-15 text-t1 outline-none"
          >
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </select>
        </div>
      </FieldBox>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

export function IdTypeField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  const choices = idTypes.map((id) => ({ id, label: t(`verification_pages.id_${id}`) }))
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
