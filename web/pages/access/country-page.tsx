import { useNavigate } from 'react-router'
import { AppBar } from '#web/app/app-bar.tsx'
import { changeContact, useContactDraft } from '#web/features/access/contact-draft.ts'
import { CountryList } from '#web/features/access/country-list.tsx'
import { useTexts } from '#web/texts/texts.ts'

/** Choose the country of a mobile number, by its letter, or searched by name, letters or calling code. */
export default function CountryPage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const chosen = useContactDraft((draft) => draft.country)
  return (
    <>
      <AppBar title={t('access.country_code')} />
      <main>
        <CountryList
          chosen={chosen}
          hasCodes
          onChoose={(country) => {
            changeContact({ country, kind: 'mobile' })
            navigate(-1)
          }}
        />
      </main>
    </>
  )
}
