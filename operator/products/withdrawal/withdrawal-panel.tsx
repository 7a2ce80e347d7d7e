import { type ReactNode, useState } from 'react'
import type { ProposalView } from '#domain/console/contract.ts'
import { chainOf, hasOutputs } from '#domain/deposit/rules.ts'
import { utcMinute } from '#domain/time.ts'
import {
  consoleWithdrawal,
  MAX_SIGNED,
  prepareWithdrawal,
  proposeHandPayment,
  proposeWithdrawal,
  rejectWithdrawalRequest,
  takeOverWithdrawal,
  uploadSigned,
  uploadSignedVoid,
  voidWithdrawal,
  type WithdrawalCheck,
  type WrittenTransaction,
  withdrawalCard,
} from '#domain/withdrawal/console.ts'
import { countedStatuses, LIMIT_CURRENCY } from '#domain/withdrawal/rules.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { amountText, momentUtc } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { SubjectProposal } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Refused } from '../../ui/states.tsx'
import type { Step } from '../../ui/steps.tsx'
import { TakeOver } from '../../ui/take-over.tsx'
import { WholeCard } from '../../ui/whole-card.tsx'
import { isVoiding, statusText } from './status-text.ts'

const REFRESH_MS = 5_000

/** One withdrawal with all that a reviewer needs, and what the viewer can do. */
export function WithdrawalPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleWithdrawal, { id }, { refetchMs: REFRESH_MS })
  return (
    <Panel
      title={t('withdrawal.panel', { reference: call.data?.reference ?? `W-${id}` })}
      onClose={onClose}
      foot={call.data && <Foot withdrawal={call.data} />}
    >
      <Answered call={call}>{(withdrawal) => <Facts withdrawal={withdrawal} />}</Answered>
    </Panel>
  )
}

function Facts({ withdrawal }: { withdrawal: WithdrawalCheck }) {
  const { currency, customer, txid, rejection, confirmations, confirmationsNeeded } = withdrawal
  const { isToCard, bankReference, payer, proposal, status, voiding } = withdrawal
  // What the checker types from the bank's record is not there to be copied, nor to be reckoned.
  const isTyped =
    proposal?.status === 'pending' && proposal.typeAgain !== null && proposal.viewerAction === 'check'
  const show = (text: string) => amountText(text, currency)
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="figures text-28 font-semibold">{amount(withdrawal.amount)}</span>
        <span className="text-15 text-t2">{currency}</span>
        <span className="text-13 text-t3">{statusText(withdrawal)}</span>
      </p>
      <p className="pb-3 text-13 text-t2">
        {withdrawal.contact} ·{' '}
        <CustomerLink id={withdrawal.customerId}>
          {t('audit.subject_customer', { text: withdrawal.customerId })}
        </CustomerLink>
      </p>
      {payer && (
        <p className="pb-3 text-13 text-t2">
          {t('withdrawal.paying', { name: payer.name, time: utcMinute(payer.sinceMs) })}
        </p>
      )}
      {withdrawal.risk.map((risk) => (
        <p key={risk} className="pb-3 text-13 text-danger">
          {risk}
        </p>
      ))}
      <SubjectProposal proposal={proposal} {...stepsAround(withdrawal)} />
      <KeyValue
        lines={[
          !isTyped && { name: t('withdrawal.fee'), value: show(withdrawal.fee) },
          !isTyped && payout(withdrawal),
          voiding !== null &&
            voiding.txid !== null &&
            status !== 'done' && {
              name: t(isVoiding(withdrawal) ? 'withdrawal.void_sent' : 'withdrawal.void_ended'),
              value: <span className="font-mono break-all">{voiding.txid}</span>,
            },
          { name: t('withdrawal.column_network'), value: withdrawal.network },
          !isTyped && {
            name: t('withdrawal.to'),
            value: <span className="font-mono break-all">{withdrawal.address}</span>,
          },
          { name: t(isToCard ? 'sale.bank' : 'withdrawal.saved_as'), value: customer.addressName },
          { name: t('withdrawal.saved'), value: momentUtc(customer.addressSavedAtMs) },
          {
            name: t(isToCard ? 'withdrawal.same_card' : 'withdrawal.same_address'),
            value: customer.sameAddress,
          },
          { name: t('withdrawal.value'), value: `${withdrawal.value} ${LIMIT_CURRENCY}` },
          {
            name: t(countedStatuses.includes(status) ? 'withdrawal.used' : 'withdrawal.used_without'),
            value: `${amount(customer.used)} / ${amount(customer.limit)} ${LIMIT_CURRENCY}`,
          },
          { name: t('withdrawal.tier'), value: t(`customers.tier_${customer.tier}`) },
          { name: t('withdrawal.registered'), value: momentUtc(customer.registeredAtMs) },
          {
            name: t('withdrawal.security'),
            value:
              customer.securityChangedAtMs === null
                ? t('withdrawal.never')
                : momentUtc(customer.securityChangedAtMs),
          },
          { name: t('withdrawal.paid_before'), value: customer.paidBefore },
          { name: t('withdrawal.deposited'), value: show(customer.deposited) },
          { name: t('withdrawal.withdrawn'), value: show(customer.withdrawn) },
          txid !== null && {
            name: t('withdrawal.transaction'),
            value: <span className="font-mono break-all">{txid}</span>,
          },
          // Of what was paid by hand nobody counts them.
          txid !== null &&
            !(status === 'done' && confirmations < confirmationsNeeded) && {
              name: t('withdrawal.confirmations'),
              value: `${confirmations} / ${confirmationsNeeded}`,
            },
          bankReference !== null && {
            name: t('sale.bank_reference'),
            value: <span className="font-mono break-all">{bankReference}</span>,
          },
          rejection !== null && { name: t('withdrawal.rejection'), value: rejection },
        ]}
      />
      {withdrawal.actions.includes('seeCard') && !isTyped && (
        <WholeCard id={withdrawal.id} endpoint={withdrawalCard} />
      )}
    </>
  )
}

/** What was done before and after what is proposed now: its approval is the first of all, its payment the last. */
function stepsAround({ proposal, steps }: WithdrawalCheck): { before?: Step[]; after?: Step[] } {
  const done = steps.map(doneStep)
  return proposal?.kind === 'withdrawal-approve' ? { after: done } : { before: done }
}

/** Who did something, when and why. */
const doneStep = ({ action, operator, atMs, reason }: WithdrawalCheck['steps'][number]): Step => ({
  id: `${action} ${atMs}`,
  title: t(`withdrawal.step_${action}`),
  text: [`${operator ?? t('audit.system')}, ${momentUtc(atMs)}`, reason && `“${reason}”`]
    .filter(Boolean)
    .join(': '),
  state: 'done',
})

/** What the customer gets: at the address or card, or back. */
function payout(withdrawal: WithdrawalCheck) {
  const { status, amount, receive, currency } = withdrawal
  const isBack = !countedStatuses.includes(status)
  if (!isBack && !isVoiding(withdrawal))
    return { name: t('withdrawal.receives'), value: amountText(receive, currency), isStrong: true }
  const name = t(isBack ? 'withdrawal.was_given_back' : 'withdrawal.back')
  return { name, value: amountText(amount, currency), isStrong: true }
}

function Foot({ withdrawal }: { withdrawal: WithdrawalCheck }) {
  const { actions, proposal, payer, isToCard } = withdrawal
  if (proposal?.status === 'pending')
    return (
      <ProposalDecision
        proposal={proposal}
        approveLabel={t('withdrawal.approve')}
        note={t(checkNoteOf(withdrawal, proposal))}
      />
    )
  if (actions.every((action) => action === 'seeCard')) return null
  return (
    <div className="flex flex-col gap-3">
      {actions.includes('prepare') && <Prepare id={withdrawal.id} isToCard={isToCard} />}
      {actions.includes('uploadVoid') && <UploadVoid withdrawal={withdrawal} />}
      {actions.includes('upload') && (
        <Folded key="send" summary={actions.includes('uploadVoid') && t('withdrawal.void_instead')}>
          <Upload withdrawal={withdrawal} />
        </Folded>
      )}
      {actions.includes('void') && (
        // One that was open to write the last is not the one to write the next.
        <Folded
          key={`void ${withdrawal.voiding?.n ?? 0}`}
          summary={t(withdrawal.voiding ? 'withdrawal.void_again' : 'withdrawal.void_when')}
        >
          <WriteVoid withdrawal={withdrawal} />
        </Folded>
      )}
      {actions.includes('settle') &&
        (isToCard ? <SettleCard id={withdrawal.id} /> : <Settle withdrawal={withdrawal} />)}
      {actions.includes('takeOver') && payer && (
        <TakeOver id={withdrawal.id} name={payer.name} endpoint={takeOverWithdrawal} />
      )}
      {actions.includes('reject') && <Review withdrawal={withdrawal} />}
    </div>
  )
}

/** What the checker makes sure of: what gives money back must not have been paid at the bank. */
function checkNoteOf({ isToCard }: WithdrawalCheck, { kind, typeAgain }: ProposalView) {
  if (typeAgain !== null) return 'sale.check_note'
  return isToCard && kind === 'withdrawal-settle' ? 'withdrawal.not_paid_note' : 'withdrawal.check_note'
}

/** The maker's action: propose approval, or reject. */
function Review({ withdrawal: { id, actions } }: { withdrawal: WithdrawalCheck }) {
  const reject = useDecisionChoice(rejectWithdrawalRequest, {
    label: t('withdrawal.reject'),
    input: { id },
    done: t('withdrawal.rejected'),
  })
  const propose = useDecisionChoice(proposeWithdrawal, {
    label: t('withdrawal.propose'),
    isPrimary: true,
    input: { id },
    done: t('proposal.proposed'),
  })
  return (
    <Decision
      note={t('withdrawal.make_note')}
      choices={actions.includes('approve') ? [reject, propose] : [reject]}
    />
  )
}

function Prepare({ id, isToCard }: { id: string; isToCard: boolean }) {
  const preparing = useApiMutation(prepareWithdrawal)
  return (
    <div>
      <Button
        kind="primary"
        className="w-full"
        isPending={preparing.isPending}
        onClick={() => void preparing.send({ id })}
      >
        {t(isToCard ? 'withdrawal.begin' : 'withdrawal.prepare')}
      </Button>
      <p className="pt-2 text-center text-12 text-t3">{t('withdrawal.prepare_note')}</p>
      <Refused error={preparing.error} />
    </div>
  )
}

function Upload({ withdrawal: { id, unsigned, written } }: { withdrawal: WithdrawalCheck }) {
  const sending = useApiMutation(uploadSigned)
  return (
    <ToSign
      unsigned={{ label: t('withdrawal.unsigned'), text: unsigned ?? '', written }}
      signed={t('withdrawal.signed')}
      send={{
        ...{ label: t('withdrawal.upload'), isPending: sending.isPending, error: sending.error },
        act: (signed) => void sending.send({ id, signed }),
      }}
    />
  )
}

/** What is seldom done, behind a line that says when; all of it without such a line. */
function Folded({ summary, children }: { summary: string | false; children: ReactNode }) {
  if (summary === false) return children
  return (
    <details
      className="scroll-mb-4"
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })
      }
    >
      <summary className="press cursor-pointer py-3 text-13 text-t2 md:py-2">{summary}</summary>
      <div className="flex flex-col gap-3 pt-2">{children}</div>
    </details>
  )
}

/** To give back a prepared withdrawal, with a reason. */
function WriteVoid({ withdrawal: { id, voiding } }: { withdrawal: WithdrawalCheck }) {
  const writing = useDecisionChoice(voidWithdrawal, {
    label: t('withdrawal.void'),
    input: { id, voids: String(voiding?.n ?? 0) },
    done: t('withdrawal.void_written'),
  })
  return <Decision note={t('withdrawal.void_note')} choices={[writing]} />
}

/** What pays nothing in the place of the prepared transaction. */
function UploadVoid({ withdrawal: { id, voiding } }: { withdrawal: WithdrawalCheck }) {
  const sending = useApiMutation(uploadSignedVoid)
  if (!voiding) return null
  return (
    <>
      <ToSign
        unsigned={{ label: t('withdrawal.void_unsigned'), text: voiding.unsigned, written: voiding.written }}
        signed={t('withdrawal.void_signed')}
        send={{
          ...{ label: t('withdrawal.void_upload'), isPending: sending.isPending, error: sending.error },
          act: (signed) => void sending.send({ id, signed }),
        }}
      />
      <p className="text-12 text-t3">
        {t('withdrawal.void_upload_note', { time: utcMinute(voiding.writtenAtMs) })}
      </p>
    </>
  )
}

/** What the signing device has to show. */
function Written({ transaction }: { transaction: WrittenTransaction }) {
  const { nonce, contract, outputs, mostNetworkFee, feeCurrency } = transaction
  const address = (text: string) => <span className="font-mono break-all">{text}</span>
  return (
    <section aria-label={t('withdrawal.written')}>
      <p className="pb-2 text-12 text-t2">{t('withdrawal.written')}</p>
      <KeyValue
        lines={[
          nonce !== null && { name: t('withdrawal.written_nonce'), value: nonce },
          contract !== null && { name: t('withdrawal.written_contract'), value: address(contract) },
          ...outputs.flatMap((output) => [
            {
              name: t(output.isPayer ? 'withdrawal.written_own' : 'withdrawal.written_to'),
              value: address(output.address),
            },
            {
              name: t('review.column_amount'),
              value: `${output.amount} ${output.currency}`,
              isStrong: !output.isPayer,
            },
          ]),
          { name: t('withdrawal.written_fee'), value: `${mostNetworkFee} ${feeCurrency}` },
        ]}
      />
    </section>
  )
}

/** What goes to the signer, and what comes back. */
function ToSign({
  unsigned,
  signed: signedLabel,
  send,
}: {
  unsigned: { label: string; text: string; written: WrittenTransaction | null }
  signed: string
  send: { label: string; isPending: boolean; error: unknown; act(signed: string): void }
}) {
  const [signed, setSigned] = useState('')
  // Where the page is not secure there is no clipboard; else it may be forbidden.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(unsigned.text)
      toast(t('withdrawal.copied'))
    } catch {
      toast(t('withdrawal.not_copied'))
    }
  }
  return (
    <div className="flex flex-col gap-3">
      {unsigned.written && <Written transaction={unsigned.written} />}
      <TextArea label={unsigned.label} value={unsigned.text} readOnly rows={3} />
      <Button onClick={() => void copy()}>{t('withdrawal.copy')}</Button>
      <TextArea
        label={signedLabel}
        value={signed}
        maxLength={MAX_SIGNED}
        rows={3}
        onChange={(event) => setSigned(event.target.value.trim())}
      />
      <Button
        kind="primary"
        disabled={signed === ''}
        isPending={send.isPending}
        onClick={() => send.act(signed)}
      >
        {send.label}
      </Button>
      <Refused error={send.error} />
    </div>
  )
}

/** How a withdrawal to a card ended: by the bank's reference. */
function SettleCard({ id }: { id: string }) {
  const [txReference, setReference] = useState('')
  const paid = useDecisionChoice(proposeHandPayment, {
    label: t('withdrawal.paid'),
    isPrimary: true,
    input: { id, settledAs: 'paid' as const, txReference },
    done: t('proposal.proposed'),
  })
  const returned = useReturned(id)
  return (
    <>
      <Field
        label={t('sale.reference_field')}
        value={txReference}
        spellCheck={false}
        autoComplete="off"
        error={paid.refused?.name === 'txReference' ? paid.refused.text : undefined}
        onChange={(event) => setReference(event.target.value.trim())}
      />
      <Decision note={t('withdrawal.settle_note')} choices={[returned, paid]} fields={['txReference']} />
    </>
  )
}

const useReturned = (id: string) =>
  useDecisionChoice(proposeHandPayment, {
    label: t('withdrawal.returned'),
    input: { id, settledAs: 'returned' as const },
    done: t('proposal.proposed'),
  })

/** How a withdrawal that is paid by hand ended. */
function Settle({ withdrawal: { id, network } }: { withdrawal: WithdrawalCheck }) {
  const [txReference, setReference] = useState('')
  // Of a chain with outputs it is looked up: none is likelier than another.
  const [outputIndex, setOutputIndex] = useState(hasOutputs(chainOf(network)) ? '' : '0')
  const paid = useDecisionChoice(proposeHandPayment, {
    label: t('withdrawal.paid'),
    isPrimary: true,
    input: { id, settledAs: 'paid' as const, txReference, outputIndex },
    done: t('proposal.proposed'),
  })
  const returned = useReturned(id)
  const errorAt = (name: string) => (paid.refused?.name === name ? paid.refused.text : undefined)
  return (
    <>
      <Field
        label={t('withdrawal.reference')}
        value={txReference}
        spellCheck={false}
        autoComplete="off"
        error={errorAt('txReference')}
        onChange={(event) => setReference(event.target.value.trim())}
      />
      <Field
        label={t('deposit.output')}
        error={errorAt('outputIndex')}
        hint={t('deposit.output_hint')}
        inputMode="numeric"
        autoComplete="off"
        value={outputIndex}
        onChange={(event) => setOutputIndex(event.target.value.trim())}
      />
      <Decision
        note={t('withdrawal.settle_note')}
        choices={[returned, paid]}
        fields={['txReference', 'outputIndex']}
      />
    </>
  )
}
