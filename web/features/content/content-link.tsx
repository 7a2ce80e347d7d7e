import { Link } from 'react-router'
import type { LinkTarget } from '#domain/content/markup.ts'
import { type PageRoute, pageList, toPage } from '#web/app/page-list.ts'

/** A link of a published text: to a page of the app, or to the page that says that it leads outside. */
export function contentLink(to: LinkTarget, words: string) {
  const url = urlOf(to)
  return url === undefined ? (
    words
  ) : (
    <Link to={url} className="text-t1 underline decoration-line2 underline-offset-4 hover:decoration-t1">
      {words}
    </Link>
  )
}

function urlOf(to: LinkTarget): string | undefined {
  if (to.kind === 'web') return toPage('pages/common/webView', { url: to.url })
  if (!Object.hasOwn(pageList, to.route)) return undefined
  return toPage(to.route as PageRoute, Object.fromEntries(new URLSearchParams(to.query)))
}
