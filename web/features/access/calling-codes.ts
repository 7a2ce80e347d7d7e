import { type CallingCode, callingCodes } from '#domain/user/calling-codes.ts'

/** The specification's default: area code 86. */
const DEFAULT_COUNTRY = 'CN'

/** The calling code of a country. @example callingCodeOf('ES') // '34' */
export const callingCodeOf = (country: string): string =>
  callingCodes.find((entry) => entry.country === country)?.code ?? '86'

/**
 * The country a browser's languages speak of, else the specification's default.
 * @example guessCountry(['es-MX', 'es']) // 'MX'
 */
export function guessCountry(tags: readonly string[]): string {
  for (const tag of tags) {
    const region = /-([A-Z]{2})\b/.exec(tag)?.[1]
    if (region && callingCodes.some(({ country }) => country === region)) return region
  }
  return DEFAULT_COUNTRY
}

/** A country as the list shows it. */
export interface NamedCountry extends CallingCode {
  readonly name: string
}

/** All countries, named and ordered as readers of this locale expect. */
export function countriesIn(locale: string): NamedCountry[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const order = new Intl.Collator(locale).compare
  return callingCodes
    .map((entry) => ({ ...entry, name: names.of(entry.country) ?? entry.country }))
    .sort((a, b) => order(a.name, b.name))
}

/**
 * The countries that match what was typed: part of the name without regard to case and accents, the
 * two letters, or the beginning of the calling code.
 */
export function searchCountries(countries: readonly NamedCountry[], typed: string): readonly NamedCountry[] {
  const wanted = plain(typed.trim())
  if (wanted === '') return countries
  const digits = wanted.replace(/^(\+|00)/, '')
  if (/^\d+$/.test(digits)) return countries.filter(({ code }) => code.startsWith(digits))
  return countries.filter(
    ({ name, country }) => plain(name).includes(wanted) || country.toLowerCase() === wanted,
  )
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
