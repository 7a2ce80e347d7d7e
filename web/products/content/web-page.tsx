import { ExternalLink } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { allowedUrl, hostsIn } from '#domain/content/markup.ts'
import { setting } from '#domain/content/published.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useClient } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/**
 * The way to a page outside, `?url=`: says whose it is, and opens it in a window of its own, for hosts that two operators
 * allowed. Nothing of it is loaded here.
 */
export default function WebPage() {
  const { t } = useTexts()
  const asked = useSearchParams()[0].get('url') ?? ''
  const site = useClient((state) => state.site.name)
  const { data, error, refetch } = useApiQuery(setting, { keyword: 'web_hosts' })
  const url = data && allowedUrl(asked, hostsIn(data.value) ?? [])
  return (
    <>
      <AppBar title={url ? url.hostname : t('site_pages.outside')} />
      <main className="pb-10">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows count={3} />
        ) : url ? (
          <div className="gutter pt-4">
            <h2 className="text-20 font-semibold text-balance">{t('site_pages.outside_title', { site })}</h2>
            <p className="pt-2 text-15 text-t2">{t('site_pages.outside_text')}</p>
            <p className="figures mt-5 rounded-12 bg-s1 px-3 py-3 text-13 break-all text-t2">
              <span className="block pb-1 text-17 font-semibold text-t1">{url.hostname}</span>
              {url.href}
            </p>
            <a
              href={url.href}
              target="_blank"
              rel="noopener noreferrer"
              className="press mt-5 flex min-h-12 items-center justify-center gap-2 rounded-12 bg-lime px-4 text-center text-15 font-semibold break-words text-ink"
            >
              {t('site_pages.open_outside', { host: url.hostname })}
              <ExternalLink aria-hidden size={18} className="shrink-0" />
            </a>
          </div>
        ) : (
          <EmptyState title={t('site_pages.refused_title')} text={t('site_pages.refused_text')} />
        )}
      </main>
    </>
  )
}
