import { BankDeposit } from './bank-deposit.tsx'

/** Deposits that a bank's slip shows. */
export default function CertificatePage() {
  return <BankDeposit way="certificate" />
}
