import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../app/session.ts'
import { amountText, dateTimeUtc } from '../format.ts'
import { texts } from '../texts.ts'
import { Panel } from '../ui/panel.tsx'
import type { Funds, PayTo } from './house.tsx'

/** What the house has in one currency, and what can be proposed with it. */
export function FundsPanel({
  funds,
  onAct,
  onClose,
}: {
  funds: Funds
  onAct(what: 'fund' | 'move'): void
  onClose(): void
}) {
  const { currency } = funds
  const mayPropose = useMay('/console/house/move')
  const line = (name: string, balance: string) => ({ name, value: amountText(balance, currency) })
  return (
    <Panel title={texts.house.funds} onClose={onClose}>
      <p className="mb-4 text-20 font-semibold">{currency}</p>
      <KeyValue
        ruled
        lines={[
          line(texts.house.columns.treasury, funds.treasury),
          line(texts.house.columns.interest, funds.interest),
          line(texts.house.reserved, funds.reserved),
          line(texts.house.columns.marketMaker, funds.marketMaker),
          line(texts.house.quoted, funds.quoted),
          line(texts.house.fees, funds.fees),
          line(texts.house.penalties, funds.penalties),
        ]}
      />
      {mayPropose && (
        <div className="mt-4 flex gap-3">
          <Button size="small" className="flex-1" onClick={() => onAct('fund')}>
            {texts.house.fund}
          </Button>
          <Button size="small" className="flex-1" onClick={() => onAct('move')}>
            {texts.house.move}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** One address that customers are shown, whole. */
export function AddressPanel({
  account,
  onReplace,
  onClose,
}: {
  account: PayTo
  onReplace(): void
  onClose(): void
}) {
  const { currency, network, address, minimum, sinceMs, reference } = account
  const mayPropose = useMay('/console/house/address')
  const since =
    sinceMs === null || reference === null
      ? texts.house.madeUp
      : `${dateTimeUtc(sinceMs)}, ${texts.house.by(reference)}`
  return (
    <Panel title={texts.house.addresses} onClose={onClose}>
      <p className="text-20 font-semibold">
        {currency}, {network}
      </p>
      <p className="my-4 font-mono text-15 break-all">{address}</p>
      <KeyValue
        ruled
        lines={[
          { name: texts.house.addressColumns.minimum, value: amountText(minimum, currency) },
          { name: texts.house.addressColumns.since, value: since },
        ]}
      />
      {mayPropose && (
        <Button size="small" className="mt-4 w-full" onClick={onReplace}>
          {texts.house.replace}
        </Button>
      )}
    </Panel>
  )
}
