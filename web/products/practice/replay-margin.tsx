import { useState } from 'react'
import { formatPrice } from '#domain/market/instrument.ts'
import { price } from '#domain/money/amount.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { addMarginInReplay, type DayReplay, type ReplayPosition } from '#domain/practice/day-replay.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { grouped } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'

/** Where a position of a replay is liquidated, and more margin for it. */
export function ReplayMargin({
  replay,
  position,
  onAdd,
}: {
  replay: DayReplay
  position: ReplayPosition
  onAdd(amount: string): void
}) {
  const { t } = useTexts()
  const [typed, setTyped] = useState<string>()
  const amount = typed?.replace(/\.$/, '') ?? ''
  const added = amount === '' ? undefined : addMarginInReplay(replay, position.id, amount)
  const more = added?.ok ? added.replay.positions.find(({ id }) => id === position.id) : undefined
  const text = [position, more].flatMap((at) => (at ? [liquidationText(replay, at)] : []))
  return (
    <form
      className="flex w-full flex-wrap items-end justify-between gap-x-3 gap-y-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (!added?.ok) return
        onAdd(amount)
        setTyped(undefined)
      }}
    >
      <p className="figures text-12 text-t2">
        {t('contract_pages.liquidation_price')} {text.join('\u00a0→\u00a0')}
      </p>
      {typed === undefined ? (
        <Button size="small" onClick={() => setTyped('')}>
          {t('contract_pages.add_margin')}
        </Button>
      ) : (
        <>
          <div className="w-full">
            <DecimalField
              isStacked
              label={t('money.amount')}
              unit={PRACTICE_CURRENCY}
              decimals={decimalsOf(PRACTICE_CURRENCY)}
              value={typed}
              error={added?.ok === false ? refusalText(added.code, added.params) : undefined}
              onChange={setTyped}
            />
          </div>
          <Button type="submit" size="small" className="w-full" disabled={!added?.ok}>
            {t('contract_pages.add_margin')}
          </Button>
        </>
      )}
    </form>
  )
}

const liquidationText = ({ instrument }: DayReplay, { liquidationPrice }: ReplayPosition): string =>
  liquidationPrice === null ? '–' : grouped(formatPrice(instrument, price(BigInt(liquidationPrice))))
