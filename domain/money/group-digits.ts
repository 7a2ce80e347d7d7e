/** A decimal string with its thousands separated, in one digit style for all languages. @example groupDigits('17778.490') // '17,778.490' */
export function groupDigits(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/**
 * A decimal string with at least `least` decimals, further ones only where they are not zero.
 *
 * Rounds: never.
 * @example trimFraction('12010.4400000', 2) // '12010.44'
 */
export function trimFraction(decimal: string, least: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0')
  return kept === '' ? whole : `${whole}.${kept}`
}

/**
 * A decimal string with its sign always written, as U+2212 where it is a minus, and thousands apart.
 * @example signedDigits('-1778.49') // '−1,778.49'
 */
export function signedDigits(decimal: string): string {
  const isBelowZero = decimal.startsWith('-') && /[1-9]/.test(decimal)
  return `${isBelowZero ? '−' : '+'}${groupDigits(decimal.replace('-', ''))}`
}
