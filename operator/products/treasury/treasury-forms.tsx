import { useState } from 'react'
import { proposePlatformFunding, proposeTreasuryMove } from '#domain/treasury/console.ts'
import { canMove } from '#domain/treasury/rules.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { PaymentFields } from '../../ui/payment-fields.tsx'
import { CurrencyChoice, DecimalField, ProposalForm } from '../../ui/proposal-form.tsx'
import { type Treasury, treasuryFirst } from './funds.ts'

/** Money of the platform's own that has arrived, for somebody else to find too. `currency` is the one chosen at first. */
export function FundForm({ currency: first = 'USDT', onClose }: { currency?: string; onClose(): void }) {
  const [currency, choose] = useState(first)
  return (
    <ProposalForm
      endpoint={proposePlatformFunding}
      panel={t('treasury.title')}
      title={t('treasury.fund')}
      text={t('treasury.form_fund_text')}
      onClose={onClose}
    >
      <CurrencyChoice value={first} onChange={choose} />
      <DecimalField label={t('treasury.form_arrived')} name="amount" />
      <PaymentFields currency={currency} />
    </ProposalForm>
  )
}

/** From one of the platform's funds to another. */
export function MoveForm({
  currency,
  movable,
  onClose,
}: {
  currency: string
  movable: Treasury['movable']
  onClose(): void
}) {
  const ways = waysBetween(movable)
  return (
    <ProposalForm
      endpoint={proposeTreasuryMove}
      panel={t('treasury.title')}
      title={t('treasury.move')}
      text={t('treasury.form_move_text')}
      inputOf={({ way, ...typed }) => {
        const { from, to } = ways.find(({ id }) => id === way)!
        return { ...typed, currency, from, to }
      }}
      onClose={onClose}
    >
      <Choice label={t('treasury.form_route')} name="way" options={ways} value={ways[0]!.id} />
      <DecimalField
        label={t('treasury.form_amount')}
        name="amount"
        end={<span className="text-13 text-t2">{currency}</span>}
      />
    </ProposalForm>
  )
}

/** Every way that money may go. */
const waysBetween = (movable: Treasury['movable']) =>
  treasuryFirst(movable).flatMap((from) =>
    movable
      .filter((to) => canMove(from.name, to.name))
      .map((to) => ({
        id: `${from.name} ${to.name}`,
        from: from.name,
        to: to.name,
        label: t('treasury.form_route_of', { from: from.label, to: to.label.toLowerCase() }),
      })),
  )
