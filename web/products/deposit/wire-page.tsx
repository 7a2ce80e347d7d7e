import { BankDeposit } from './bank-deposit.tsx'

/** Deposits by wire. */
export default function WirePage() {
  return <BankDeposit way="wire" />
}
