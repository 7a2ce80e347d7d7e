import type { Plugin, Rolldown } from 'vite'
import { languages } from '../../domain/language.ts'
import { listings } from '../../domain/listing/contract.ts'
import { quotesFlat } from '../../domain/market/contract.ts'
import { type PageRoute, pageList } from '../app/page-list.ts'
import { pageFiles, widePartFiles } from './page-files.ts'

/** Explanations and lists that are opened from another page, though they need no sign-in. */
const openedFromOthers: ReadonlySet<string> = new Set<PageRoute>([
  'pages/common/area',
  'pages/empty/empty',
  'pages/financial/index',
  'pages/follow/agreement_en',
  'pages/follow/agreement_zh',
  'pages/invest/help',
  'pages/lockming/welcome',
  'pages/transaction/contract_order',
  'pages/transaction/currency_order',
  'pages/transaction/seconds_order',
])

/** Pages that a visit begins with: those that need no sign-in, and those where customers trade. */
const isBegunWith = (route: string): boolean =>
  (pageList[route as PageRoute] === 'public' || route.startsWith('pages/transaction/')) &&
  !openedFromOthers.has(route)

/**
 * What a visit may need first: the file of each page that it may begin with, by its route, what a wide window needs beside
 * it, and the file of each language, by its name. Every visit pays for this list: a page that is opened from others is
 * found by the app.
 */
const partFiles = (): Readonly<Record<string, string>> => {
  const begunWith = (files: Readonly<Record<string, string>>) =>
    Object.entries(files).filter(([route]) => isBegunWith(route))
  return Object.fromEntries([
    ...begunWith(pageFiles()),
    ...begunWith(widePartFiles()).map(([route, file]) => [`${route} wide`, file]),
    ...languages.map((language) => [language, `texts/bundles/${language}.ts`]),
  ])
}

/** The parts that most first visits need beside the entry. */
const FIRST = ['pages/index/index', 'en']

/**
 * Names the parts of pages in `index.html`, so that a browser asks for them together with the entry and not
 * one round trip later, when the entry has run: those of home for everybody, those of other pages and of
 * languages for `first-paint/first-paint.ts`, which knows what the visitor wants to see. It is also told which calls the
 * first page makes first.
 */
export function preloadFirstPage(): Plugin {
  return {
    name: 'preload-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const chunks = Object.values(bundle).filter(
          (file): file is Rolldown.OutputChunk => file.type === 'chunk',
        )
        const chunkOf = (source: string) =>
          chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${source}`))
        const parts = Object.entries(partFiles()).flatMap(([name, source]) => {
          const fileName = chunkOf(source)?.fileName
          return fileName ? [{ name, files: withImports([fileName], chunks) }] : []
        })
        const first = new Set(parts.flatMap(({ name, files }) => (FIRST.includes(name) ? [...files] : [])))
        const others = parts
          .map(({ name, files }) => [name, [...files].filter((file) => !first.has(file))] as const)
          .filter(([, files]) => files.length > 0)
          // Every visit pays for the list: their folder and ending, which are the same for all, are left out.
          .map(([name, files]) => [name, files.map(bareName).join(' ')] as const)
        return {
          html: html.replace(
            '<script data-first-paint',
            `<script data-first-paint data-quotes="/api${quotesFlat.path}" data-listing="/api${listings.path}" data-parts='${JSON.stringify(Object.fromEntries(others))}'`,
          ),
          tags: [...first]
            .filter((file) => !html.includes(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
              injectTo: 'head' as const,
            })),
        }
      },
    },
  }
}

/** A script's name without folder and ending, which `first-paint/first-paint.ts` adds again. */
function bareName(file: string): string {
  const [, name] = /^assets\/([^ ]+)\.js$/.exec(file) ?? []
  if (!name) throw new Error(`${file} is no script in assets/`)
  return name
}

/** The files, and all that they import, and all that those import. */
function withImports(files: readonly string[], chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const found = new Set(files)
  // Iterating a Set also visits entries added meanwhile.
  for (const file of found) {
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      found.add(imported)
  }
  return found
}
