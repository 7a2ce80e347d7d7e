import type { Language } from '#domain/language.ts'

/** What stands between the parts of a list in a sentence. */
export const separatorIn = (language: Language): string => (/^(zh|hk|jp)$/.test(language) ? '、' : ', ')
