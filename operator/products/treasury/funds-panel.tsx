import { proposeTreasuryMove } from '#domain/treasury/console.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { Panel } from '../../ui/panel.tsx'
import type { FundView } from '../product.ts'
import { type Funds, treasuryFirst } from './funds.ts'

/** What the platform has in one currency, and what can be proposed with it. */
export function FundsPanel({
  funds,
  views,
  onAct,
  onClose,
}: {
  funds: Funds
  views: readonly FundView[]
  onAct(what: 'fund' | 'move'): void
  onClose(): void
}) {
  const { currency } = funds
  const lines = treasuryFirst(funds.balances.map(({ fund, balance }) => ({ name: fund, balance })))
  const mayPropose = useMay(proposeTreasuryMove)
  return (
    <Panel title={t('treasury.funds')} onClose={onClose}>
      <p className="mb-4 text-20 font-semibold">{currency}</p>
      <KeyValue
        ruled
        lines={lines.map(({ name, balance }) => ({
          name: views.find((view) => view.name === name)?.label ?? name,
          value: amountText(balance, currency),
        }))}
      />
      {mayPropose && (
        <div className="mt-4 flex gap-3">
          <Button size="small" className="flex-1" onClick={() => onAct('fund')}>
            {t('treasury.fund')}
          </Button>
          <Button size="small" className="flex-1" onClick={() => onAct('move')}>
            {t('treasury.move')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
