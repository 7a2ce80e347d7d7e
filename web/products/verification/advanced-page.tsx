import { useSearchParams } from 'react-router'
import { profile } from '#domain/user/contract.ts'
import type { VerificationView } from '#domain/verification/contract.ts'
import { type DetailName, type IdType, pictures } from '#domain/verification/rules.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { countriesIn } from '#web/features/access/calling-codes.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import {
  AddressField,
  BirthdayField,
  CountryField,
  GenderField,
  IdTypeField,
  NameField,
  NumberField,
} from './fields.tsx'
import { DraftSaved, LevelForm } from './level-form.tsx'
import { PhotoField } from './photo-field.tsx'
import { AcceptedBefore } from './refused.tsx'
import { useForm, type VerificationForm } from './use-form.ts'
import { photoWords } from './words.ts'

/**
 * The advanced form in four steps; each has its own URL, so that "back" goes one back. Whether it is taken is decided by the country
 * that it states, and not by that of the number.
 */
export default function AdvancedPage() {
  return <LevelForm tier="advanced">{(view) => <AdvancedForm key={view.status} view={view} />}</LevelForm>
}

const stepDetails = {
  person: ['firstName', 'lastName', 'gender', 'birthday'],
  contact: ['country', 'address'],
  document: ['idType', 'idNumber', ...pictures],
  review: [],
} as const satisfies Record<string, readonly DetailName[]>
type Step = keyof typeof stepDetails
const allSteps = Object.keys(stepDetails) as Step[]

function AdvancedForm({ view }: { view: VerificationView }) {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const form = useForm(view)
  // Only the steps that something is asked in.
  const steps = allSteps.filter((step) => step === 'review' || stepDetails[step].some(form.asks))
  const place = Math.max(0, steps.indexOf(search.get('step') as Step))
  const step = steps[place]!
  const go = (to: Step) => setSearch({ step: to })

  function forward(): void {
    if (step === 'review') {
      const wrong = steps.find((one) => !form.isRight(stepDetails[one]))
      if (wrong) go(wrong)
      else void form.send()
    } else if (form.isRight(stepDetails[step])) go(steps[place + 1]!)
  }

  return (
    <form
      className="flex flex-col gap-3"
      aria-label={t('verification_pages.level_advanced')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        forward()
      }}
    >
      <ol className="flex gap-1 pb-2">
        {steps.map((one, at) => (
          <li key={one} aria-current={one === step ? 'step' : undefined} className="min-w-0 flex-1">
            <span aria-hidden className={cx('block h-1', at <= place ? 'bg-t1' : 'bg-s3')} />
            <span
              className={cx(
                'mt-1.5 block truncate text-12',
                one === step ? 'font-semibold text-t1' : 'text-t3',
              )}
            >
              {t(`verification_pages.step_${one}`)}
            </span>
          </li>
        ))}
      </ol>
      <AcceptedBefore view={view} />
      {step === 'person' && (
        <>
          <NameField form={form} name="firstName" />
          <NameField form={form} name="lastName" />
          <GenderField form={form} />
          <BirthdayField form={form} />
        </>
      )}
      {step === 'contact' && (
        <>
          <Contacts />
          <CountryField form={form} />
          <AddressField form={form} />
        </>
      )}
      {step === 'document' && (
        <>
          <IdTypeField form={form} />
          <NumberField form={form} />
          {pictures.map((picture) => (
            <PhotoField key={picture} form={form} picture={picture} />
          ))}
          <p className="text-12 text-t3">{t('verification_pages.photo_tip')}</p>
          <p className="text-12 text-t3">{t('verification_pages.private')}</p>
        </>
      )}
      {step === 'review' && <Summary form={form} />}
      {form.error && (
        <p role="alert" className="text-13 text-danger">
          {form.error.message}
        </p>
      )}
      <Button type="submit" kind="primary" className="mt-2" isPending={form.isSending}>
        {t(step === 'review' ? 'verification_pages.send' : 'verification_pages.next')}
      </Button>
      <div className="flex gap-2">
        {place > 0 && (
          <Button className="flex-1" onClick={() => go(steps[place - 1]!)}>
            {t('verification_pages.back')}
          </Button>
        )}
        <Button className="flex-1" isPending={form.isSaving} onClick={() => void form.keepDraft()}>
          {t('verification_pages.save_draft')}
        </Button>
      </div>
      <DraftSaved form={form} />
    </form>
  )
}

/** The bound contacts, partly hidden: they are sent along by the server. */
function Contacts() {
  const { t } = useTexts()
  const me = useApiQuery(profile, {})
  return (
    <div>
      <KeyValue
        ruled
        lines={[
          { name: t('verification_pages.email'), value: me.data?.email ?? '–' },
          { name: t('verification_pages.mobile'), value: me.data?.mobile ?? '–' },
        ]}
      />
      <p className="pb-2 text-12 text-t3">{t('verification_pages.contact_why')}</p>
    </div>
  )
}

/** What is about to be sent, to be read once more. */
function Summary({ form }: { form: VerificationForm }) {
  const { t, locale } = useTexts()
  const { details } = form
  const country = countriesIn(locale).find((one) => one.country === details.country)?.name
  return (
    <KeyValue
      ruled
      lines={[
        form.asks('firstName') && {
          name: t('verification_pages.name_both'),
          value: [details.firstName, details.lastName].filter(Boolean).join(' ') || '–',
        },
        form.asks('birthday') && {
          name: t('verification_pages.birthday'),
          value: details.birthday || '–',
        },
        form.asks('country') && { name: t('verification_pages.country'), value: country ?? '–' },
        form.asks('address') && { name: t('verification_pages.address'), value: details.address || '–' },
        form.asks('idNumber') && {
          name: details.idType
            ? t(`verification_pages.id_${details.idType as IdType}`)
            : t('verification_pages.id_number'),
          value: details.idNumber || (form.view.draft?.hasNumber ? '••••' : '–'),
        },
        ...pictures.map(
          (picture) =>
            form.asks(picture) && {
              name: photoWords(picture, details.idType, t),
              value: details[picture] ? t('verification_pages.photo_ready') : '–',
            },
        ),
      ]}
    />
  )
}
