import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { type DetailName, genders, idTypes } from '#domain/verification/rules.ts'
import { toPage } from '#web/app/page-list.ts'
import { countriesIn } from '#web/features/access/calling-codes.ts'
import { usePicked } from '#web/features/access/picked.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Refused, refusedItem } from './refused.tsx'
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
    <div>
      {name !== 'lastName' && <Refused view={form.view} item="name" />}
      <Field
        label={t(`verification_pages.name_${words[name]}`)}
        hint={name === 'firstName' ? undefined : t('verification_pages.as_on_document')}
        autoComplete={{ name: 'name', firstName: 'given-name', lastName: 'family-name' }[name]}
        maxLength={80}
        value={form.details[name] ?? ''}
        error={form.errorOf(name)}
        onChange={(event) => form.change({ [name]: event.target.value })}
      />
    </div>
  )
}

export function BirthdayField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  if (!form.asks('birthday')) return null
  return (
    <div>
      <Refused view={form.view} item="birthday" />
      <Field
        label={t('verification_pages.birthday')}
        hint={t('verification_pages.birthday_hint')}
        type="date"
        autoComplete="bday"
        value={form.details.birthday ?? ''}
        error={form.errorOf('birthday')}
        onChange={(event) => form.change({ birthday: event.target.value })}
      />
    </div>
  )
}

export function AddressField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  if (!form.asks('address')) return null
  return (
    <div>
      <Refused view={form.view} item="address" />
      <Field
        label={t('verification_pages.address')}
        hint={t('verification_pages.address_hint')}
        autoComplete="street-address"
        maxLength={200}
        value={form.details.address ?? ''}
        error={form.errorOf('address')}
        onChange={(event) => form.change({ address: event.target.value })}
      />
      <OwnPage form={form} name="address" page="pages/system/choose-location" />
    </div>
  )
}

/** The way to the page that a field can be filled in on; what is typed is kept, and what is chosen there is taken here. */
function OwnPage({
  form,
  name,
  page,
}: {
  form: VerificationForm
  name: 'country' | 'address'
  page: 'pages/setting/areas' | 'pages/system/choose-location'
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const picked = usePicked((state) => state[name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken once, when it was chosen
  useEffect(() => {
    if (picked === undefined) return
    form.change({ [name]: picked })
    usePicked.setState({ [name]: undefined })
  }, [picked])
  if (!form.asks(name)) return null
  return (
    <button
      type="button"
      disabled={form.isSaving}
      onClick={() => void form.keepDraft().then((isKept) => isKept && navigate(toPage(page)))}
      className="press inline-flex min-h-11 items-center text-13 text-t2 underline decoration-line2 underline-offset-4"
    >
      {t(`verification_pages.page_${name}`)}
    </button>
  )
}

/** The number is never shown again: a saved one stays where nothing is typed. */
export function NumberField({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  const { setTypingNumber } = form
  // No blur comes from a field that goes away while it has the focus, as when Enter leads to the next step.
  useEffect(() => () => setTypingNumber(false), [setTypingNumber])
  if (!form.asks('idNumber')) return null
  const isSaved = form.view.draft?.hasNumber ?? false
  return (
    <Field
      label={t('verification_pages.id_number')}
      hint={
        isSaved
          ? t('verification_pages.number_saved')
          : refusedItem(form.view, 'number')
            ? t('verification_pages.number_again')
            : t('verification_pages.as_on_document')
      }
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      value={form.details.idNumber ?? ''}
      error={form.errorOf('idNumber')}
      onFocus={() => setTypingNumber(true)}
      onBlur={() => setTypingNumber(false)}
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
  if (!form.asks('idType')) return null
  return (
    <div>
      {/* Of the document and its number, the first of the two. */}
      <Refused view={form.view} item="number" />
      <ChoiceField form={form} name="idType" label={t('verification_pages.id_type')} choices={choices} />
    </div>
  )
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
  return (
    <div>
      <Refused view={form.view} item="country" />
      <ChoiceField form={form} name="country" label={t('verification_pages.country')} choices={choices} />
      <OwnPage form={form} name="country" page="pages/setting/areas" />
    </div>
  )
}
