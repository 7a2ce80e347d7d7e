import { useState } from 'react'
import type { OutputOf } from '#domain/endpoint.ts'
import { HOUR_MS } from '#domain/time.ts'
import {
  type CaseView,
  consoleVerification,
  openVerification,
  proposeVerification,
  refuseVerification,
} from '#domain/verification/console.ts'
import { HELD_FOR_MS, type Item } from '#domain/verification/rules.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { useNow } from '../../app/use-now.ts'
import { dateTimeUtc } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Refused } from '../../ui/states.tsx'
import { ItemList, type Refusals } from './item-list.tsx'
import { Photos } from './photos.tsx'

const CASE_EVERY_MS = 5_000
type Opened = OutputOf<typeof openVerification>

/** One case: closed, then open for five minutes with all that reviewing takes, and what the viewer can do. */
export function CasePanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleVerification, { id }, { refetchMs: CASE_EVERY_MS })
  const [opened, setOpened] = useState<Opened>()
  const [refusals, setRefusals] = useState<Refusals>({})
  const nowMs = useNow()
  const current = opened && opened.openUntilMs > nowMs ? opened : undefined
  const view = call.data
  return (
    <Panel
      title={
        view
          ? t('verification.panel', {
              reference: view.line.reference,
              tier: t(`verification.tier_${view.line.tier}`),
            })
          : t('verification.title')
      }
      onClose={onClose}
      foot={
        view && (
          <Foot
            key={`${view.line.status} ${view.proposal?.status}`}
            view={view}
            isOpen={current !== undefined}
            refusals={refusals}
          />
        )
      }
    >
      <Answered call={call}>
        {(answer) => (
          <>
            <p className="text-20 font-semibold break-words">{answer.line.contact}</p>
            <p className="pb-3 text-13 text-t2">
              {t(`verification.status_${answer.line.status}`)} ·{' '}
              {t('verification.submission', { count: String(answer.line.submission) })} ·{' '}
              <CustomerLink id={answer.line.customerId}>
                {t('audit.subject_customer', { text: answer.line.customerId })}
              </CustomerLink>
            </p>
            <KeyValue
              ruled
              lines={[
                { name: t('verification.column_sent'), value: dateTimeUtc(answer.line.submittedAtMs) },
                {
                  name: t('verification.views'),
                  value: t('verification.views_of', {
                    used: String(answer.quota.used),
                    maximum: String(answer.quota.maximum),
                  }),
                },
                answer.line.status === 'under-review' && {
                  name: t('verification.holders'),
                  value: answer.holders.join(', ') || t('verification.none'),
                },
                answer.line.decidedAtMs !== null && {
                  name: t('verification.decided_by'),
                  value: [answer.maker, answer.checker].filter(Boolean).join(', ') || '–',
                },
                {
                  name: t('verification.earlier'),
                  value:
                    answer.earlier
                      .map(({ tier, status }) =>
                        [t(`verification.tier_${tier}`), t(`verification.status_${status}`)].join(': '),
                      )
                      .join(', ') || t('verification.none'),
                },
              ]}
            />
            {answer.line.status === 'under-review' && !current && (
              <Open id={id} heldBy={heldBy(answer)} wasOpen={opened !== undefined} onOpen={setOpened} />
            )}
            {current && (
              <>
                <p className="py-3 text-12 text-t3">
                  {t('verification.closes', { time: dateTimeUtc(current.openUntilMs).slice(11, 19) })}
                </p>
                <Photos id={id} reference={answer.line.reference} opened={current} quota={answer.quota} />
              </>
            )}
            <ItemList
              items={answer.items}
              details={current?.details ?? []}
              idType={current?.idType ?? null}
              refusals={refusals}
              {...(current && answer.viewerAction === 'make' && { onChange: setRefusals })}
            />
          </>
        )}
      </Answered>
    </Panel>
  )
}

/** Why the viewer cannot open a case that others have. */
const heldBy = ({ isHeldByOthers, holders }: CaseView): string | undefined =>
  isHeldByOthers
    ? t('verification.held', { names: holders.join(', '), hours: String(HELD_FOR_MS / HOUR_MS) })
    : undefined

/** Opens the case; that it was opened is noted. */
function Open({
  id,
  heldBy,
  wasOpen,
  onOpen,
}: {
  id: string
  /** Why it cannot be opened. */
  heldBy: string | undefined
  wasOpen: boolean
  onOpen(opened: Opened): void
}) {
  const may = useMay(openVerification)
  const open = useApiMutation(openVerification, { toastsRefusal: false })
  if (!may) return null
  return (
    <div className="py-4">
      <Button
        className="w-full"
        disabled={heldBy !== undefined}
        isPending={open.isPending}
        onClick={() => void open.send({ id }).then((opened) => opened && onOpen(opened))}
      >
        {t('verification.open')}
      </Button>
      <p className="pt-1.5 text-center text-12 text-t3">
        {heldBy ?? t(wasOpen ? 'verification.closed' : 'verification.open_note')}
      </p>
      <Refused error={open.error} />
    </div>
  )
}

/** What the viewer can do: refuse items, propose to verify, or check another's proposal. */
function Foot({ view, isOpen, refusals }: { view: CaseView; isOpen: boolean; refusals: Refusals }) {
  const { id } = view.line
  const left = view.unseen.filter((picture) => !(picture in refusals && view.unshown.includes(picture)))
  const unseen =
    left.length > 0
      ? t('verification.unseen', {
          items: left.map((picture) => t(`verification.item_${picture}`)).join(', '),
        })
      : undefined
  const blocked = heldBy(view) ?? unseen
  const propose = useDecisionChoice(proposeVerification, {
    ...{ label: t('verification.propose'), isPrimary: true, input: { id }, done: t('verification.proposed') },
    blocked,
  })
  if (view.proposal && view.line.status === 'under-review' && view.viewerAction !== 'make')
    return (
      <ProposalDecision
        proposal={view.proposal}
        approveLabel={t('verification.approve')}
        note={blocked ?? t('verification.check_note')}
        blocked={blocked}
      />
    )
  if (!isOpen || view.viewerAction !== 'make') return null
  return Object.keys(refusals).length > 0 ? (
    <Refuse id={id} refusals={refusals} blocked={blocked} />
  ) : (
    <Decision note={blocked ?? t('verification.propose_note')} choices={[propose]} />
  )
}

function Refuse({
  id,
  refusals,
  blocked,
}: {
  id: string
  refusals: Refusals
  /** Why it cannot be done yet. */
  blocked: string | undefined
}) {
  const refuse = useApiMutation(refuseVerification, { toastsRefusal: false })
  const said = Object.entries(refusals).map(([item, why]) => [item, why.trim()] as const)
  const isWhole = said.every(([, why]) => why !== '')

  async function send(): Promise<void> {
    const reasons = Object.fromEntries(said) as Partial<Record<Item, string>>
    if (await refuse.send({ id, ...reasons })) toast(t('verification.refused'))
  }
  return (
    <>
      <Refused error={refuse.error} />
      <p className="text-12 text-t3">{blocked ?? t('verification.decide_note')}</p>
      <Button
        kind="primary"
        disabled={!isWhole || blocked !== undefined}
        title={blocked}
        isPending={refuse.isPending}
        onClick={() => void send()}
      >
        {t('verification.refuse', { count: String(said.length) })}
      </Button>
    </>
  )
}
