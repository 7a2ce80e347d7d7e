import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addAlert, alerts } from '#domain/alert/contract.ts'
import { type AlertCondition, alertConditions } from '#domain/alert/rules.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { pairText } from '#domain/market/instrument.ts'
import { errorText } from '#web/app/api-error.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { AlertList } from './alert-list.tsx'

/** Sets price alerts of an instrument, and lists those that wait. */
export default function AlertSheet({ instrument, onClose }: { instrument: Instrument; onClose(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const { symbol, quote, priceDecimals } = instrument
  const last = useQuote(symbol, (known) => known?.lastPrice ?? undefined)
  const [condition, setCondition] = useState<AlertCondition>('above')
  const [value, setValue] = useState('')
  const add = useApiMutation(addAlert, { toastsRefusal: false })
  const isMove = condition === 'move'

  function choose(next: AlertCondition): void {
    add.reset()
    setCondition(next)
    setValue('')
  }

  async function submit(): Promise<void> {
    const added = await add.send({ symbol, condition, ...(isMove ? { percent: value } : { price: value }) })
    if (!added) return
    setValue('')
    toast(t('alert.set'))
    await queries.invalidateQueries({ queryKey: [alerts.path] })
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('alert.title')}
      text={last ? t('alert.now', { symbol: pairText(symbol), price: grouped(last) }) : pairText(symbol)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="-mx-4">
          <Chips
            label={t('alert.condition')}
            choices={alertConditions.map((id) => ({ id, label: t(`alert.condition_${id}`) }))}
            value={condition}
            onChange={choose}
          />
        </div>
        <DecimalField
          className="mt-2"
          label={t(isMove ? 'alert.percent' : 'alert.price')}
          value={value}
          onChange={(typed) => {
            add.reset()
            setValue(typed)
          }}
          decimals={isMove ? 2 : priceDecimals}
          unit={isMove ? '%' : (quote ?? '')}
          error={errorText(add.error)}
          hint={t('alert.once')}
        />
        <Button
          kind="primary"
          type="submit"
          className="mt-3 w-full"
          disabled={value === ''}
          isPending={add.isPending}
        >
          {t('alert.add')}
        </Button>
      </form>
      <div className="-mx-4 mt-3">
        <AlertList symbol={symbol} empty="nothing" />
      </div>
    </Sheet>
  )
}
