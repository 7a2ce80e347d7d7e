import { isAba, isSwiftCode } from '../card/rules.ts'
import { allowed, type Decision, refused } from '../errors.ts'
import { isCountry } from '../user/calling-codes.ts'
import { readAddress } from './addresses.ts'
import type { BankAccountTerms } from './bank.ts'

/** What a platform account must say before customers are shown it. */

const CUT_OFF = /^([01]\d|2[0-3]):[0-5]\d$/
/** Ten million dollars or euros: more is a slip of the keyboard. */
const MAX_MAXIMUM = 1_000_000_000n
const required = ['beneficiary', 'beneficiaryAddress', 'bankName', 'bankAddress', 'cutOff'] as const

/**
 * Decides whether an account can be published, and how its codes are written.
 *
 * Refuses: FIELDS_REQUIRED with the first missing one: names and addresses, an IBAN or an account number, of an account
 *          number the ABA or the SWIFT code, of a wire the SWIFT code; IBAN_INVALID, ABA_INVALID,
 *          SWIFT_CODE_INVALID; TERMS_INVALID.
 */
export function decideBankAccount(given: BankAccountTerms): Decision<{ readonly terms: BankAccountTerms }> {
  const missing = required.find((name) => given[name] === '')
  if (missing) return refused('FIELDS_REQUIRED', { field: missing })
  const { accountNumber, ways, countries, minimum, maximum } = given
  if (given.iban === '' && accountNumber === '') return refused('FIELDS_REQUIRED', { field: 'iban' })
  // Which of two was meant, nobody could say.
  if (given.iban !== '' && accountNumber !== '') return refused('TERMS_INVALID', { field: 'accountNumber' })
  const iban = given.iban === '' ? '' : readAddress('IBAN', given.iban)
  if (iban === undefined) return refused('IBAN_INVALID', { field: 'iban' })
  if (accountNumber !== '' && !/^[0-9A-Z-]{4,34}$/.test(accountNumber))
    return refused('TERMS_INVALID', { field: 'accountNumber' })
  const swiftCode = given.swiftCode.toUpperCase().replaceAll(' ', '')
  const needsCode = ways.includes('wire') || (accountNumber !== '' && given.aba === '')
  if (needsCode && swiftCode === '') return refused('FIELDS_REQUIRED', { field: 'swiftCode' })
  if (swiftCode !== '' && !isSwiftCode(swiftCode))
    return refused('SWIFT_CODE_INVALID', { field: 'swiftCode' })
  if (given.aba !== '' && !isAba(given.aba)) return refused('ABA_INVALID', { field: 'aba' })
  if (!CUT_OFF.test(given.cutOff)) return refused('TERMS_INVALID', { field: 'cutOff' })
  if (ways.length === 0) return refused('TERMS_INVALID', { field: 'ways' })
  if (!countries.every(isCountry)) return refused('TERMS_INVALID', { field: 'countries' })
  if (minimum <= 0n) return refused('TERMS_INVALID', { field: 'minimum' })
  if (maximum < minimum || maximum > MAX_MAXIMUM) return refused('TERMS_INVALID', { field: 'maximum' })
  return allowed({ terms: { ...given, iban, swiftCode } })
}
