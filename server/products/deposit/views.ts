import type { ChainDepositStatus } from '#domain/deposit/console.ts'
import type { DepositView } from '#domain/deposit/contract.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type FundRecordRow, fundRecordView } from '#server/core/fund-records.ts'
import type { Sender } from './bank-requests.ts'
import type { ChainDeposit } from './chain-store.ts'
import type { DepositRequest } from './store.ts'

/** A deposit by proof or by a bank as its customer sees it: not what reviewers noted. `sender`: of a bank's, until it is erased. */
export const depositView = (deposit: DepositRequest, sender?: Sender): DepositView => ({
  id: String(deposit.id),
  reference: deposit.reference,
  kind: deposit.way === 'wire' ? 'wire' : 'deposit',
  source: deposit.way,
  status: deposit.status,
  currency: deposit.currency,
  network: deposit.network,
  subType: deposit.bank ? deposit.way : deposit.network,
  account: deposit.bank ? String(deposit.bank.accountVersion) : deposit.sender,
  claimed: formatAmount(deposit.claimed, deposit.currency),
  credited: deposit.credited === null ? null : formatAmount(deposit.credited, deposit.currency),
  address: deposit.address,
  hashTail: deposit.hashTail,
  txid: null,
  confirmations: deposit.confirmationsSeen,
  confirmationsNeeded: deposit.confirmationsNeeded,
  outcome: null,
  bank: deposit.bank && {
    bankName: deposit.bank.bankName,
    paymentReference: deposit.bank.paymentReference,
    remitter: sender?.remitter ?? null,
    remitterBank: sender?.remitterBank ?? null,
    lastDigits: sender?.lastDigits ?? null,
    paidOn: sender?.paidOn ?? null,
    isErased: deposit.bank.details === null,
  },
  image: deposit.image ?? '',
  submittedAtMs: deposit.submittedAtMs,
  decidedAtMs: deposit.decidedAtMs,
  rejection: deposit.rejection,
})

const TAIL_LENGTH = 6

const statuses = {
  confirming: 'pending',
  credited: 'approved',
  'below-minimum': 'rejected',
  'credited-before': 'rejected',
  dropped: 'rejected',
} as const satisfies Record<ChainDepositStatus, DepositView['status']>

/** The states of chains' deposits that a customer's filter means. */
export const chainStatusesOf = (status: DepositView['status']): ChainDepositStatus[] =>
  (Object.keys(statuses) as ChainDepositStatus[]).filter((one) => statuses[one] === status)

/** A deposit that its chain shows, in the form of the others: nobody claimed it, and it has no picture. */
export function chainDepositView(deposit: ChainDeposit): DepositView {
  const { status, currency } = deposit
  const amount = formatAmount(deposit.amount, currency)
  return {
    id: String(deposit.id),
    reference: deposit.reference,
    kind: 'deposit',
    source: 'chain',
    status: statuses[status],
    currency,
    network: deposit.network,
    subType: deposit.network,
    account: '',
    claimed: amount,
    credited: status === 'credited' ? amount : null,
    address: deposit.address,
    hashTail: deposit.txid.slice(-TAIL_LENGTH),
    txid: deposit.txid,
    confirmations: deposit.confirmations,
    confirmationsNeeded: deposit.confirmationsNeeded,
    outcome: status === 'confirming' || status === 'credited' ? null : status,
    bank: null,
    image: '',
    submittedAtMs: deposit.seenAtMs,
    decidedAtMs: deposit.decidedAtMs,
    rejection: null,
  }
}

/** A withdrawal among the records of the specification's one list: where it went is in the list of its own product. */
export const withdrawalView = (row: FundRecordRow): DepositView => {
  const { recordId, reference, status, currency, amount, atMs } = fundRecordView(row)
  return {
    ...{ id: recordId, reference, kind: 'withdrawal', source: 'withdrawal', status, currency },
    ...{
      network: '',
      subType: '',
      account: '',
      claimed: amount,
      credited: null,
      address: '',
      hashTail: '',
      txid: null,
    },
    ...{ confirmations: null, confirmationsNeeded: null, outcome: null, bank: null, image: '' },
    ...{ submittedAtMs: atMs, decidedAtMs: null, rejection: null },
  }
}
