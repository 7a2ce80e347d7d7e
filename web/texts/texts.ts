import { useSyncExternalStore } from 'react'
import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import { type Language, locales } from '#domain/language.ts'
import { shownFigures } from '#domain/refusal-figures.ts'
import type { AppTexts } from '#texts/app/keys.ts'
import { byFolder, createTranslate, type Texts, type Translate as TranslateOf } from '#texts/translate.ts'

/** Returns a text of the app in the chosen language. */
export type Translate = TranslateOf<AppTexts>

/** The key of a text without parameters. */
export type PlainTextKey = {
  [Key in keyof AppTexts]: [AppTexts[Key]] extends [never] ? Key : never
}[keyof AppTexts]

const bundles = {
  en: () => import('./bundles/en.ts'),
  zh: () => import('./bundles/zh.ts'),
  hk: () => import('./bundles/hk.ts'),
  jp: () => import('./bundles/jp.ts'),
  kor: () => import('./bundles/kor.ts'),
  xp: () => import('./bundles/xp.ts'),
  ydl: () => import('./bundles/ydl.ts'),
}

/** The name of an area that comes with the pages of the product that says it needs it; what refusals say comes when idle. */
export type PagesArea = `${string}_pages` | 'refusals'

interface Current {
  readonly language: Language
  readonly texts: Texts
  /** The names of the areas that are there. */
  readonly loaded: ReadonlySet<string>
  readonly t: Translate
}

const listeners = new Set<() => void>()
let current: Current = {
  language: 'en',
  texts: {},
  loaded: new Set(),
  t: createTranslate({}, 'en') as Translate,
}
let wanted: Language | undefined
/** The areas of pages that were asked for, each until it did not come. */
const areas = new Map<PagesArea, Promise<void>>()
const firstLanguage = Promise.withResolvers<void>()

/**
 * Loads a language's chunk if needed and makes it the one in use. Returns false where another was chosen
 * while this one was on its way.
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  wanted = language
  const [{ files }, ...ofAreas] = await Promise.all([
    bundles[language](),
    ...[...areas.keys()].map((area) => areaIn(area, language)),
  ])
  if (wanted !== language) return false
  const locale = locales[language]
  // What is there stays: a call that began before an area was asked for may end after the one that brought it.
  const texts = {
    ...(current.language === language && current.texts),
    ...byFolder(files),
    ...Object.fromEntries(ofAreas.flat()),
  }
  current = {
    language,
    texts,
    loaded: new Set(Object.keys(texts)),
    t: createTranslate(texts, locale) as Translate,
  }
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
  firstLanguage.resolve()
  return true
}

/** An area in a language with its name; nothing where it does not come, which its pages are told. */
async function areaIn(area: PagesArea, language: Language) {
  try {
    // The list of their files grows with every product, and the first page needs none of them.
    const { fileOf } = await import('./page-areas.ts')
    return [[area, await fileOf(area, language)] as const]
  } catch (error) {
    failures.set(area, error)
    return []
  }
}
const failures = new Map<PagesArea, unknown>()

/**
 * Loads an area of texts that comes with its pages: in the language in use, and in each that is chosen from now on.
 *
 * Refuses: (by throwing) when it does not come; it may be asked for again.
 */
export function loadArea(area: PagesArea): Promise<void> {
  let load = areas.get(area)
  if (!load) {
    load = Promise.resolve().then(() => addArea(area))
    areas.set(area, load)
    load.catch(() => areas.delete(area))
  }
  return load
}

async function addArea(area: PagesArea): Promise<void> {
  // Until a language is chosen there is nothing to add it to; the first one brings it.
  if (!wanted) await firstLanguage.promise
  else while (!(await chooseLanguage(wanted))) {}
  if (!failures.has(area)) return
  const error = failures.get(area)
  failures.delete(area)
  throw error
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The chosen language, its `Intl` locale and its texts; re-renders when the language changes. */
export function useTexts(): { t: Translate; language: Language; locale: string } {
  const { t, language } = useSyncExternalStore(subscribe, () => current)
  return { t, language, locale: locales[language] }
}

/** The texts for code outside React. */
export const texts = (): Translate => current.t

/** The language in use, for code outside React. */
export const currentLanguage = (): Language => current.language

/**
 * What a refusal says, in the chosen language: for refusals that the browser itself finds in a draft. They are asked
 * for when the app is idle (`main.tsx`), or here.
 *
 * Returns: nothing until they are there; who uses `useTexts` then draws again.
 */
export function refusalText(code: RefusalCode, params: RefusalParams = {}): string {
  if (!current.loaded.has('refusals')) {
    loadArea('refusals').catch(() => undefined)
    return ''
  }
  return (current.t as (key: string, params: RefusalParams) => string)(
    `refusals.${code}`,
    shownFigures(params),
  )
}
