import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../app/session.ts'
import { amountText, dateTimeUtc } from '../format.ts'
import { t } from '../texts.ts'
import { Panel } from '../ui/panel.tsx'
import type { Funds, PayTo } from './treasury.tsx'

/** What the platform has in one currency, and what can be proposed with it. */
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
  const mayPropose = useMay('/console/treasury/move')
  const line = (name: string, balance: string) => ({ name, value: amountText(balance, currency) })
  return (
    <Panel title={t('platform.funds')} onClose={onClose}>
      <p className="mb-4 text-20 font-semibold">{currency}</p>
      <KeyValue
        ruled
        lines={[
          line(t('platform.column_treasury'), funds.treasury),
          line(t('platform.column_interest'), funds.interest),
          line(t('platform.reserved'), funds.reserved),
          line(t('platform.column_market_maker'), funds.marketMaker),
          line(t('platform.quoted'), funds.quoted),
          line(t('platform.fees'), funds.fees),
          line(t('platform.penalties'), funds.penalties),
        ]}
      />
      {mayPropose && (
        <div className="mt-4 flex gap-3">
          <Button size="small" className="flex-1" onClick={() => onAct('fund')}>
            {t('platform.fund')}
          </Button>
          <Button size="small" className="flex-1" onClick={() => onAct('move')}>
            {t('platform.move')}
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
  const mayPropose = useMay('/console/treasury/address')
  const since =
    sinceMs === null || reference === null
      ? t('platform.made_up')
      : `${dateTimeUtc(sinceMs)}, ${t('platform.by', { reference })}`
  return (
    <Panel title={t('platform.addresses')} onClose={onClose}>
      <p className="text-20 font-semibold">
        {currency}, {network}
      </p>
      <p className="my-4 font-mono text-15 break-all">{address}</p>
      <KeyValue
        ruled
        lines={[
          { name: t('platform.address_minimum'), value: amountText(minimum, currency) },
          { name: t('platform.address_since'), value: since },
        ]}
      />
      {mayPropose && (
        <Button size="small" className="mt-4 w-full" onClick={onReplace}>
          {t('platform.replace')}
        </Button>
      )}
    </Panel>
  )
}
