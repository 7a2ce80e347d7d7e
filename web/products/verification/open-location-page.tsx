import { MapPin } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { isPlainText } from '#domain/plain-text.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { copyText } from '#web/app/toast.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const MAX_ADDRESS = 300

/** An address, `?address=`: to copy, and to open in the map of the device. No map is loaded here. */
export default function OpenLocationPage() {
  const { t } = useTexts()
  const asked = (useSearchParams()[0].get('address') ?? '').trim()
  const address = asked.length <= MAX_ADDRESS && isPlainText(asked) ? asked : ''
  return (
    <>
      <AppBar title={t('verification_pages.location')} />
      <main className="pb-10">
        {address === '' ? (
          <EmptyState
            title={t('verification_pages.location_none')}
            action={{ label: t('common.see_markets'), to: toPage('pages/market/market') }}
          />
        ) : (
          <div className="flex flex-col gap-3 gutter pt-4">
            <p className="flex gap-3 rounded-12 bg-s1 p-4 text-17 break-words">
              <MapPin aria-hidden size={22} strokeWidth={1.75} className="mt-0.5 shrink-0 text-t2" />
              <span className="min-w-0">{address}</span>
            </p>
            <Button onClick={() => void copyText(address, t)}>{t('verification_pages.location_copy')}</Button>
            <a
              href={`geo:0,0?q=${encodeURIComponent(address)}`}
              className="press flex min-h-12 items-center justify-center rounded-12 bg-lime px-4 text-center text-15 font-semibold text-ink"
            >
              {t('verification_pages.location_map')}
            </a>
          </div>
        )}
      </main>
    </>
  )
}
