import { useState } from 'react'
import { type CopiedPositionView, copySelfHolding } from '#domain/copy/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { closingOf } from '#web/features/contract/closing.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { resultOf } from '#web/features/contract/position-result.ts'
import { directionText, endText } from '#web/features/contract/position-words.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { feeText, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Profit } from './profit.tsx'

/** A copied position: its figures, the way to close it, to take it out of the copy, and to compute it again. */
export function CopiedPositionSheet({
  position,
  onClose,
}: {
  position: CopiedPositionView
  onClose(): void
}) {
  const { t } = useTexts()
  const [isTaking, setTaking] = useState(false)
  const tickOf = useTicks(symbolsOf(position.symbol))
  const closing = closingOf(position, undefined, tickOf)
  const { id, status, marginCurrency } = position
  const price = (value: string | null) => (value ? grouped(value) : '—')
  const isOpen = status === 'open'
  if (isTaking) return <TakeOut position={position} onClose={() => setTaking(false)} onDone={onClose} />
  return (
    <Sheet
      isOpen
      isInUrl
      onClose={onClose}
      title={`${labelOf(position.symbol)} · ${directionText(position, t)}`}
      text={
        position.reason === null
          ? t(position.isFollowing ? 'copy_pages.follows' : 'copy_pages.follows_no_more')
          : `${t(`contract_pages.status_${position.status}`)} · ${endText(position.reason, t)}`
      }
    >
      <div className="pt-2 pb-4">
        <KeyValue
          ruled
          lines={[
            isOpen
              ? {
                  name: t('contract_pages.if_closed_now'),
                  value: <Profit value={closing?.result ?? null} currency={marginCurrency} />,
                  isStrong: true,
                }
              : {
                  name: t('contract_pages.pnl_after_fees'),
                  value: <Profit value={resultOf(position)} currency={marginCurrency} />,
                  isStrong: true,
                },
            isOpen && {
              name: t('contract_pages.returned_now'),
              value: closing ? <Amount value={closing.returned} currency={marginCurrency} /> : '—',
            },
            isOpen && {
              name: t('contract_pages.unrealized_at_mark'),
              value: <Profit value={position.unrealizedPnl} currency={marginCurrency} />,
            },
            {
              name: t('contract_pages.pnl_before_fees'),
              value: <Profit value={position.realizedPnl} currency={marginCurrency} />,
            },
            { name: t('contract_pages.entry_price'), value: price(position.entryPrice) },
            isOpen
              ? { name: t('contract_pages.mark_price'), value: price(position.markPrice) }
              : { name: t('contract_pages.close_price'), value: price(position.closePrice) },
            isOpen && {
              name: t('contract_pages.liquidation_price'),
              value: <span className="text-danger">{price(position.liquidationPrice)}</span>,
            },
            isOpen && {
              name: t('contract_pages.margin'),
              value: <Amount value={position.margin} currency={marginCurrency} />,
            },
            { name: t('spot.fee'), value: `${feeText(position.fee)} ${marginCurrency}` },
            {
              name: t('contract_pages.financing'),
              value: `${feeText(position.financing)} ${marginCurrency}`,
            },
            position.openedAtMs !== null && {
              name: t('contract_pages.opened_at'),
              value: zonedStamp(position.openedAtMs),
            },
            position.closedAtMs !== null && {
              name: t('contract_pages.closed_at'),
              value: zonedStamp(position.closedAtMs),
            },
            {
              name: t('copy_pages.lead_position'),
              value: <span className="font-mono text-12">{position.leadPositionId}</span>,
            },
          ]}
        />
      </div>
      <div className="grid gap-2">
        {isOpen && position.isFollowing && (
          <Button onClick={() => setTaking(true)}>{t('copy_pages.take_out')}</Button>
        )}
        <ButtonLink to={toPage('pages/contractOrders/contractOrders', { id })}>
          {t(isOpen ? 'copy_pages.manage' : 'copy_pages.all_figures')}
        </ButtonLink>
        {status === 'closed' && (
          <ButtonLink to={toPage('pages/verify/verify', { position: id })} className="text-gold">
            <Bob />
            {t('verify.open')}
          </ButtonLink>
        )}
      </div>
    </Sheet>
  )
}

/** Takes a position out of its copy, after saying what that means. */
function TakeOut({
  position,
  onClose,
  onDone,
}: {
  position: CopiedPositionView
  onClose(): void
  onDone(): void
}) {
  const { t } = useTexts()
  const call = useApiMutation(copySelfHolding)

  async function send(): Promise<void> {
    if (!(await call.send({ positionId: position.id }))) return
    toast(t('copy_pages.taken_out_done'))
    onDone()
  }
  return (
    <MoneySheet
      isOpen
      onClose={onClose}
      title={t('copy_pages.take_out_title')}
      text={t('copy_pages.take_out_why')}
      lines={[
        {
          name: `${labelOf(position.symbol)} · ${directionText(position, t)}`,
          value: <Profit value={position.unrealizedPnl} currency={position.marginCurrency} />,
        },
        position.shareIfTakenOut !== null && {
          name: t('copy_pages.share_set_aside'),
          value: <Amount value={position.shareIfTakenOut} currency={position.marginCurrency} />,
        },
      ]}
      action={t('copy_pages.take_out')}
      cancel={t('copy_pages.keep_following')}
      notDone={t('copy_pages.not_changed')}
      onConfirm={() => void send()}
      isPending={call.isPending}
      error={call.error}
      retriesRefusals={false}
    />
  )
}
