/** The texts of one language, by area. */
export type Phrases = Record<string, Readonly<Record<string, string>>>

type Params = Readonly<Record<string, string | number>>

/**
 * Makes the function that says texts: `area.name`, with `{braces}` filled in. A key that comes as `_one`
 * and `_other` is chosen by `count`, by the plural rules of the locale; whatever is not `one` reads
 * `other` (Spanish and Italian have a third form for whole millions, which our texts do not need).
 *
 * A missing text answers its key: seen at once in development, and a test finds it before that.
 */
export function createTranslate(phrases: Phrases, locale: string): (key: string, params?: Params) => string {
  const plurals = new Intl.PluralRules(locale)
  return (key, params = {}) => {
    const dot = key.indexOf('.')
    const area = phrases[key.slice(0, dot)]
    const name = key.slice(dot + 1)
    const form = plurals.select(Number(params.count)) === 'one' ? 'one' : 'other'
    const text = area?.[name] ?? area?.[`${name}_${form}`] ?? area?.[`${name}_other`]
    return text?.replace(/\{(\w+)\}/g, (brace, param: string) => String(params[param] ?? brace)) ?? key
  }
}
