import type { BankAccountTerms } from '#domain/deposit/bank.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { publishBankAccount, textsOf } from './bank-accounts.ts'

/** Where the demonstration takes deposits by proof; every address is made up and says so on screen. */
export const demoAddresses = [
  { currency: 'USDT', network: 'TRC20', address: 'TDemoPlumbNeverSendRealCoins1111111', minimum: '10' },
  {
    currency: 'USDT',
    network: 'ERC20',
    address: '0xDe30000000000000000000000000000000000001',
    minimum: '20',
  },
  {
    currency: 'BTC',
    network: 'Bitcoin',
    address: 'bc1qdemoplumbneversendrealcoins00000000001',
    minimum: '0.0005',
  },
  {
    currency: 'ETH',
    network: 'Ethereum',
    address: '0xDe30000000000000000000000000000000000002',
    minimum: '0.01',
  },
].map((depositAddress) => ({ ...depositAddress, isDemo: true }))

const demoBank = {
  beneficiary: 'Plumb Demo, not a real account',
  beneficiaryAddress: '1 Example Street, Example City',
  bankAddress: '2 Example Street, Example City',
  branch: '',
  cutOff: '15:00',
  countries: [],
  isOpen: true,
} as const

/** Where the demonstration takes deposits by bank: codes with right check digits that no bank has. Once currencies are listed. */
export const demoBankAccounts = (): readonly BankAccountTerms[] => [
  {
    ...demoBank,
    ...{ currency: 'USD', ways: ['card', 'wire', 'certificate'], bankName: 'Example Bank USA (demo)' },
    ...{ iban: '', accountNumber: '0000123456', aba: '123456780', swiftCode: 'DEMOUS33' },
    ...{ minimum: readAmount('50', 'USD'), maximum: readAmount('250000', 'USD') },
  },
  {
    ...demoBank,
    ...{ currency: 'EUR', ways: ['card', 'wire', 'certificate'], bankName: 'Example Bank Europe (demo)' },
    ...{ iban: 'DE32000000000000123456', accountNumber: '', aba: '', swiftCode: 'DEMODEFF' },
    ...{ minimum: readAmount('50', 'EUR'), maximum: readAmount('250000', 'EUR') },
  },
]

/** Publishes them, numbered from 1. */
export async function publishDemoAccounts(tx: Tx, nowMs: number): Promise<void> {
  for (const [place, account] of demoBankAccounts().entries()) {
    const published = { id: BigInt(place + 1), texts: textsOf(account), isDemo: true, proposal: null }
    await publishBankAccount(tx, published, nowMs)
  }
}
