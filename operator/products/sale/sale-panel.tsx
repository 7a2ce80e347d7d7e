import { useState } from 'react'
import { maskedCard } from '#domain/card/masked.ts'
import type { ProposalView } from '#domain/console/contract.ts'
import {
  consoleSale,
  proposeSaleEnd,
  type SaleCheck,
  saleCard,
  startSale,
  takeOverSale,
} from '#domain/sale/console.ts'
import { PAID_CURRENCY } from '#domain/sale/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount, grouped } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { amountText, momentUtc } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { SubjectProposal } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Risks } from '../../ui/risks.tsx'
import { Answered, Refused } from '../../ui/states.tsx'
import { TakeOver } from '../../ui/take-over.tsx'
import { WholeCard } from '../../ui/whole-card.tsx'

const REFRESH_MS = 5_000

/** One sale, the card that it is paid to, and what the viewer can do. */
export function SalePanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleSale, { id }, { refetchMs: REFRESH_MS })
  return (
    <Panel
      title={t('sale.panel', { reference: call.data?.reference ?? '' })}
      onClose={onClose}
      foot={call.data && <Foot sale={call.data} />}
    >
      <Answered call={call}>{(sale) => <Facts sale={sale} />}</Answered>
    </Panel>
  )
}

function Facts({ sale }: { sale: SaleCheck }) {
  // What the checker types from the bank's record is not sent to them; what was sold stands in its place.
  const { currency, card, fee, receive, bankReference, why, startedAtMs, endedAtMs, payer } = sale
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="figures text-28 font-semibold">{amount(receive ?? sale.amount)}</span>
        <span className="text-15 text-t2">{receive === null ? currency : PAID_CURRENCY}</span>
        <span className="text-13 text-t3">{t(`sale.status_${sale.status}`)}</span>
      </p>
      <p className="pb-3 text-13 text-t2">
        {sale.contact} ·{' '}
        <CustomerLink id={sale.customerId}>
          {t('audit.subject_customer', { text: sale.customerId })}
        </CustomerLink>
      </p>
      {payer && (
        <p className="pb-3 text-13 text-t2">
          {t('withdrawal.paying', { name: payer.name, time: utcMinute(payer.sinceMs) })}
        </p>
      )}
      <Risks risk={sale.risk} />
      <SubjectProposal proposal={sale.proposal} />
      <KeyValue
        lines={[
          { name: t('sale.sold'), value: amountText(sale.amount, currency), isStrong: true },
          fee !== null && { name: t('sale.fee'), value: amountText(fee, currency) },
          { name: t('sale.rate'), value: grouped(sale.rate) },
          { name: t('sale.bank'), value: card.bankName },
          card.lastDigits !== null && { name: t('sale.card'), value: maskedCard(card.lastDigits) },
          { name: t('sale.sold_at'), value: momentUtc(sale.soldAtMs) },
          startedAtMs !== null && { name: t('sale.started_at'), value: momentUtc(startedAtMs) },
          endedAtMs !== null && { name: t('sale.ended_at'), value: momentUtc(endedAtMs) },
          bankReference !== null && {
            name: t('sale.bank_reference'),
            value: <span className="font-mono break-all">{bankReference}</span>,
          },
          why !== null && { name: t('sale.why'), value: why },
        ]}
      />
      {sale.actions.includes('seeCard') && <WholeCard id={sale.id} endpoint={saleCard} />}
    </>
  )
}

function Foot({ sale }: { sale: SaleCheck }) {
  const { id, actions, proposal, payer } = sale
  if (proposal?.status === 'pending')
    return (
      <ProposalDecision
        proposal={proposal}
        approveLabel={t('sale.approve')}
        note={t(checkNoteOf(sale, proposal))}
      />
    )
  if (actions.includes('takeOver') && payer)
    return <TakeOver id={id} name={payer.name} endpoint={takeOverSale} />
  if (!actions.includes('giveBack')) return null
  return (
    <div className="flex flex-col gap-3">
      {actions.includes('start') && <Start id={id} />}
      <End id={id} canBePaid={actions.includes('pay')} />
    </div>
  )
}

/** What the checker makes sure of: what gives a coin back must not have been paid at the bank. */
const checkNoteOf = ({ startedAtMs }: SaleCheck, { kind }: ProposalView) =>
  kind === 'sale-returned' && startedAtMs !== null ? 'withdrawal.not_paid_note' : 'sale.check_note'

function Start({ id }: { id: string }) {
  const starting = useApiMutation(startSale)
  return (
    <div>
      <Button
        kind="primary"
        className="w-full"
        isPending={starting.isPending}
        onClick={() => void starting.send({ id })}
      >
        {t('sale.start')}
      </Button>
      <p className="pt-2 text-center text-12 text-t3">{t('sale.start_note')}</p>
      <Refused error={starting.error} />
    </div>
  )
}

/** The maker's word on how it ended. */
function End({ id, canBePaid }: { id: string; canBePaid: boolean }) {
  const [bankReference, setReference] = useState('')
  const paid = useDecisionChoice(proposeSaleEnd, {
    label: t('sale.propose_paid'),
    isPrimary: true,
    input: { id, settledAs: 'paid' as const, bankReference },
    done: t('proposal.proposed'),
  })
  const returned = useDecisionChoice(proposeSaleEnd, {
    label: t('sale.propose_returned'),
    input: { id, settledAs: 'returned' as const },
    done: t('proposal.proposed'),
  })
  if (!canBePaid) return <Decision note={t('sale.make_note')} choices={[returned]} />
  return (
    <>
      <Field
        label={t('sale.reference_field')}
        error={paid.refused?.name === 'bankReference' ? paid.refused.text : undefined}
        value={bankReference}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setReference(event.target.value.trim())}
      />
      <Decision note={t('sale.make_note')} choices={[returned, paid]} fields={['bankReference']} />
    </>
  )
}
