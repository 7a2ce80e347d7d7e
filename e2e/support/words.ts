import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Language } from '#domain/language.ts'
import { instruments } from '#domain/market/instruments.ts'
import { currencies } from '#domain/money/currencies.ts'
import { demoBankAccounts } from '#server/products/deposit/seed.ts'

const TEXTS = join(import.meta.dirname, '..', '..', 'texts', 'app')
const areas = readdirSync(TEXTS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** `statement.title`, `{count}`: what shows through when a text is missing. */
const KEY_LIKE = new RegExp(
  `\\b(${areas.join('|')}|refusals)\\.[A-Za-z_]+\\b|\\{[a-zA-Z]+\\}|\\[object |undefined|NaN`,
)

/** Names stay what they are in every language; a search may mark a part of one. */
const names = [
  ...instruments.flatMap(({ name, label }) => [name, ...label.split('/')]),
  ...currencies.flatMap(({ name, code }) => [name, code]),
  ...demoBankAccounts().flatMap((account) => [
    ...[account.bankName, account.beneficiary, account.bankAddress, account.beneficiaryAddress],
  ]),
  'Plumb',
].map((name) => name.toLowerCase())

const MARKET = /[A-Z]{2,5}\/[A-Z]{3,5}/g

const isName = (text: string): boolean => names.some((name) => name.includes(text.toLowerCase()))

/**
 * Every text of the page that can be seen, read out or stands in an empty field; not what says of itself that it is in
 * another language, such as a binding text.
 */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement
      const isOther = parent?.closest('[lang]') !== document.documentElement
      if (parent && !isOther && !/^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName))
        found.push(walk.currentNode.nodeValue ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        found.push(element.getAttribute(name) ?? '')
    }
    return found.map((text) => text.trim()).filter((text) => text !== '')
  })
}

/** Texts that are a key or hold an unfilled place. */
export const keyLike = (texts: readonly string[]): string[] => texts.filter((text) => KEY_LIKE.test(text))

const load = (area: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(TEXTS, area, `${language}.json`), 'utf8')) as Record<string, string>

/** Every English text of the app whose translation differs: where it still shows, it was not translated. */
export function englishTextsFor(language: Language): Set<string> {
  const found = new Set<string>()
  for (const area of areas) {
    const [english, translated] = [load(area, 'en'), load(area, language)]
    for (const [key, text] of Object.entries(english)) if (translated[key] !== text) found.add(text)
  }
  return found
}

/** Every text of the app in a language, and what its speakers call the countries. */
export function textsIn(language: Language, locale: string): Set<string> {
  const all = areas.map((area) => load(area, language))
  const countries = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none', style }),
  )
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return new Set([
    ...all.flatMap((texts) => Object.values(texts)),
    ...codes.flatMap((code) => countries.flatMap((named) => named.of(code) ?? [])),
  ])
}

/**
 * What a page in another language still says in English: one of the app's English texts, or two words
 * that stand on the English page too. Names, and texts that are the same in both languages, are not meant.
 */
export function leftInEnglish(
  texts: readonly string[],
  {
    english,
    own,
    onEnglishPage,
    written = [],
  }: {
    english: ReadonlySet<string>
    own: ReadonlySet<string>
    onEnglishPage: ReadonlySet<string>
    /** What people have written themselves. */
    written?: readonly string[]
  },
): string[] {
  return texts.filter((text) => {
    // A field's label has its unit behind it.
    if (written.some((words) => text.includes(words))) return false
    if (isName(text) || own.has(text) || own.has(text.replace(/ [A-Z]{3,5}$/, ''))) return false
    return (
      english.has(text) ||
      (onEnglishPage.has(text) && /[a-z]{2,} [a-z]{2,}/i.test(text.replaceAll(MARKET, '')))
    )
  })
}
