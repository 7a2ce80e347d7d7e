import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#domain/call.ts'
import {
  lockedOrder,
  lockedOrders,
  type OrderView,
  quoteRedemption,
  redeemLockedOrder,
} from '#domain/earn/contract.ts'
import { QUOTE_VALID_MS } from '#domain/earn/rules.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { useSend } from '#web/app/use-call.ts'
import { useCountdown } from '#web/features/time/use-countdown.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CountdownRing } from './countdown-ring.tsx'

type Quote = OutputOf<typeof quoteRedemption>

/** A second is kept back for the way of the answer, so that a quote never ends while its button can be pressed. */
const SHOWN_SECONDS = QUOTE_VALID_MS / 1_000 - 1

/** Leave a deposit early: a firm quote that counts down, then what was paid, which is the same. */
export function RedeemSheet({ order, onClose }: { order: OrderView; onClose(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const quote = useSend(quoteRedemption, { toastsRefusal: false })
  const redeem = useSend(redeemLockedOrder)
  const [firm, setFirm] = useState<Quote>()
  const [paid, setPaid] = useState<NonNullable<OrderView['result']>>()
  const [secondsLeft, begin] = useCountdown()

  async function ask(): Promise<void> {
    redeem.reset()
    const got = await quote.send({ id: order.id })
    if (!got) return
    setFirm(got)
    begin(SHOWN_SECONDS)
  }

  async function accept(quoteId: string): Promise<void> {
    const done = await redeem.send({ id: order.id, quoteId })
    if (!done?.result) return
    setPaid(done.result)
    await Promise.all([
      queries.invalidateQueries({ queryKey: [lockedOrders.path] }),
      queries.invalidateQueries({ queryKey: [lockedOrder.path] }),
      queries.invalidateQueries({ queryKey: [walletList.path] }),
    ])
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet asks once when it opens, then by its button
  useEffect(() => {
    void ask()
  }, [])

  if (paid) return <PaidSheet order={order} paid={paid} onClose={onClose} />
  const error = quote.error ?? redeem.error
  const isFirm = firm !== undefined && secondsLeft > 0
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t(error ? 'earn.not_left' : 'earn.leave_title')}
      text={error ? `${t('earn.still_running')} ${error.message}` : t('earn.leave_why')}
      isRefusal={error !== null}
    >
      <div className={isFirm ? 'pt-3 pb-4' : 'pt-3 pb-4 opacity-60'}>
        {firm ? <Figures order={order} exit={firm} /> : <Skeleton className="h-44 w-full" />}
      </div>
      {isFirm && !error ? (
        <Button
          kind="primary"
          className="w-full"
          isPending={redeem.isPending}
          onClick={() => void accept(firm.quoteId)}
        >
          <CountdownRing secondsLeft={secondsLeft} seconds={SHOWN_SECONDS} />
          {t('earn.leave_for', { amount: amount(firm.refund), currency: firm.currency })}
        </Button>
      ) : (
        <Button kind="primary" className="w-full" isPending={quote.isPending} onClick={() => void ask()}>
          {t('earn.new_quote')}
        </Button>
      )}
      <p role="status" className="figures pt-3 text-center text-12 text-t3">
        {isFirm ? t('earn.firm_for', { seconds: secondsLeft }) : firm && t('earn.quote_over')}
      </p>
    </Sheet>
  )
}

function Figures({
  order,
  exit,
}: {
  order: OrderView
  exit: { interest: string; penalty: string; refund: string }
}) {
  const { t } = useTexts()
  return (
    <KeyValue
      ruled
      lines={[
        { name: t('earn.amount'), value: amount(order.principal) },
        { name: t('earn.interest_earned'), value: `+${amount(exit.interest)}` },
        { name: t('earn.penalty'), value: `−${amount(exit.penalty)}` },
        { name: t('earn.back'), value: `${amount(exit.refund)} ${order.currency}`, isStrong: true },
        { name: t('earn.if_you_stay'), value: `${amount(order.paidAtMaturity)} ${order.currency}` },
      ]}
    />
  )
}

function PaidSheet({
  order,
  paid,
  onClose,
}: {
  order: OrderView
  paid: NonNullable<OrderView['result']>
  onClose(): void
}) {
  const { t } = useTexts()
  return (
    <Sheet isOpen onClose={onClose} title={t('earn.left_title')} text={t('earn.left_why')}>
      <div className="pt-3 pb-4">
        <Figures order={order} exit={paid} />
      </div>
      <Button className="w-full" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Sheet>
  )
}
