import { classIds, type Instrument } from '#domain/market/instrument.ts'

/** A pair of currencies, metals among them: two codes of ISO 4217. */
const PAIR = /^([A-Z]{3})\/([A-Z]{3})$/

/**
 * What an instrument is called in a language: a pair of currencies by their names there, anything else as it is listed.
 * @example nameOf({ label: 'EUR/USD', name: 'Euro / US Dollar', class: 'forex' }, 'es') // 'Euro / dólar estadounidense'
 */
export function nameOf(
  {
    label,
    name,
    ...subject
  }: Pick<Instrument, 'label' | 'name'> &
    ({ readonly class: Instrument['class'] } | { readonly classId: number }),
  locale: string,
): string {
  const classId = 'class' in subject ? classIds[subject.class] : subject.classId
  // A coin's code may be that of a currency of former days.
  const pair = classId === classIds.crypto ? null : PAIR.exec(label)
  // As listed in English, which is what the list was written in.
  if (!pair || locale.startsWith('en')) return name
  const names = namesIn(locale)
  const [base, quote] = [names.of(pair[1]!), names.of(pair[2]!)]
  if (!base || !quote) return name
  return `${base.slice(0, 1).toLocaleUpperCase(locale)}${base.slice(1)} / ${quote}`
}

const made = new Map<string, Intl.DisplayNames>()

/** Costs milliseconds to make, and every row of a list asks. */
function namesIn(locale: string): Intl.DisplayNames {
  const names = made.get(locale) ?? new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' })
  made.set(locale, names)
  return names
}
