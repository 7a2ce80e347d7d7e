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
 * and `_other` is asked for without the ending and chosen by `count`; a form that the language's texts leave out
 * reads as `_other`. Values are put in as they are: React escapes what it draws, and mails are plain text.
 *
 * A missing text returns its key, and a missing parameter leaves its braces: tests look for both.
 */
export function createTranslate(texts: Texts, locale: string): (key: string, params?: Params) => string {
  const plurals = new Intl.PluralRules(locale)
  return (key, params = {}) => {
    const dot = key.indexOf('.')
    const area = texts[key.slice(0, dot)]
    const name = key.slice(dot + 1)
    const text =
      params.count === undefined
        ? area?.[name]
        : (area?.[`${name}_${plurals.select(Number(params.count))}`] ??
          area?.[`${name}_other`] ??
          area?.[name])
    return text?.replaceAll(/\{(\w+)\}/g, (braces, param: string) => String(params[param] ?? braces)) ?? key
  }
}
