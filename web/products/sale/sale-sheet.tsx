import { cardText } from '#domain/card/masked.ts'
import { type SaleView, saleDetail, saleTerms } from '#domain/sale/contract.ts'
import { PAID_CURRENCY } from '#domain/sale/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useHeldTime } from '#web/features/withdrawal/use-held-time.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { figureLines } from './figures.tsx'
import { StatusText } from './status-text.tsx'

/** One sale: where it stands, why it came back where it did, and the tick that decided it. */
export function SaleSheet({
  id,
  sale,
  onClose,
}: {
  id: string
  /** What a list has of it; it is asked for where the list has not come so far. */
  sale: SaleView | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  const query = useApiQuery(saleDetail, { id }, { enabled: sale === undefined })
  const found = sale ?? query.data
  const isOpen = found?.endedAtMs === null
  // What the bank pays already is on its way, whatever is paused or held.
  const isWaiting = found?.status === 'hold'
  const terms = useApiQuery(saleTerms, {}, { enabled: isOpen })
  const held = useHeldTime(terms.data?.heldUntilMs, isWaiting)
  if (!found)
    return <RecordSheet onClose={onClose} title={t('sale_pages.one')} query={query} lines={undefined} />
  const { status, currency, receive, card, why, bankReference, soldAtMs, startedAtMs, endedAtMs } = found
  const isReturned = status === 'returned'
  return (
    <RecordSheet
      onClose={onClose}
      ask={<AskLink kind="sale" id={found.id} />}
      title={`${amount(found.amount)} ${currency}`}
      text={`${found.reference} · ${zonedStamp(soldAtMs)}`}
      lines={[
        { name: t('sale_pages.status'), value: <StatusText status={status} />, isStrong: true },
        why !== null && { name: t('sale_pages.reason'), value: why },
        isReturned
          ? {
              name: t('sale_pages.given_back'),
              value: <Amount value={found.amount} currency={currency} />,
              isStrong: true,
            }
          : {
              name: t(status === 'paid' ? 'sale_pages.received' : 'sale_pages.receive'),
              value: <Amount value={receive} currency={PAID_CURRENCY} />,
              isStrong: true,
            },
        isOpen &&
          terms.data !== undefined && {
            name: t('withdrawal_pages.time'),
            value:
              isWaiting && terms.data.isPaused
                ? t('sale_pages.paused')
                : (held ?? t('sale_pages.time_usual', { hours: terms.data.payHours })),
          },
        // Nothing was sold, and there is no fee.
        ...(isReturned ? [] : figureLines(found, t('sale_pages.fee_short'), t)),
        { name: t('sale_pages.card'), value: cardText(card) },
        bankReference !== null && {
          name: t('sale_pages.bank_reference'),
          value: <span className="font-mono text-13 break-all">{bankReference}</span>,
        },
        startedAtMs !== null && { name: t('sale_pages.started_at'), value: zonedStamp(startedAtMs) },
        endedAtMs !== null && {
          name: t(isReturned ? 'sale_pages.returned_at' : 'sale_pages.paid_at'),
          value: zonedStamp(endedAtMs),
        },
      ]}
    />
  )
}
