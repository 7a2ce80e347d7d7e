/** How a customer can be reached, in the one form that is stored and compared. */
export type Contact =
  | { readonly kind: 'email'; readonly value: string }
  | { readonly kind: 'mobile'; readonly value: string; readonly areaCode: string }

/** The specification's default country. */
export const DEFAULT_AREA_CODE = '86'

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/
const MAX_EMAIL = 120
const CHINESE_MOBILE = /^1[3-9]\d{9}$/
const OTHER_MOBILE = /^\d{5,15}$/
const MAX_E164_DIGITS = 15
/** Countries where a number's first 0 belongs to it; elsewhere it is only dialled at home. */
const KEEPS_FIRST_ZERO = new Set(['39', '378', '379'])

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
  if (digits.startsWith('+')) return readInternational(digits.slice(1))
  const areaCode = areaCodeTyped.replace(/^\+/, '')
  return national(areaCode, digits)
}

/** With the country in front; which digits are the country matters for 86 alone, whose rule is narrower. */
function readInternational(digits: string): Contact | undefined {
  return digits.startsWith('86') ? national('86', digits.slice(2)) : whole(digits, digits.slice(0, 3))
}

function national(areaCode: string, typed: string): Contact | undefined {
  if (!/^[1-9]\d{0,3}$/.test(areaCode)) return undefined
  const digits = KEEPS_FIRST_ZERO.has(areaCode) ? typed : typed.replace(/^0/, '')
  const pattern = areaCode === '86' ? CHINESE_MOBILE : OTHER_MOBILE
  return pattern.test(digits) ? whole(areaCode + digits, areaCode) : undefined
}

function whole(digits: string, areaCode: string): Contact | undefined {
  const isPossible = /^[1-9]\d{6,}$/.test(digits) && digits.length <= MAX_E164_DIGITS
  return isPossible ? { kind: 'mobile', value: `+${digits}`, areaCode } : undefined
}

/**
 * A contact with its middle hidden, for screens.
 *
 * @example maskContact('+8613800138000') // '+861******8000'
 */
export function maskContact(value: string): string {
  const at = value.lastIndexOf('@')
  if (at > 0) return `${value[0]}***${at > 1 ? value[at - 1] : ''}${value.slice(at)}`
  return value.slice(0, 4) + '*'.repeat(Math.max(0, value.length - 8)) + value.slice(-4)
}
