import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const web = join(import.meta.dirname, '..')

/** A line of a list of pages: a route, and what loads its file, some with their words. */
const PAGE = /'(pages\/[\w/-]+)': (?:async )?\(\) =>[^']*import\('\.\/([\w./-]+)'\)/g
/** What of a page a wide window shows beside it (`app/wide-part.ts`). */
const WIDE_PART = /widePart\(\(\) => import\('\.\/([\w./-]+)'\)\)/g
/** A line of the list of products. */
const PRODUCT = /from '\.\/([\w./-]+)'/g

const textOf = (path: string): string => readFileSync(join(web, path), 'utf8')

/**
 * The file of each served page below `web/`, by route: `pages/home/home-page.tsx` of `pages/index/index`.
 * Read from the text of the lists, because a build cannot run what imports the pages.
 */
export function pageFiles(): Readonly<Record<string, string>> {
  const products = [...textOf('products/all.ts').matchAll(PRODUCT)].map(([, file]) => `products/${file}`)
  return Object.fromEntries(
    ['pages/all.ts', ...products].flatMap((list) =>
      [...textOf(list).matchAll(PAGE)].map(([, route, file]) => [route!, posix.join(list, '..', file!)]),
    ),
  )
}

/** The file that a wide window needs beside a page's own, by route. */
export const widePartFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(pageFiles()).flatMap(([route, page]) =>
      [...textOf(page).matchAll(WIDE_PART)].map(([, file]) => [route, posix.join(page, '..', file!)]),
    ),
  )
