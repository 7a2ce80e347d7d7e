import { useState } from 'react'
import { contractClose, type PositionView } from '#domain/contract/contract.ts'
import { readLots } from '#domain/contract/order.ts'
import { formatLots } from '#domain/contract/rules.ts'
import { trimZeros } from '#domain/money/amount.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { closingOf } from '#web/features/contract/closing.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { amount, feeText, grouped, signed } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { changeColours, directionOf } from '#web/ui/change-direction.ts'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { PercentSlider } from '#web/ui/percent-slider.tsx'
import { ActionSheet } from './action-sheet.tsx'
import { plain } from './ticket.ts'
import { useNoPrice } from './use-no-price.ts'

/** Closes a position at the market, all of it or some lots, with what that brings. */
export function CloseSheet({ position, onClose }: { position: PositionView; onClose(): void }) {
  const { t } = useTexts()
  const tickOf = useTicks(symbolsOf(position.symbol))
  const noPrice = useNoPrice(position.symbol)
  const [typed, setTyped] = useState(trimZeros(position.openLots))
  const call = useApiMutation(contractClose)
  const read = readLots(plain(typed))
  const open = readLots(position.openLots)
  const all = open.ok ? open.lots : 0n
  const isTooMany = read.ok && read.lots > all
  const error =
    typed === ''
      ? undefined
      : isTooMany
        ? refusalText('LOTS_TOO_MANY', { maximum: formatLots(all) })
        : read.ok
          ? undefined
          : refusalText(read.code, read.params)
  const isReady = read.ok && !isTooMany
  const lots = isReady ? read.lots : 0n
  const closing = closingOf(position, lots, tickOf)
  const inMargin = (value: string) => `${value} ${position.marginCurrency}`

  async function send(): Promise<void> {
    // All of it without a number, so that nothing is left whatever happens meanwhile.
    const done = await call.send({ id: position.id, ...(lots < all && { lots: formatLots(lots) }) })
    if (!done) return
    toast(t(done.status === 'closed' ? 'contract_pages.position_closed' : 'contract_pages.partly_closed'))
    onClose()
  }

  return (
    <ActionSheet
      position={position}
      title={t('contract_pages.close_title')}
      notDone={t('contract_pages.not_closed')}
      call={call}
      action={t('contract_pages.close_lots', { lots: formatLots(lots) })}
      isReady={isReady}
      noPrice={noPrice}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <DecimalField
        label={t('contract_pages.lots')}
        decimals={2}
        value={typed}
        hint={t('contract_pages.of_open', { lots: amount(position.openLots, 0) })}
        error={error}
        onChange={setTyped}
      />
      <PercentSlider
        label={t('contract_pages.share_of_position')}
        value={all > 0n && isReady ? Number((lots * 100n) / all) : 0}
        onChange={(percent) => setTyped(trimZeros(formatLots((all * BigInt(percent)) / 100n)))}
      />
      <KeyValue
        ruled
        lines={[
          { name: t('contract_pages.closing_price'), value: closing ? `≈ ${grouped(closing.price)}` : '—' },
          {
            name: t('contract_pages.pnl_before_fees'),
            value: closing ? (
              <span className={changeColours[directionOf(closing.pnl)]}>
                ≈ {inMargin(signed(closing.pnl))}
              </span>
            ) : (
              '—'
            ),
          },
          { name: t('spot.fee'), value: closing ? `≈ ${inMargin(feeText(closing.fee))}` : '—' },
          {
            name: t('contract_pages.returned'),
            value: closing ? `≈ ${inMargin(amount(closing.returned))}` : '—',
            isStrong: true,
          },
        ]}
      />
      <p className="text-12 text-t3">{t('contract_pages.close_why')}</p>
    </ActionSheet>
  )
}
