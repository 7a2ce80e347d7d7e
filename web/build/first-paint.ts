import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { languages } from '../../domain/language.ts'
import common from '../../texts/app/common/en.json' with { type: 'json' }
import home from '../../texts/app/home/en.json' with { type: 'json' }
import market from '../../texts/app/market/en.json' with { type: 'json' }
import type { FirstPage } from '../first-paint/first-pages.ts'

/**
 * Puts into `index.html` what a first visitor sees before the app has loaded: of home, the market and an instrument's page
 * what stands on top, at the places where the app will put it, and the script that shows it and fills in the prices
 * (`first-paint/first-paint.ts`). The server names the script in the page's policy by its hash.
 */
export function firstPaint(): Plugin {
  // Once, also for a server of development, which makes the page anew for each request.
  let script: Promise<string> | undefined
  return {
    name: 'first-paint',
    async transformIndexHtml(html) {
      script ??= bundled()
      const text = await script
      return html
        .replace('<script data-first-paint></script>', () => `<script data-first-paint>${text}</script>`)
        .replace('<div id="app"></div>', () => `<div id="app">${pagesMarkup}</div>${row}`)
    },
  }
}

/** The script in one piece, as one that is no module: it runs where it stands. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, '..'),
    define: { SOURCE_WORDS: JSON.stringify(sourceWords()) },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, '../first-paint/first-paint.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const [{ output }] = [built].flat() as { output: { code?: string }[] }[] as [
    { output: { code?: string }[] },
  ]
  return output[0]!.code!.trim().replaceAll('</script', '<\\/script')
}

/** What the app says of prices that are not live, by language and then by source: every screen that shows one says it. */
function sourceWords(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    languages.map((language) => {
      const file = join(import.meta.dirname, `../../texts/app/common/${language}.json`)
      const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
      return [language, { simulated: words.source_simulated!, recorded: words.source_recorded! }]
    }),
  )
}

/** `SourceBadge` of `ui/badge.tsx`, at the right end of what it stands in. */
const source = (margin: string): string =>
  `<span data-source hidden class="${margin} ml-auto flex min-h-[22px] shrink-0 items-center gap-2 rounded-4 border border-line2 px-2 text-11 whitespace-nowrap text-t2"><span aria-hidden="true" class="size-1.5 rounded-full border-[1.5px] border-current"></span><span data-text="source"></span></span>`

const arrow = (direction: 'up' | 'down', path: string): string =>
  `<svg data-arrow="${direction}" aria-hidden="true" viewBox="0 0 8 6" class="h-1.5 w-2 shrink-0 self-center fill-current"><path d="${path}"/></svg>`
const arrows = `${arrow('up', 'M4 0l4 6H0z')}${arrow('down', 'M4 6L0 0h8z')}`

/** One instrument of a list, as `QuoteRow` of `features/quotes` draws it. */
const row = `
    <template id="first-row">
      <a class="block min-w-0 contain-content gutter lg:mr-[104px]">
        <span class="hairline flex min-h-15 items-center gap-2">
          <span class="min-w-0 flex-1">
            <span class="block truncate text-15"><span data-text="base" class="font-semibold text-t1"></span>
            <span data-text="quote" class="text-13 text-t3"></span></span>
            <span data-text="note" class="figures block truncate text-12 text-t3"></span>
          </span>
          <span class="mr-2 hidden w-56 shrink-0 md:block"></span>
          <span class="w-21 shrink-0 text-right text-15 font-semibold xs:w-23"><span data-text="price" class="figures -mx-1 px-1"></span></span>
          <span data-fill class="figures flex min-h-7 w-20 shrink-0 items-center justify-between rounded-6 px-1.5 text-13 font-semibold xs:w-21 xs:px-2">${arrows}<span data-text="change"></span></span>
        </span>
      </a>
    </template>`

/** The place of what stands above the rows of a list: chips, and the heads of columns. */
const listTop = '<div class="min-h-11"></div><div class="min-h-8"></div>'

/** The column of the pages with a list, on a phone and on a desktop. */
const listColumn = 'mx-auto w-full max-w-(--column) lg:max-w-[1040px]'

const pages: Readonly<Record<FirstPage, string>> = {
  // `Welcome` of `pages/home/home-page.tsx`.
  'pages/index/index': `
        <div class="${listColumn}">
          <div class="flex h-(--bar) items-center gutter">${source('mr-9')}</div>
          <section class="gutter pt-10 pb-6">
            <div class="min-h-16 pl-12">
              <h2 class="text-28 font-semibold text-balance">${home.promise}</h2>
              <p class="mt-2 text-15 text-t2">${home.promise_why}</p>
            </div>
            <div class="mt-6 flex max-w-120 flex-wrap gap-2 text-center text-15 font-semibold">
              <a href="#/pages/common/register" class="press inline-flex min-h-12 min-w-0 flex-1 items-center justify-center rounded-12 bg-lime px-4 whitespace-nowrap text-ink">${home.create_account}</a>
              <a href="#/pages/common/login" class="press inline-flex min-h-12 min-w-0 flex-1 items-center justify-center rounded-12 bg-s2 px-4 whitespace-nowrap text-t1">${common.sign_in}</a>
            </div>
          </section>
          ${listTop}
          <div data-rows></div>
        </div>`,
  // `pages/market/market-page.tsx`.
  'pages/market/market': `
        <div class="${listColumn}">
          <div class="flex h-(--bar) items-center gutter">
            <a href="#/pages/market/search" class="flex min-h-11 flex-1 items-center rounded-8 border border-line2 bg-s1 px-3 text-15 text-t3"><span lang="en" class="pl-7">${market.search_hint}</span></a>
          </div>
          <div class="min-h-11"></div>
          <div class="flex min-h-9 items-center gutter">${source('')}</div>
          ${listTop}
          <div data-rows></div>
        </div>`,
  // `AppBar` and `Figures` of `pages/market/instrument-page.tsx`.
  'pages/transaction/index': `
        <div class="mx-auto w-full max-w-(--column)">
          <div class="flex h-(--bar) items-center gutter"><span data-text="label" class="pl-9 text-15 font-semibold xs:pl-10 xs:text-17"></span>${source('mr-32')}</div>
          <div class="gutter pt-1">
            <p class="text-28 font-semibold"><span data-text="price" class="figures -mx-1 px-1"></span></p>
          </div>
        </div>`,
}

const pagesMarkup = Object.entries(pages)
  .map(([route, markup]) => `<div class="first-paint lg:pl-(--side)" data-page="${route}">${markup}</div>`)
  .join('')
