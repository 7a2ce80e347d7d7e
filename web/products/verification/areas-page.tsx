import { useNavigate } from 'react-router'
import { AppBar } from '#web/app/app-bar.tsx'
import { CountryList } from '#web/features/access/country-list.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { usePicked } from './picked.ts'

/** Choose the country of a form, by its letter or searched by name. */
export default function AreasPage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const chosen = usePicked((picked) => picked.country)
  return (
    <>
      <AppBar title={t('verification_pages.country')} />
      <main>
        <CountryList
          chosen={chosen}
          onChoose={(country) => {
            usePicked.setState({ country })
            navigate(-1)
          }}
        />
      </main>
    </>
  )
}
