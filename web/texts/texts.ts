import { createInstance } from 'i18next'
import { useSyncExternalStore } from 'react'
import type { RefusalCode, RefusalParams } from '#domain/errors.ts'
import type { Language } from '#domain/language.ts'
import type { Translate } from './areas.ts'

/**
 * The locale `Intl` knows for each language of the specification. The bare codes `xp`, `ydl`, `jp`,
 * `kor` and `hk` would silently fall back to the device's language.
 */
export const locales: Record<Language, string> = {
  en: 'en',
  zh: 'zh-CN',
  hk: 'zh-HK',
  jp: 'ja',
  kor: 'ko',
  xp: 'es',
  ydl: 'it',
}

const bundles = {
  en: () => import('./bundles/en.ts'),
  zh: () => import('./bundles/zh.ts'),
  hk: () => import('./bundles/hk.ts'),
  jp: () => import('./bundles/jp.ts'),
  kor: () => import('./bundles/kor.ts'),
  xp: () => import('./bundles/xp.ts'),
  ydl: () => import('./bundles/ydl.ts'),
}

const engine = createInstance()
void engine.init({
  resources: {},
  lng: 'en',
  fallbackLng: false,
  nsSeparator: false,
  initAsync: false,
  // The server's messages use the same single braces; React does the escaping.
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
})

const listeners = new Set<() => void>()
let current: { language: Language; t: Translate } = { language: 'en', t: ((key: string) => key) as Translate }

/** Loads a language's chunk if needed and makes it the one in use. */
export async function chooseLanguage(language: Language): Promise<void> {
  const locale = locales[language]
  if (!engine.hasResourceBundle(locale, 'translation')) {
    const { areas, refusals } = await bundles[language]()
    for (const [path, texts] of Object.entries(areas)) {
      const area = path.split('/')[1]!
      engine.addResourceBundle(locale, 'translation', { [area]: withMany(texts) }, true)
    }
    engine.addResourceBundle(locale, 'translation', { refusal: refusals }, true)
  }
  await engine.changeLanguage(locale)
  current = { language, t: ((key: string, params?: object) => engine.t(key, { ...params })) as Translate }
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

/** Spanish and Italian have a third plural form, for whole millions; in our texts it reads like `other`. */
function withMany(texts: Readonly<Record<string, string>>): Record<string, string> {
  const more = Object.entries(texts).filter(([key]) => key.endsWith('_other'))
  return {
    ...texts,
    ...Object.fromEntries(more.map(([key, text]) => [key.replace(/_other$/, '_many'), text])),
  }
}

const subscribe = (listener: () => void) => {
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
  engine.t(`refusal.${code}`, { ...params })
