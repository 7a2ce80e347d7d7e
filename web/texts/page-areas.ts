import type { Language } from '#domain/language.ts'
import type { Texts } from '#texts/translate.ts'
import type { PagesArea } from './texts.ts'

/** Areas whose name ends in `_pages`, and what refusals say: a file for each language. */
const files = import.meta.glob<Texts[string]>(
  ['../../texts/app/*_pages/*.json', '../../texts/refusals/*.json'],
  { import: 'default' },
)

/** Loads an area in a language. */
export const fileOf = (area: PagesArea, language: Language): Promise<Texts[string]> =>
  files[`../../texts/${area === 'refusals' ? area : `app/${area}`}/${language}.json`]!()
