import { callingCodeIn } from './calling-codes.ts'

/** How a customer can be reached, in the one form that is stored and compared. */
export type Contact =
  | { readonly kind: 'email'; readonly value: string }
  | {
      readonly kind: 'mobile'
      readonly value: string
      /** The calling code that the number's own digits begin with, whatever was typed as one. */
      readonly areaCode: string
    }

/** The specification's default country. */
export const DEFAULT_AREA_CODE = '86'

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/
const MAX_EMAIL = 120
const CHINESE_MOBILE = /^1[3-9]\d{9}$/
const OTHER_MOBILE = /^\d{5,15}$/
const MIN_E164_DIGITS = 7
const MAX_E164_DIGITS = 15
/** Countries where a number's first 0 belongs to it; elsewhere it is only dialled at home. */
const KEEPS_FIRST_ZERO = new Set(['39', '378', '379', '225', '229', '242'])

/**
 * Reads what a customer typed as an email address or a mobile number.
 *
 * Refuses: (as `undefined`) anything that is neither, or not of the kind expected.
 * Source:  specification section 5: mobile 1[3-9] and nine digits in area 86, else 5 to 15 digits.
 * @example readContact('138 0013 8000', {}) // { kind: 'mobile', value: '+8613800138000', areaCode: '86' }
 */
export function readContact(
  typed: string,
  expected: { readonly areaCode?: string | undefined; readonly kind?: Contact['kind'] | undefined },
): Contact | undefined {
  const contact = typed.includes('@') ? readEmail(typed) : readMobile(typed, expected.areaCode)
  return expected.kind === undefined || contact?.kind === expected.kind ? contact : undefined
}

function readEmail(typed: string): Contact | undefined {
  const value = typed.trim().toLowerCase()
  return value.length <= MAX_EMAIL && EMAIL.test(value) ? { kind: 'email', value } : undefined
}

function readMobile(typed: string, areaCodeTyped = DEFAULT_AREA_CODE): Contact | undefined {
  const digits = typed.trim().replace(/[ ()-]/g, '')
  const international = /^(?:\+|00)(.*)$/.exec(digits)?.[1]
  return readInternational(international ?? areaCodeTyped.replace(/^\+/, '') + digits)
}

/** With the country in front, and one form for all ways to write a number. */
function readInternational(digits: string): Contact | undefined {
  const areaCode = callingCodeIn(digits)
  if (areaCode === undefined) return undefined
  const rest = digits.slice(areaCode.length)
  const isWithZero = KEEPS_FIRST_ZERO.has(areaCode)
  const national = isWithZero ? rest : rest.replace(/^0/, '')
  const isPossible =
    (areaCode === '86' ? CHINESE_MOBILE : OTHER_MOBILE).test(national) &&
    (isWithZero || !national.startsWith('0')) &&
    isLength(areaCode.length + national.length)
  return isPossible ? { kind: 'mobile', value: `+${areaCode}${national}`, areaCode } : undefined
}

const isLength = (digits: number): boolean => digits >= MIN_E164_DIGITS && digits <= MAX_E164_DIGITS

/** Of a shorter one too little would be hidden. */
const SHORT_NUMBER = 12

/**
 * A contact with its middle hidden, for screens.
 *
 * @example maskContact('+8613800138000') // '+861******8000'
 */
export function maskContact(value: string): string {
  const at = value.lastIndexOf('@')
  if (at > 0) return `${value[0]}***${at > 1 ? value[at - 1] : ''}${value.slice(at)}`
  const [head, tail] = value.length < SHORT_NUMBER ? [3, 2] : [4, 4]
  return value.slice(0, head) + '*'.repeat(Math.max(0, value.length - head - tail)) + value.slice(-tail)
}
