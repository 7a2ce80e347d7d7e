import { useState } from 'react'
import type { ContractDraft } from '#domain/contract/order.ts'
import type { Direction } from '#domain/contract/rules.ts'
import type { Refused } from '#domain/errors.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { DayReplay } from '#domain/practice/day-replay.ts'
import { sideOf } from '#web/features/contract/position-words.ts'
import { amount } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { SideSwitch } from '#web/ui/segmented.tsx'

/** An order at the price that the replay has reached, or at a limit. What it may be is the rules’ to say. */
export function ReplayTicket({
  replay,
  refused,
  onOpen,
}: {
  replay: DayReplay
  refused: Refused | undefined
  onOpen(draft: ContractDraft): void
}) {
  const { t } = useTexts()
  const { instrument, terms, available } = replay
  const [direction, setDirection] = useState<Direction>('long')
  const [lots, setLots] = useState('')
  const [chosen, setLeverage] = useState<number>()
  const [limitPrice, setLimitPrice] = useState('')
  const [takeProfit, setTakeProfit] = useState('')
  const [stopLoss, setStopLoss] = useState('')
  const leverage = chosen ?? terms.leverages.at(-1)!
  const inQuote = { unit: instrument.quote, decimals: instrument.priceDecimals, isStacked: true }
  return (
    <form
      aria-label={t('contract_pages.ticket')}
      className="pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        const stops = { ...(takeProfit && { takeProfit }), ...(stopLoss && { stopLoss }) }
        onOpen({ direction, lots, leverage, ...(limitPrice && { limitPrice }), ...stops })
      }}
    >
      <SideSwitch
        label={t('contract_pages.direction')}
        labels={{ buy: t('contract_pages.side_long'), sell: t('contract_pages.side_short') }}
        value={sideOf(direction)}
        onChange={(side) => setDirection(side === 'buy' ? 'long' : 'short')}
      />
      <div className="-mx-4 py-1">
        <Chips
          label={t('contract_pages.leverage')}
          choices={terms.leverages.map((id) => ({ id, label: `${id}×` }))}
          value={leverage}
          onChange={(id) => setLeverage(id)}
        />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <DecimalField
          isStacked
          name="lots"
          label={t('contract_pages.lots')}
          decimals={2}
          value={lots}
          onChange={setLots}
        />
        <DecimalField
          {...inQuote}
          name="limit-price"
          label={t('contract_pages.limit_price')}
          placeholder={t('contract_pages.none')}
          value={limitPrice}
          onChange={setLimitPrice}
        />
      </div>
      <div className="grid grid-cols-2 gap-2 pt-2">
        <DecimalField
          {...inQuote}
          name="take-profit"
          label={t('contract_pages.take_profit')}
          placeholder={t('contract_pages.none')}
          value={takeProfit}
          onChange={setTakeProfit}
        />
        <DecimalField
          {...inQuote}
          name="stop-loss"
          label={t('contract_pages.stop_loss')}
          placeholder={t('contract_pages.none')}
          value={stopLoss}
          onChange={setStopLoss}
        />
      </div>
      <p className="figures py-2 text-12 text-t2">
        {t('spot.available')} {amount(formatAmount(available, PRACTICE_CURRENCY))} {PRACTICE_CURRENCY}
      </p>
      {refused && (
        <p role="alert" className="pb-2 text-12 text-danger">
          {refusalText(refused.code, refused.params)}
        </p>
      )}
      <Button type="submit" kind={sideOf(direction)} disabled={lots === ''} className="w-full">
        {lots === ''
          ? t(`contract_pages.open_${direction}`)
          : t(`contract_pages.open_${direction}_lots`, { lots })}
      </Button>
    </form>
  )
}
