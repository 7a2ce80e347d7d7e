import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { isPlainText } from '#domain/plain-text.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { usePicked } from '#web/features/access/picked.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** The parts of an address, in the order in which they are written. */
const parts = ['street', 'city', 'region', 'postal'] as const
const autoComplete = {
  street: 'street-address',
  city: 'address-level2',
  region: 'address-level1',
  postal: 'postal-code',
} as const
const MAX_PART = 60

/** Type an address for verification, part by part: there is no map, and nobody is asked where you are. */
export default function ChooseLocationPage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Readonly<Record<(typeof parts)[number], string>>>({
    ...{ street: '', city: '', region: '', postal: '' },
  })
  const address = parts
    .map((part) => typed[part].trim())
    .filter(Boolean)
    .join(', ')
  const isReady = typed.street.trim() !== '' && typed.city.trim() !== '' && isPlainText(address)
  function use(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    usePicked.setState({ address })
    navigate(-1)
  }
  return (
    <>
      <AppBar title={t('verification_pages.location_title')} />
      <main className="pb-10">
        <form noValidate onSubmit={use} className="flex flex-col gap-3 gutter pt-2">
          <p className="text-13 text-t2">{t('verification_pages.location_why')}</p>
          {parts.map((part) => (
            <Field
              key={part}
              label={t(`verification_pages.location_${part}`)}
              autoComplete={autoComplete[part]}
              maxLength={MAX_PART}
              value={typed[part]}
              error={isPlainText(typed[part]) ? undefined : refusalText('TEXT_PUNCTUATION')}
              onChange={(event) => setTyped({ ...typed, [part]: event.target.value })}
            />
          ))}
          {address !== '' && <p className="rounded-12 bg-s1 p-3 text-15 break-words">{address}</p>}
          <Button type="submit" kind="primary" disabled={!isReady}>
            {t('verification_pages.location_use')}
          </Button>
        </form>
      </main>
    </>
  )
}
