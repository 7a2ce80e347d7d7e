import { ChevronRight, Megaphone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { newsList, newsPopUp } from '#domain/content/published.ts'
import { locales } from '#domain/language.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { contentLink } from './content-link.tsx'
import { RichText } from './rich-text.tsx'
import { keepHasNews, keepPopUpShown, wasPopUpShown } from './visit.ts'

const MAX_BANNERS = '5'

/** What is new, at home: the banners in a row, and once a visit what operators want everybody to read. */
export default function HomeNews(): ReactNode {
  const { t } = useTexts()
  const { data } = useApiQuery(newsList, { category: 'banners', limit: MAX_BANNERS })
  const banners = data?.items ?? []
  const count = data?.items.length
  useEffect(() => {
    if (count !== undefined) keepHasNews(count > 0)
  }, [count])
  return (
    <>
      {banners.length > 0 && (
        <section aria-label={t('site_pages.news')}>
          <ul className="no-scrollbar flex [scroll-snap-type:x_mandatory] gap-2 overflow-x-auto gutter">
            {banners.map(({ id, title, language }) => (
              <li key={id} className={banners.length > 1 ? 'w-11/12 shrink-0 snap-start' : 'w-full'}>
                <Link
                  to={toPage('pages/common/article', { id })}
                  className="press flex min-h-11 items-center gap-2.5 rounded-12 bg-s1 px-3 text-13 hover:bg-s2"
                >
                  <Megaphone aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-gold" />
                  <span lang={locales[language]} className="min-w-0 flex-1 truncate text-t1">
                    {title}
                  </span>
                  <ChevronRight aria-hidden size={16} className="shrink-0 text-t3" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PopUp />
    </>
  )
}

function PopUp() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [wasShown] = useState(wasPopUpShown)
  const [isClosed, setClosed] = useState(wasShown)
  const item = useApiQuery(newsPopUp, {}, { enabled: !wasShown }).data?.item
  if (!item) return null
  const close = () => {
    keepPopUpShown()
    setClosed(true)
  }
  return (
    <Sheet isOpen={!isClosed} onClose={close} title={item.title}>
      <RichText
        content={item.content}
        language={item.language}
        link={(to, words) => <span onClickCapture={close}>{contentLink(to, words)}</span>}
      />
      <Button
        kind="primary"
        className="mt-6 w-full"
        onClick={() => {
          close()
          navigate(toPage('pages/common/article', { id: item.id }))
        }}
      >
        {t('site_pages.read')}
      </Button>
    </Sheet>
  )
}
