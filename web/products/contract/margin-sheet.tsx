import { useState } from 'react'
import { contractAddMargin, type PositionView } from '#domain/contract/contract.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { Amount } from '#web/app/amount.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { inMargin, unitsOf } from '#web/features/contract/margin-amounts.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { TransferMissing } from '#web/features/money/transfer-missing.tsx'
import { amount, grouped } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { ActionSheet } from './action-sheet.tsx'
import { liquidationWith } from './margin-draft.ts'
import { plain } from './ticket.ts'
import { useContractAccount } from './use-contract-account.ts'
import { useNoPrice } from './use-no-price.ts'

/** More margin for a position, and how far that moves the price at which it is liquidated. */
export function MarginSheet({ position, onClose }: { position: PositionView; onClose(): void }) {
  const { t } = useTexts()
  const { marginCurrency, liquidationPrice, margin } = position
  const noPrice = useNoPrice(position.symbol)
  const tickOf = useTicks(symbolsOf(position.symbol))
  const available = useContractAccount()?.available
  const [typed, setTyped] = useState('')
  const call = useApiMutation(contractAddMargin)
  const decimals = decimalsOf(marginCurrency)
  const added = parseDecimal(plain(typed), decimals) ?? 0n
  const isShort = available !== undefined && added > unitsOf(available)
  const next = added > 0n ? liquidationWith(position, added, tickOf) : undefined

  async function send(): Promise<void> {
    if (!(await call.send({ id: position.id, amount: plain(typed) }))) return
    toast(t('contract_pages.margin_added'))
    onClose()
  }

  return (
    <ActionSheet
      position={position}
      title={t('contract_pages.add_margin')}
      notDone={t('contract_pages.margin_not_added')}
      call={call}
      action={
        added > 0n
          ? t('contract_pages.add_amount', { amount: amount(plain(typed)), currency: marginCurrency })
          : t('contract_pages.add_margin')
      }
      isReady={added > 0n && !isShort}
      // While the market is shut margin is added without a price.
      noPrice={noPrice === 'MARKET_SESSION_CLOSED' ? undefined : noPrice}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <DecimalField
        label={t('money.amount')}
        unit={marginCurrency}
        decimals={decimals}
        value={typed}
        error={isShort ? refusalText('INSUFFICIENT_BALANCE') : undefined}
        onChange={setTyped}
      />
      {isShort && (
        <TransferMissing
          missing={inMargin(added - unitsOf(available))}
          currency={marginCurrency}
          to="contract"
        />
      )}
      <KeyValue
        ruled
        lines={[
          {
            name: t('spot.available'),
            value: <Amount value={available} currency={marginCurrency} />,
          },
          {
            name: t('contract_pages.margin'),
            value: (
              <>
                <Amount value={margin} /> →{' '}
                <Amount value={inMargin(unitsOf(margin) + added)} currency={marginCurrency} />
              </>
            ),
          },
          liquidationPrice !== null && {
            name: t('contract_pages.liquidation_price'),
            value: (
              <span className="text-danger">
                {grouped(liquidationPrice)}
                {added > 0n && ` → ${next ? `≈ ${grouped(next)}` : t('contract_pages.none')}`}
              </span>
            ),
          },
        ]}
      />
      <p className="text-12 text-t3">{t('contract_pages.margin_why')}</p>
    </ActionSheet>
  )
}
