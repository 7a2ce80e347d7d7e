import { useSyncExternalStore } from 'react'
import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import { type Language, locales } from '#domain/language.ts'
import type { AppTexts } from '#texts/app/keys.ts'
import { byFolder, createTranslate, type Translate as TranslateOf } from '#texts/translate.ts'

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

interface Current {
  readonly language: Language
  readonly t: Translate
}

const listeners = new Set<() => void>()
let current: Current = { language: 'en', t: createTranslate({}, 'en') as Translate }
let wanted: Language | undefined

/**
 * Loads a language's chunk if needed and makes it the one in use. Returns false where another was chosen
 * while this one was on its way.
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  wanted = language
  const { files } = await bundles[language]()
  if (wanted !== language) return false
  const locale = locales[language]
  current = { language, t: createTranslate(byFolder(files), locale) as Translate }
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
  return true
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

/** What a refusal says, in the chosen language: for refusals that the browser itself finds in a draft. */
export const refusalText = (code: RefusalCode, params: RefusalParams = {}): string =>
  (current.t as (key: string, params: RefusalParams) => string)(`refusals.${code}`, params)
