/** The seven interface languages; the specification's codes, not ISO's. */
export const languages = ['en', 'zh', 'hk', 'jp', 'kor', 'xp', 'ydl'] as const
export type Language = (typeof languages)[number]

/** What each language is called by its own speakers. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  zh: '简体中文',
  hk: '繁體中文',
  jp: '日本語',
  kor: '한국어',
  xp: 'Español',
  ydl: 'Italiano',
}

/**
 * The BCP 47 locale of each language. `Intl` knows these; the bare codes `xp`, `ydl`, `jp`, `kor` and `hk` would
 * silently fall back to the device's language.
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

/** Reads a language code from outside; anything unknown is `otherwise`. */
export const toLanguage = (code: unknown, otherwise: Language = 'en'): Language =>
  languages.find((language) => language === code) ?? otherwise
