import { useEffect, useState } from 'react'
import {
  consoleDeposit,
  consoleDepositProof,
  type DepositCheck,
  proposeCredit,
  rejectDepositRequest,
} from '#domain/deposit/console.ts'
import { chainOf, hasOutputs } from '#domain/deposit/rules.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { http } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { ProposalLines, proposalSteps } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AmountField } from '../../ui/proposal-form.tsx'
import { Answered, Refused } from '../../ui/states.tsx'
import { type Step, Steps } from '../../ui/steps.tsx'
import { BankFacts } from './bank-facts.tsx'

const DEPOSIT_EVERY_MS = 5_000

/** One deposit by proof: the claim, what was checked, and what the viewer can do. */
export function DepositPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleDeposit, { id }, { refetchMs: DEPOSIT_EVERY_MS })
  return (
    <Panel
      title={t('deposit.panel', { reference: call.data?.reference ?? `D-${id}` })}
      onClose={onClose}
      foot={call.data && <DepositFoot deposit={call.data} />}
    >
      <Answered call={call}>
        {(deposit) => (
          <>
            <p className="flex items-baseline gap-2">
              <span className="figures text-28 font-semibold">
                {amount(deposit.credited ?? deposit.claimed)}
              </span>
              <span className="text-15 text-t2">{deposit.currency}</span>
              {deposit.status === 'pending' && (
                <span className="text-13 text-t3">{t('deposit.claimed')}</span>
              )}
            </p>
            <p className="text-13 text-t2">
              {deposit.bank
                ? t('deposit.by_bank', { contact: deposit.contact, way: t(`deposit.way_${deposit.way}`) })
                : t('deposit.by', { contact: deposit.contact, network: deposit.network })}{' '}
              ·{' '}
              <CustomerLink id={deposit.customerId}>
                {t('audit.subject_customer', { text: deposit.customerId })}
              </CustomerLink>
            </p>
            <BankFacts deposit={deposit} />
            <Steps steps={depositSteps(deposit)} />
            {deposit.proposal?.status === 'pending' && (
              <ProposalLines proposal={deposit.proposal} before={t('deposit.claimed')} />
            )}
            {deposit.hasImage && <Screenshot id={id} />}
          </>
        )}
      </Answered>
    </Panel>
  )
}

function DepositFoot({ deposit }: { deposit: DepositCheck }) {
  if (deposit.viewerAction === 'make') return <Match deposit={deposit} />
  if (!deposit.proposal || deposit.status !== 'pending') return null
  return (
    <ProposalDecision
      proposal={deposit.proposal}
      approveLabel={t('deposit.approve')}
      note={t('deposit.check_note')}
    />
  )
}

/** The maker's action: which transaction it was and what arrived, or a rejection. */
function Match({ deposit }: { deposit: DepositCheck }) {
  const { id, currency, network, hashTail, bank, confirmationsNeeded: needed } = deposit
  const [txReference, setReference] = useState('')
  // Of a chain with outputs it is looked up: none is likelier than another.
  const [outputIndex, setOutputIndex] = useState(hasOutputs(chainOf(network)) ? '' : '0')
  const [arrived, setArrived] = useState('')
  const [confirmations, setConfirmations] = useState('')
  const propose = useDecisionChoice(proposeCredit, {
    label: t('deposit.propose'),
    isPrimary: true,
    input: {
      ...{ id, txReference, amount: arrived },
      ...(needed !== null && { outputIndex, confirmations }),
    },
    done: t('proposal.proposed'),
  })
  const reject = useDecisionChoice(rejectDepositRequest, {
    label: t('deposit.reject'),
    input: { id },
    done: t('deposit.rejected'),
  })
  const errorAt = (name: string) => (propose.refused?.name === name ? propose.refused.text : undefined)
  return (
    <>
      <Field
        label={t(bank ? 'deposit.bank_reference' : 'deposit.transaction')}
        error={errorAt('txReference')}
        hint={bank ? t('deposit.bank_reference_hint') : undefined}
        placeholder={bank ? undefined : `…${hashTail}`}
        value={txReference}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setReference(event.target.value.trim())}
      />
      <AmountField
        label={t('deposit.arrived')}
        error={errorAt('amount')}
        hint={bank ? t('deposit.bank_arrived_hint') : undefined}
        end={<span className="text-13 text-t2">{currency}</span>}
        onChange={setArrived}
      />
      {needed !== null && (
        <>
          <Field
            label={t('deposit.output')}
            error={errorAt('outputIndex')}
            hint={t('deposit.output_hint')}
            inputMode="numeric"
            autoComplete="off"
            value={outputIndex}
            onChange={(event) => setOutputIndex(event.target.value.trim())}
          />
          <Field
            label={t('deposit.confirmations')}
            error={errorAt('confirmations')}
            hint={t('deposit.confirmations_hint', { needed })}
            inputMode="numeric"
            autoComplete="off"
            value={confirmations}
            onChange={(event) => setConfirmations(event.target.value.trim())}
          />
        </>
      )}
      <Decision
        note={t('deposit.make_note')}
        choices={[reject, propose]}
        fields={['txReference', 'outputIndex', 'amount', 'confirmations']}
      />
    </>
  )
}

/** The picture the customer sent; it is fetched only when asked for, since each look is logged. */
function Screenshot({ id }: { id: string }) {
  const may = useMay(consoleDepositProof)
  const [picture, setPicture] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture)
  }, [picture])
  if (!may) return null

  async function toggle() {
    setError(undefined)
    if (picture) return setPicture(undefined)
    await http
      .requestFile(consoleDepositProof, { id })
      .then((file) => setPicture(URL.createObjectURL(file)), setError)
  }
  return (
    <div className="mt-5">
      <Button
        size="small"
        className="w-full"
        onClick={() => void toggle()}
        aria-expanded={picture !== undefined}
      >
        {picture ? t('deposit.hide') : t('deposit.show')}
      </Button>
      <p className="mt-1.5 text-center text-12 text-t3">{t('deposit.looking')}</p>
      {picture && (
        // Over the list, so that it can be read while the match is typed beside it.
        <div className="inset-y-14 right-92 left-0 mt-3 flex lg:left-48 md:fixed md:mt-0 items-center justify-center bg-bg/95 md:p-6">
          <img
            src={picture}
            alt={t('deposit.proof_alt')}
            className="max-h-full max-w-full rounded-8 border border-line2 object-contain"
          />
        </div>
      )}
      <Refused error={error} />
    </div>
  )
}

function depositSteps(deposit: DepositCheck): Step[] {
  const given = deposit.bank ? bankSteps(deposit) : proofSteps(deposit)
  if (deposit.proposal) given.push(...proposalSteps(deposit.proposal))
  else if (deposit.status === 'pending') {
    const isYours = deposit.viewerAction === 'make'
    given.push(
      {
        title: t('proposal.step_maker'),
        text: !isYours
          ? t('deposit.step_maker_wait')
          : t(deposit.bank ? 'deposit.step_maker_bank' : 'deposit.step_maker_you'),
        state: isYours ? 'turn' : 'open',
      },
      { title: t('proposal.step_checker'), text: t('proposal.step_checker_wait'), state: 'open' },
    )
  }
  if (deposit.credited) {
    given.push({
      title: t('deposit.credited', { amount: amountText(deposit.credited, deposit.currency) }),
      text:
        deposit.outputIndex === null
          ? deposit.txReference
          : `${deposit.txReference} · ${deposit.outputIndex}`,
      state: 'done',
    })
  }
  if (deposit.rejection) {
    given.push({ title: t('deposit.rejected'), text: `“${deposit.rejection}”`, state: 'doubt' })
  }
  return given
}

/** What is known of a claim with a proof before anybody looks for its transaction. */
function proofSteps(deposit: DepositCheck): Step[] {
  const ofAddress = deposit.risk.filter((risk) => /address/i.test(risk))
  const otherRisks = deposit.risk.filter((risk) => !ofAddress.includes(risk))
  return [
    deposit.isAddressOurs
      ? {
          title: t('deposit.step_address'),
          text: [deposit.address, ...ofAddress].join('. '),
          state: ofAddress.length > 0 ? 'doubt' : 'done',
        }
      : { title: t('deposit.step_address_unknown'), text: deposit.address, state: 'doubt' },
    {
      title: t('deposit.step_tail'),
      text: t('deposit.step_tail_text', { tail: deposit.hashTail, sender: deposit.sender }),
      state: 'done',
    },
    {
      title: t('deposit.step_proof'),
      text: otherRisks.length > 0 ? otherRisks.join('. ') : t('deposit.step_proof_fresh'),
      state: otherRisks.length > 0 ? 'doubt' : 'done',
    },
  ]
}

/** The same of a bank's payment. */
function bankSteps({ risk, hasImage, address, bank }: DepositCheck): Step[] {
  const of = (about: RegExp) => risk.filter((one) => about.test(one))
  const [account, name, picture] = [of(/bank account/i), of(/name/i), of(/picture/i)]
  const stateOf = (risks: readonly string[]) => (risks.length > 0 ? ('doubt' as const) : ('done' as const))
  return [
    {
      title: t('deposit.step_bank'),
      text: [`${bank?.bankName}, ${address}`, ...account].join('. '),
      state: stateOf(account),
    },
    {
      title: t('deposit.step_name'),
      text: name.join('. ') || t('deposit.step_name_same'),
      state: stateOf(name),
    },
    {
      title: t('deposit.step_picture'),
      text: picture.join('. ') || t(hasImage ? 'deposit.step_proof_fresh' : 'deposit.step_no_picture'),
      state: stateOf(picture),
    },
  ]
}
