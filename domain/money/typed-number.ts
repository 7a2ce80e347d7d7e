/** What a text that somebody typed or pasted as a number can mean. */
export type TypedNumber =
  | {
      readonly kind: 'number'
      /** Digits, and a point where decimals follow. */
      readonly decimal: string
      /** As many decimals as were written, or `undefined` without a decimal sign. */
      readonly decimals: number | undefined
      /** What separates the thousands; empty where nothing does. */
      readonly groupSign: string
      readonly decimalSign: '.' | ','
    }
  /** Two numbers, and nothing in the text says which. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  /** No number yet; more digits can make it one. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'unreadable' }

type Read = Extract<TypedNumber, { kind: 'number' }>

const shapes = {
  '.': /^(\d*|[1-9]\d{0,2}([,' ])\d{3}(?:\2\d{3})*)(?:\.(\d*))?$/,
  ',': /^(\d*|[1-9]\d{0,2}([.' ])\d{3}(?:\2\d{3})*)(?:,(\d*))?$/,
}
const UNFINISHED = /^([1-9]\d{0,2}([.,' ])(\d{3}\2)*\d{0,2}|[.,]?)$/

/**
 * Reads a number as people write it: `1,000.50`, `1.000,50`, `1 000`, `1'000`, in digits of any width.
 *
 * A sign before a whole group of three digits separates thousands; any other is the decimal sign. Where a
 * text is a number both ways, as `1,000` is, the point is the decimal sign, but it is ambiguous to people who
 * write a decimal comma.
 *
 * Refuses: (as `unreadable`) a minus or plus, an exponent, letters, groups that are not of three.
 * @example readTypedNumber('1,5', false) // { kind: 'number', decimal: '1.5', … }
 */
export function readTypedNumber(text: string, writesComma: boolean): TypedNumber {
  const plain = plainSigns(text)
  const [byPoint, byComma] = [readWith(plain, '.'), readWith(plain, ',')]
  if (writesComma && byPoint && byComma && byPoint.decimal !== byComma.decimal)
    return { kind: 'ambiguous', readings: readingsOf(byPoint, byComma) }
  const read = byPoint ?? byComma
  if (read) return read
  return { kind: UNFINISHED.test(plain) ? 'unfinished' : 'unreadable' }
}

/** The larger first: the one with its thousands separated. */
const readingsOf = (byPoint: Read, byComma: Read): [string, string] =>
  byPoint.groupSign === '' ? [byComma.decimal, byPoint.decimal] : [byPoint.decimal, byComma.decimal]

function readWith(text: string, decimalSign: '.' | ','): Read | undefined {
  const match = shapes[decimalSign].exec(text)
  if (!match || !/\d/.test(text)) return undefined
  const [, written = '', groupSign = '', fraction] = match
  const whole = written.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  return {
    kind: 'number',
    decimal: fraction ? `${whole}.${fraction}` : whole,
    decimals: fraction?.length,
    groupSign,
    decimalSign,
  }
}

/** Full-width digits and signs, as some keyboards give them, and every kind of space and apostrophe, as plain ones. */
export const plainSigns = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/、/g, ',')
    .replace(/[’‘`]/g, "'")
    .trim()
    .replace(/\s/g, ' ')
