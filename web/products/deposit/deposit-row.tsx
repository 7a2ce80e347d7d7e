import type { DepositStatus, DepositView } from '#domain/deposit/contract.ts'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'

const colours: Record<DepositStatus, string> = {
  pending: 'text-t2',
  approved: 'text-t1',
  rejected: 'text-danger',
}

/** A deposit's status as words. */
export function StatusText({ status }: { status: DepositStatus }) {
  const { t } = useTexts()
  return <span className={colours[status]}>{t(`deposit_pages.status_${status}`)}</span>
}

/** One deposit: its reference, what it brought or is said to bring, and how far it is. */
export function DepositRow({ deposit, onOpen }: { deposit: DepositView; onOpen(): void }) {
  const { t } = useTexts()
  const { confirmations: count, confirmationsNeeded: needed, status } = deposit
  const isCounted = status === 'pending' && count !== null && needed !== null
  return (
    <ListRow
      title={`${amount(deposit.credited ?? deposit.claimed)} ${deposit.currency}`}
      note={`${deposit.reference} · ${dateTime(deposit.submittedAtMs)}`}
      value={
        <span className="text-13">
          {isCounted ? t('deposit_pages.counting', { count, needed }) : <StatusText status={status} />}
        </span>
      }
      onClick={onOpen}
    />
  )
}
