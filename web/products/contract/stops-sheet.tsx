import { useState } from 'react'
import { contractSetStops, type PositionView } from '#domain/contract/contract.ts'
import { parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { pnlAt } from '#web/features/contract/closing.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { grouped, signed } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { ActionSheet } from './action-sheet.tsx'
import { livePosition } from './live.ts'
import { askedStops, changedStops, type StopsForm, stopsProblem } from './stops-draft.ts'
import { plain } from './ticket.ts'
import { useNoPrice } from './use-no-price.ts'

const formOf = ({ takeProfit, stopLoss }: PositionView): StopsForm => ({
  takeProfit: takeProfit ?? '',
  stopLoss: stopLoss ?? '',
})

/** Where a position takes its profit and stops its loss, with what each comes to; an empty field is none. */
export function StopsSheet({ position, onClose }: { position: PositionView; onClose(): void }) {
  const { t } = useTexts()
  const tickOf = useTicks(symbolsOf(position.symbol))
  const noPrice = useNoPrice(position.symbol)
  // What is typed answers to this, also when another device changes it meanwhile.
  const [seen, setSeen] = useState(position)
  const [form, setForm] = useState<StopsForm>(formOf(position))
  const call = useApiMutation(contractSetStops)
  const instrument = findInstrument(position.symbol)!
  const { takeProfit, stopLoss } = seen
  const problem = stopsProblem({ ...position, takeProfit, stopLoss }, form, tickOf)
  const changed = changedStops(seen, form)
  const fieldOf = (name: keyof StopsForm, label: string) => {
    const at = parsePrice(instrument, plain(form[name]))
    const pnl = position.status === 'open' && at ? pnlAt(position, at, tickOf) : undefined
    return (
      <DecimalField
        label={label}
        unit={instrument.quote}
        decimals={instrument.priceDecimals}
        value={form[name]}
        placeholder={t('contract_pages.none')}
        hint={
          pnl && t('contract_pages.closes_with', { amount: signed(pnl), currency: position.marginCurrency })
        }
        error={problem?.field === name ? refusalText(problem.code, problem.params) : undefined}
        onChange={(value) => setForm({ ...form, [name]: value })}
      />
    )
  }

  async function send(): Promise<void> {
    if (!(await call.send({ id: position.id, ...askedStops(seen, form) }))) return
    toast(t('contract_pages.stops_set'))
    onClose()
  }

  /** Back from what was not done: to what was typed, or to what stands now where another change came first. */
  function reset(): void {
    if (call.error?.code === 'STOPS_CHANGED') {
      setSeen(position)
      setForm(formOf(position))
    }
    call.reset()
  }

  const { markPrice } = livePosition(position, tickOf)
  return (
    <ActionSheet
      position={position}
      title={t('contract_pages.stops_title')}
      notDone={t('contract_pages.stops_not_set')}
      call={{ ...call, reset }}
      action={t('contract_pages.stops_save')}
      noPrice={noPrice}
      isReady={problem === undefined && Object.keys(changed).length > 0}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {fieldOf('takeProfit', t('contract_pages.take_profit'))}
      {fieldOf('stopLoss', t('contract_pages.stop_loss'))}
      <KeyValue
        ruled
        lines={[
          position.status === 'pending' && {
            name: t('market.price'),
            value: grouped(position.limitPrice ?? ''),
          },
          position.status === 'open' && {
            name: t('contract_pages.mark_price'),
            value: markPrice ? grouped(markPrice) : '—',
          },
          position.liquidationPrice !== null && {
            name: t('contract_pages.liquidation_price'),
            value: <span className="text-danger">{grouped(position.liquidationPrice)}</span>,
          },
        ]}
      />
      <p className="text-12 text-t3">{t('contract_pages.stops_why')}</p>
    </ActionSheet>
  )
}
