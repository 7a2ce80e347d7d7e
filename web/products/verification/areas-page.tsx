import { useNavigate } from 'react-router'
import { AppBar } from '#web/app/app-bar.tsx'
import { CountryList } from '#web/features/access/country-list.tsx'
import { usePicked } from '#web/features/access/picked.ts'
import { useTexts } from '#web/texts/texts.ts'

/** Choose the country of a form, by its letter or searched by name. */
export default function AreasPage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const chosen = usePicked((picked) => picked.country)
  return (
    <>
      <AppBar title={t('access.country')} />
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
