import { createInstance } from 'i18next'

/** The texts of one language, by area and name: what the JSON files hold. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

export type Params = Readonly<Record<string, string | number>>

/** What a text asks for: nothing, or a value for each name in its braces. */
type ParamsOf<Names> = [Names] extends [never]
  ? []
  : [params: Readonly<Record<Names & string, string | number>>]

/**
 * Returns a text in the language in use. `Keys` lists each key with the names of its parameters, as the
 * generated `keys.ts` do: a wrong key or a missing parameter does not compile.
 *
 * @example t('market.matches', { count: 3 })
 */
export type Translate<Keys> = <Key extends keyof Keys & string>(
  key: Key,
  ...params: ParamsOf<Keys[Key]>
) => string

/** The texts of files by the name of their folder, which is their area: `…/market/en.json` holds `market`. */
export const byFolder = (files: Texts): Texts =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/').at(-2)!, texts]))

/**
 * Makes the function that returns the texts of one language by key, `area.name`. A text that comes as `_one`
 * and `_other` is asked for without the ending and chosen by `count`. Values are put in as they are: React
 * escapes what it draws, and mails are plain text.
 *
 * A missing text returns its key, and a missing parameter leaves its braces: tests look for both.
 */
export function createTranslate(texts: Texts, locale: string): (key: string, params?: Params) => string {
  const i18n = createInstance()
  void i18n.init({
    lng: locale,
    fallbackLng: false,
    load: 'currentOnly',
    resources: { [locale]: { translation: texts } },
    // At once, not in the next turn: the texts are there.
    initAsync: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    missingInterpolationHandler: (_text, [braces]: RegExpExecArray) => braces,
  })
  // Parameters go into `replace`, where a customer's value is never read as an option of i18next.
  return (key, params = {}) =>
    i18n.t(key, {
      replace: params,
      nest: false,
      ...(params.count !== undefined && { count: Number(params.count) }),
    })
}
