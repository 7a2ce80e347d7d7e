import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { Field, FieldBox, FieldNote } from '#web/ui/field.tsx'
import { callingCodeOf } from './calling-codes.ts'
import { changeContact, useContactDraft } from './contact-draft.ts'

interface ContactFieldsProps {
  error: string | undefined
  onChange(): void
  /** Stands at the right of the field: "Send code". */
  end?: ReactNode
}

/** Email or mobile, and the field for it. What is typed is kept from page to page. */
export function ContactFields(props: ContactFieldsProps) {
  const { t } = useTexts()
  const kind = useContactDraft((draft) => draft.kind)
  return (
    <div>
      <div className="-mx-4 mb-4">
        <UnderlineTabs
          label={t('access.contact')}
          choices={[
            { id: 'email', label: t('access.contact_email') },
            { id: 'mobile', label: t('access.contact_mobile') },
          ]}
          value={kind}
          onChange={(chosen) => {
            changeContact({ kind: chosen })
            props.onChange()
          }}
        />
      </div>
      {kind === 'email' ? <EmailField {...props} /> : <MobileField {...props} />}
    </div>
  )
}

/** An email address to type. */
export function EmailField({ error, onChange, end }: ContactFieldsProps) {
  const { t } = useTexts()
  const email = useContactDraft((draft) => draft.email)
  return (
    <Field
      label={t('access.contact_email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={120}
      value={email}
      error={error}
      end={end}
      onChange={(event) => {
        changeContact({ email: event.target.value })
        onChange()
      }}
    />
  )
}

/** A mobile number to type, behind the country that leads to the list of countries. */
export function MobileField({ error, onChange, end }: ContactFieldsProps) {
  const { t } = useTexts()
  const id = useId()
  const mobile = useContactDraft((draft) => draft.mobile)
  const country = useContactDraft((draft) => draft.country)
  return (
    <div>
      <FieldBox error={error !== undefined}>
        <Link
          to={toPage('pages/common/area')}
          aria-label={t('access.country_is', { country, code: callingCodeOf(country) })}
          className="figures press -ml-1 flex min-h-11 shrink-0 items-center gap-1 rounded-8 px-1 text-15"
        >
          +{callingCodeOf(country)}
          <ChevronDown aria-hidden size={14} className="text-t2" />
        </Link>
        <span aria-hidden className="h-6 w-px bg-line2" />
        <div className="min-w-0 flex-1 py-1.5 pl-1">
          <label htmlFor={id} className="block text-12 text-t2">
            {t('access.mobile_number')}
          </label>
          <input
            id={id}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={20}
            value={mobile}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error ? `${id}-note` : undefined}
            onChange={(event) => {
              changeContact({ mobile: event.target.value.replace(/[^\d+ ]/g, '') })
              onChange()
            }}
            className="figures block w-full bg-transparent text-15 text-t1 outline-none"
          />
        </div>
        {end}
      </FieldBox>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
