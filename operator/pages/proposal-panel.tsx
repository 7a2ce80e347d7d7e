import { Link } from 'react-router'
import { consoleAudit, consoleProposal, type ProposalView } from '#domain/console/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { useProducts } from '../app/products.ts'
import { useMay } from '../app/session.ts'
import { momentUtc } from '../format.ts'
import { t } from '../texts.ts'
import { Panel } from '../ui/panel.tsx'
import { Answered } from '../ui/states.tsx'
import { type Step, Steps } from '../ui/steps.tsx'
import { UnusualNote } from '../ui/unusual.tsx'
import { ProposalDecision } from './proposal-decision.tsx'
import { SubjectName } from './subject-name.tsx'

/** One proposal: what would happen, who made it, and the decision. */
export function ProposalPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleProposal, { id })
  const mayReadLog = useMay(consoleAudit)
  return (
    <Panel
      title={t('proposal.panel', { reference: call.data?.reference ?? `P-${id}` })}
      onClose={onClose}
      foot={call.data && <ProposalDecision proposal={call.data} />}
    >
      <Answered call={call}>
        {(proposal) => (
          <>
            <p className="text-20 font-semibold">{proposal.title}</p>
            <p className="text-13 text-t2">
              <KindName kind={proposal.kind} />
            </p>
            <p className="mt-1 flex flex-wrap gap-x-4 text-13">
              <SubjectName subject={proposal.subject} />
              {mayReadLog && (
                <Link
                  to={`/audit?subject=${encodeURIComponent(proposal.subject)}`}
                  className="underline decoration-line2 underline-offset-4 hover:decoration-t1"
                >
                  {t('audit.title')}
                </Link>
              )}
            </p>
            <ProposalLines proposal={proposal} />
            <Steps steps={proposalSteps(proposal)} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

/** What a kind of proposal is called by its product; the server's word for one that no product names. */
export function KindName({ kind }: { kind: string }) {
  const products = useProducts()
  return products.map(({ proposals }) => proposals?.kinds[kind]).find(Boolean) ?? kind
}

/** What would happen, line by line; a change says what it was. */
export function ProposalLines({
  proposal,
  before: beforeWord = t('proposal.was'),
}: {
  proposal: ProposalView
  before?: string
}) {
  return (
    <dl className="mt-4 text-13">
      {proposal.lines.map(({ label, value, before, unusual }) => (
        <div
          key={label}
          className={cx(
            'border-t border-line py-2',
            isLong(value) || isLong(before) ? 'block' : 'flex justify-between gap-4',
          )}
        >
          <dt className="shrink-0 text-t2">{label}</dt>
          <dd
            className={
              isLong(value) || isLong(before)
                ? 'mt-1 break-words whitespace-pre-line'
                : 'figures min-w-0 text-right wrap-anywhere'
            }
          >
            <span className={before === null ? '' : 'font-semibold'}>{value}</span>
            {before !== null && (
              <span className="block text-12 text-t3">
                {beforeWord} {before}
              </span>
            )}
            {unusual && <UnusualNote unusual={unusual} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Words to read, not a figure beside its label. */
const isLong = (text: string | null): boolean => text !== null && (text.length > 60 || text.includes('\n'))

/**
 * What waits to be approved, who proposed it and why, and who decided, in the panel of what it is about; nothing before
 * anybody did. It stands before the facts: what is approved is read without scrolling.
 */
export function SubjectProposal({
  proposal,
  before = [],
  after = [],
}: {
  proposal: ProposalView | null
  /** What was done before it was made, and after it was decided. */
  before?: readonly Step[]
  after?: readonly Step[]
}) {
  const steps = [...before, ...(proposal ? proposalSteps(proposal) : []), ...after]
  if (steps.length === 0) return null
  return (
    <>
      {proposal?.status === 'pending' && <ProposalLines proposal={proposal} />}
      <div className="pb-4">
        <Steps steps={steps} />
      </div>
    </>
  )
}

/** Maker and checker, as the last steps of any proof. */
export function proposalSteps(proposal: ProposalView): Step[] {
  const { maker, checker, reason, madeAtMs, decision, decidedAtMs, viewerAction, status, canApprove } =
    proposal
  const isMakerInactive = status === 'pending' && !canApprove
  const said = (name: string, atMs: number, words: string) =>
    t('proposal.maker', { name, time: momentUtc(atMs), reason: words })
  return [
    {
      title: t('proposal.step_maker'),
      text: said(maker.name, madeAtMs, reason),
      state: isMakerInactive ? 'doubt' : 'done',
    },
    status === 'pending'
      ? {
          title: t('proposal.step_checker'),
          text: isMakerInactive
            ? t('proposal.maker_inactive')
            : viewerAction === 'check'
              ? t('proposal.step_checker_you')
              : t('proposal.step_checker_wait'),
          state: viewerAction === 'check' ? 'turn' : 'open',
        }
      : {
          title: t(`proposal.status_${status}`),
          text: said((checker ?? maker).name, decidedAtMs ?? madeAtMs, decision ?? ''),
          state: status === 'approved' ? 'done' : 'doubt',
        },
  ]
}
