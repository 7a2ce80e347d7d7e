import { Copy } from 'lucide-react'
import { type DepositView, depositDetail } from '#domain/deposit/contract.ts'
import { networkOf } from '#domain/deposit/networks.ts'
import { toPage } from '#web/app/page-list.ts'
import { copyText } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { PrivateImage } from '#web/features/files/private-image.tsx'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { amount, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { KeyValueLines } from '#web/ui/key-value.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toBankPage } from './bank-page.ts'
import { Timeline } from './timeline.tsx'

interface DepositSheetProps {
  id: string
  /** What a list has of it; it is asked for where the list has not come so far. */
  deposit: DepositView | undefined
  onClose(): void
}

/** The sheet of one deposit, wherever the link to it was. */
export function DepositSheet({ id, deposit, onClose }: DepositSheetProps) {
  const { t } = useTexts()
  const query = useApiQuery(depositDetail, { id }, { enabled: deposit === undefined })
  const found = deposit ?? query.data
  if (found) return <KnownDeposit deposit={found} onClose={onClose} />
  return (
    <RecordSheet onClose={onClose} title={t('deposit_pages.kind_deposit')} query={query} lines={undefined} />
  )
}

/** One deposit: where it stands and why, what was said of it, and its screenshot. */
function KnownDeposit({ deposit, onClose }: { deposit: DepositView; onClose(): void }) {
  const { t } = useTexts()
  const { currency, status, source, bank } = deposit
  return (
    <RecordSheet
      onClose={onClose}
      ask={<AskLink kind="deposit" id={deposit.id} />}
      title={`${amount(deposit.credited ?? deposit.claimed)} ${currency}`}
      text={
        <button
          type="button"
          aria-label={`${deposit.reference}: ${t('deposit_pages.copy_reference')}`}
          onClick={() => void copyText(deposit.reference, t)}
          className="target press flex items-center gap-2"
        >
          {deposit.reference}
          <Copy aria-hidden size={16} strokeWidth={1.75} />
        </button>
      }
      above={<Timeline deposit={deposit} />}
      lines={[
        {
          name: t(source === 'chain' ? 'deposit_pages.arrived' : 'deposit_pages.claimed'),
          value: `${amount(deposit.claimed)} ${currency}`,
        },
        deposit.credited !== null && {
          name: t('deposit_pages.credited'),
          value: `${amount(deposit.credited)} ${currency}`,
          isStrong: true,
        },
        ...(bank ? bankLines(deposit, bank, t) : coinLines(deposit, t)),
      ]}
    >
      {deposit.image && (
        <PrivateImage
          id={deposit.image}
          alt={t(bank ? 'bank_pages.receipt' : 'deposit_pages.screenshot')}
          className="mt-3 max-h-80 w-full rounded-12 object-contain"
          fallback={<Skeleton className="mt-3 h-40 w-full" />}
          broken={<p className="pt-3 text-13 text-t3">{t('files.image_gone')}</p>}
        />
      )}
      {bank?.isErased && <p className="pt-3 text-13 text-t3">{t('bank_pages.erased')}</p>}
      {status === 'approved' && (
        <ButtonLink className="mt-4 w-full" to={toPage('pages/setting/bill', { currency, kind: 'deposit' })}>
          {t('deposit_pages.see_statement')}
        </ButtonLink>
      )}
      {status === 'rejected' && (
        <ButtonLink
          className="mt-4 w-full"
          to={
            source === 'chain' || source === 'proof' || source === 'withdrawal'
              ? toPage('pages/fund/receive', { currency })
              : toBankPage(source)
          }
        >
          {t('deposit_pages.try_again')}
        </ButtonLink>
      )}
    </RecordSheet>
  )
}

type Translate = ReturnType<typeof useTexts>['t']

/** Where a coin went, and how its transaction is known. */
const coinLines = (
  { network, address, txid, hashTail, source, account, confirmations }: DepositView,
  t: Translate,
): KeyValueLines => [
  { name: t('deposit_pages.step_network'), value: networkOf(network).name },
  {
    name: t('deposit_pages.step_address'),
    value: <Mono text={`${address.slice(0, 4)}…${address.slice(-4)}`} />,
  },
  txid
    ? {
        name: t('deposit_pages.transaction'),
        value: <Mono text={`${txid.slice(0, 6)}…${txid.slice(-6)}`} />,
      }
    : { name: t('deposit_pages.tail_short'), value: <Mono text={`…${hashTail}`} /> },
  // Those of a chain stand in the timeline, as they are counted.
  source === 'proof' &&
    confirmations !== null && {
      name: t('deposit_pages.confirmations_seen'),
      value: grouped(String(confirmations)),
    },
  source === 'proof' && { name: t('deposit_pages.sender'), value: account },
]

/** Which account of ours a bank's payment went to, and what was said of its sender. */
const bankLines = (
  { address }: DepositView,
  {
    bankName,
    paymentReference,
    remitter,
    remitterBank,
    lastDigits,
    paidOn,
  }: NonNullable<DepositView['bank']>,
  t: Translate,
): KeyValueLines => [
  { name: t('bank_pages.paid_to'), value: bankName },
  { name: t('bank_pages.account_number'), value: <Mono text={`…${address.slice(-4)}`} /> },
  { name: t('bank_pages.reference'), value: <Mono text={paymentReference} /> },
  remitter !== null && { name: t('bank_pages.remitter_short'), value: remitter },
  remitterBank !== null && { name: t('bank_pages.remitter_bank'), value: remitterBank },
  lastDigits !== null && { name: t('bank_pages.digits_short'), value: <Mono text={lastDigits} /> },
  paidOn !== null && { name: t('bank_pages.paid_on'), value: paidOn },
]

const Mono = ({ text }: { text: string }) => <span className="font-mono text-13">{text}</span>
