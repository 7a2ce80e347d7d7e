import { useState } from 'react'
import { cardText } from '#domain/card/masked.ts'
import { networkOf } from '#domain/deposit/networks.ts'
import {
  cancelWithdrawal,
  type WithdrawalView,
  withdrawalDetail,
  withdrawalTerms,
} from '#domain/withdrawal/contract.ts'
import { countedStatuses } from '#domain/withdrawal/rules.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Copyable } from './copyable.tsx'
import { isVoiding, StatusText } from './status-text.tsx'
import { useHeldTime } from './use-held-time.ts'

/** One withdrawal: where it stands and why, and its cancellation while that is possible. */
export function WithdrawalSheet({
  id,
  withdrawal,
  onClose,
}: {
  id: string
  /** What a list has of it; it is asked for where the list has not come so far. */
  withdrawal: WithdrawalView | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  const query = useApiQuery(withdrawalDetail, { id }, { enabled: withdrawal === undefined })
  const cancelling = useApiMutation(cancelWithdrawal, { toastsRefusal: true })
  const [isAsking, setAsking] = useState(false)
  const found = withdrawal ?? query.data
  const isOpen = found?.endedAtMs === null
  const terms = useApiQuery(withdrawalTerms, {}, { enabled: isOpen })
  // What the bank pays to a card already is on its way, whatever is held.
  const held = useHeldTime(terms.data?.heldUntilMs, isOpen && (found.card === null || found.canCancel))
  if (!found)
    return (
      <RecordSheet onClose={onClose} title={t('withdrawal_pages.title')} query={query} lines={undefined} />
    )
  const { currency, txid, rejection, card, bankReference } = found
  // Nothing was sent: there is no fee, and all of it is where it came from.
  const isGivenBack = !countedStatuses.includes(found.status)
  const status =
    found.status === 'failed' && found.isVoidSent ? (
      t('withdrawal_pages.voided')
    ) : (
      <StatusText withdrawal={found} />
    )
  const show = (text: string) => `${amount(text)} ${currency}`
  const time = (after: 'card' | 'reviewed' | 'soon') =>
    terms.data !== undefined && {
      name: t('withdrawal_pages.time'),
      value: held ?? t(`withdrawal_pages.time_${after}`, { hours: terms.data.reviewHours }),
    }
  const way = terms.data?.ways.find((one) => one.currency === currency && one.network === found.network)
  const isUnsent = isOpen && found.status !== 'sent' && !isVoiding(found)
  // What is sent already is on its way whatever is closed.
  const isWaiting = way?.isPaused === true && isUnsent
  async function cancel(): Promise<void> {
    if (await cancelling.send({ id })) toast(t('withdrawal_pages.cancelled'))
  }
  return (
    <RecordSheet
      onClose={onClose}
      ask={<AskLink kind="withdrawal" id={id} />}
      title={show(found.amount)}
      text={
        <span className="flex flex-wrap gap-x-2">
          <Copyable text={found.reference} />
          {zonedStamp(found.requestedAtMs)}
        </span>
      }
      lines={[
        { name: t('withdrawal_pages.status'), value: status, isStrong: true },
        rejection !== null && { name: t('withdrawal_pages.reason'), value: rejection },
        ...(isGivenBack
          ? [{ name: t('withdrawal_pages.given_back'), value: show(found.amount), isStrong: true }]
          : isVoiding(found)
            ? []
            : [
                {
                  name: t(card ? 'withdrawal_pages.fee_short' : 'withdrawal_pages.fee'),
                  value: show(found.fee),
                },
                { name: t('withdrawal_pages.receive'), value: show(found.receive), isStrong: true },
              ]),
        ...(card
          ? [
              { name: t('withdrawal_pages.card'), value: cardText(card) },
              { name: t('withdrawal_pages.network'), value: t(`withdrawal_pages.card_${card.kind}`) },
              isOpen && time('card'),
            ]
          : [
              isWaiting
                ? { name: t('withdrawal_pages.time'), value: t('withdrawal_pages.time_closed') }
                : isUnsent && time(found.isReviewed ? 'reviewed' : 'soon'),
              { name: t('withdrawal_pages.network'), value: networkOf(found.network).name },
              { name: t('withdrawal_pages.to'), value: found.addressName },
              {
                name: t('withdrawal_pages.address'),
                value: <Copyable name={t('withdrawal_pages.address')} text={found.address} />,
              },
            ]),
        bankReference !== null && {
          name: t('withdrawal_pages.bank_reference'),
          value: <Copyable name={t('withdrawal_pages.bank_reference')} text={bankReference} />,
        },
        txid !== null && {
          name: t('withdrawal_pages.transaction'),
          value: <Copyable name={t('withdrawal_pages.transaction')} text={txid} />,
        },
      ]}
    >
      {found.canCancel && !isAsking && (
        <Button className="mt-4 w-full" onClick={() => setAsking(true)}>
          {t('withdrawal_pages.cancel_this')}
        </Button>
      )}
      {found.canCancel && isAsking && (
        <div className="flex flex-col gap-2 pt-4">
          <p role="status" className="text-13 text-t2">
            {t('withdrawal_pages.cancel_why')}
          </p>
          <Button kind="primary" isPending={cancelling.isPending} onClick={() => void cancel()}>
            {t('withdrawal_pages.cancel_this')}
          </Button>
          <Button onClick={() => setAsking(false)}>{t('withdrawal_pages.keep_this')}</Button>
        </div>
      )}
    </RecordSheet>
  )
}
