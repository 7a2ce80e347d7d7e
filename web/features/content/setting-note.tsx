import { ExternalLink, Info } from 'lucide-react'
import { type SettingKeyword, settingKinds } from '#domain/content/kinds.ts'
import { webUrl } from '#domain/content/markup.ts'
import { setting } from '#domain/content/published.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { contentLink } from './content-link.tsx'
import { InEnglish } from './in-english.tsx'
import { RichText } from './rich-text.tsx'

/** A published setting: words as a note, an address as a link. Its words are the area `site_pages`. */
export default function SettingNote({
  keyword,
  className,
}: {
  keyword: SettingKeyword
  className?: string | undefined
}) {
  const { t } = useTexts()
  const { data } = useApiQuery(setting, { keyword })
  if (!data || data.value === '') return null
  if (settingKinds[keyword] === 'url') {
    const url = webUrl(data.value)
    return url ? (
      <a
        href={url.href}
        target="_blank"
        rel="noopener noreferrer"
        className={cx('press flex min-h-12 items-center gap-3 gutter py-2 text-15', className)}
      >
        <span className="min-w-0 flex-1">
          {t('site_pages.get_app')}
          <span className="block text-12 text-t3">{url.hostname}</span>
        </span>
        <ExternalLink aria-hidden size={18} className="shrink-0 text-t3" />
      </a>
    ) : null
  }
  return (
    <section aria-label={t('site_pages.note')} className={cx('gutter pt-6', className)}>
      <div className="flex gap-3 rounded-12 bg-s1 p-4">
        <Info aria-hidden size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-t3" />
        <div className="min-w-0 flex-1">
          <InEnglish language={data.language} />
          <RichText content={data.value} language={data.language} link={contentLink} className="text-13" />
        </div>
      </div>
    </section>
  )
}
