/**
 * The areas of the app's texts. Each area's `en.ts` adds itself here by declaration merging, so that
 * adding an area touches no file of another:
 *
 * @example declare module '../areas.ts' { interface Areas { market: typeof en } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Areas {}

/** What the other six languages of an area must hold: the same keys, any text. */
export type Translation<English> = { readonly [Key in keyof English]: string }

type Plural<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key

type KeysOf<Area extends keyof Areas> = `${Area & string}.${Plural<keyof Areas[Area] & string>}`

/** A text's key, `area.name`. Keys that come as `_one` and `_other` are asked for by their stem and a `count`. */
export type TextKey = { [Area in keyof Areas]: KeysOf<Area> }[keyof Areas]

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type EnglishOf<Key extends string> = Key extends `${infer Area}.${infer Name}`
  ? Area extends keyof Areas
    ? Name extends keyof Areas[Area]
      ? Areas[Area][Name]
      : `${Name}_other` extends keyof Areas[Area]
        ? Areas[Area][`${Name}_other`]
        : never
    : never
  : never

/** The parameters a text needs, read off the braces of its English form. */
export type ParamsOf<Key extends TextKey> = [Placeholders<EnglishOf<Key>>] extends [never]
  ? []
  : [params: Readonly<Record<Placeholders<EnglishOf<Key>>, string | number>>]

/** Says a text in the chosen language. @example t('market.matches', { count: 3 }) */
export type Translate = <Key extends TextKey>(key: Key, ...params: ParamsOf<Key>) => string
