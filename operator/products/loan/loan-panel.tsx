import { consoleLoan, type LoanCheck, proposeLoan, rejectLoanRequest } from '#domain/loan/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { amountText, momentUtc } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { SubjectProposal } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'

const REFRESH_MS = 5_000

/** One loan, the score of who asked for it, what all customers owe, and what the viewer can do. */
export function LoanPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleLoan, { id }, { refetchMs: REFRESH_MS })
  return (
    <Panel
      title={t('loan.panel', { reference: call.data?.reference ?? '' })}
      onClose={onClose}
      foot={call.data && <Foot loan={call.data} />}
    >
      <Answered call={call}>{(loan) => <Facts loan={loan} />}</Answered>
    </Panel>
  )
}

function Facts({ loan }: { loan: LoanCheck }) {
  const { currency, status, paidOutAtMs, dueAtMs, endedAtMs, why } = loan
  const money = (figure: string) => amountText(figure, currency)
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="figures text-28 font-semibold">{amount(loan.amount)}</span>
        <span className="text-15 text-t2">{currency}</span>
        <span className="text-13 text-t3">{t(`loan.status_${status}`)}</span>
      </p>
      <p className="pb-3 text-13 text-t2">
        {loan.contact} ·{' '}
        <CustomerLink id={loan.customerId}>
          {t('audit.subject_customer', { text: loan.customerId })}
        </CustomerLink>
      </p>
      <SubjectProposal proposal={loan.proposal} />
      <KeyValue
        lines={[
          { name: t('loan.column_days'), value: t('loan.days', { count: loan.days }) },
          { name: t('loan.daily_rate'), value: `${loan.dailyRatePercent}%` },
          { name: t('loan.overdue_rate'), value: `${loan.overdueRatePercent}%` },
          { name: t('loan.total_interest'), value: money(loan.totalInterest) },
          { name: t('loan.free_day'), value: loan.hasFreeDay ? t('loan.yes') : t('loan.no') },
          { name: t('loan.column_time'), value: utcMinute(loan.appliedAtMs) },
          status === 'pending' && {
            name: t('loan.answer_by'),
            value: momentUtc(loan.answerByMs),
            isStrong: true,
          },
          paidOutAtMs !== null && { name: t('loan.paid_out'), value: momentUtc(paidOutAtMs) },
          dueAtMs !== null && { name: t('loan.column_due'), value: utcMinute(dueAtMs) },
          paidOutAtMs !== null && { name: t('loan.repaid'), value: money(loan.repaid) },
          paidOutAtMs !== null && { name: t('loan.column_remaining'), value: money(loan.remaining) },
          endedAtMs !== null && { name: t('loan.ended'), value: momentUtc(endedAtMs) },
          why !== null && { name: t('loan.why'), value: why },
        ]}
      />
      <Borrower loan={loan} />
    </>
  )
}

/** The score with its reasons, and what is lent already. */
function Borrower({ loan: { customer, exposure, currency } }: { loan: LoanCheck }) {
  const money = (figure: string) => amountText(figure, currency)
  return (
    <>
      <Heading>{t('loan.borrower')}</Heading>
      <KeyValue
        lines={[
          { name: t('loan.score'), value: String(customer.score), isStrong: true },
          { name: t('loan.limit'), value: money(customer.limit) },
          { name: t('loan.used'), value: money(customer.used) },
          { name: t('loan.on_time'), value: String(customer.repaidOnTime) },
          { name: t('loan.late'), value: String(customer.repaidLate) },
          { name: t('loan.rejected_before'), value: String(customer.rejected) },
          { name: t('loan.registered'), value: momentUtc(customer.registeredAtMs) },
        ]}
      />
      <Heading>{t('loan.score_history')}</Heading>
      {customer.scores.length === 0 ? (
        <p className="text-13 text-t2">{t('loan.no_history')}</p>
      ) : (
        <KeyValue
          lines={customer.scores.map((one) => ({
            name: `${momentUtc(one.atMs)} · ${one.reference} · ${t(`loan.cause_${one.cause}`)}`,
            value: `${one.change > 0 ? '+' : '−'}${Math.abs(one.change)} → ${one.score}`,
          }))}
        />
      )}
      <Heading>{t('loan.all_customers')}</Heading>
      <KeyValue
        lines={[
          {
            name: t('loan.outstanding'),
            value: t('loan.of', { amount: money(exposure.outstanding), maximum: money(exposure.maximum) }),
          },
          { name: t('loan.status_overdue'), value: money(exposure.overdue) },
          { name: t('loan.fund'), value: money(exposure.fund) },
        ]}
      />
    </>
  )
}

const Heading = ({ children }: { children: string }) => (
  <h3 className="pt-5 pb-1 text-15 font-semibold">{children}</h3>
)

function Foot({ loan: { id, actions, proposal } }: { loan: LoanCheck }) {
  if (proposal?.status === 'pending')
    return (
      <ProposalDecision proposal={proposal} approveLabel={t('loan.approve')} note={t('loan.check_note')} />
    )
  return actions.length > 0 ? <Review id={id} /> : null
}

/** The maker's action: propose to lend, or reject. */
function Review({ id }: { id: string }) {
  const reject = useDecisionChoice(rejectLoanRequest, {
    label: t('loan.reject'),
    input: { id },
    done: t('loan.rejected'),
  })
  const propose = useDecisionChoice(proposeLoan, {
    label: t('loan.propose'),
    isPrimary: true,
    input: { id },
    done: t('proposal.proposed'),
  })
  return <Decision note={t('loan.make_note')} choices={[reject, propose]} />
}
