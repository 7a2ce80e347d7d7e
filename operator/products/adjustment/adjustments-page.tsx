import { Link, useNavigate } from 'react-router'
import { consoleAdjustments, proposeTake, type SuspendedView } from '#domain/adjustment/console.ts'
import type { ProposalView } from '#domain/console/contract.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { referenceColumn } from '../../ui/columns.tsx'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import { GiveForm, ReturnForm, TakeForm } from './adjustment-forms.tsx'

const REFRESH_MS = 5_000

/** What was taken from customers and is in suspense, and what was proposed; every change is decided in the review page. */
export function AdjustmentsPage() {
  const call = useApiQuery(consoleAdjustments, {}, { refetchMs: REFRESH_MS })
  const [at, choose] = useChosen()
  const mayPropose = useMay(proposeTake)
  const navigate = useNavigate()
  return (
    <Page
      title={t('adjustment.title')}
      summary={t('adjustment.summary')}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => choose('take')}>
            {t('adjustment.take')}
          </Button>
        )
      }
      panel={call.data && <ChosenPanel suspended={call.data.suspended} />}
    >
      <Answered call={call}>
        {({ balances, suspended, areMoreSuspended, pending, decided }) => (
          <>
            <PendingProposals title={t('adjustment.pending')} pending={pending} />
            {balances.length > 0 && (
              <Section title={t('adjustment.balances')}>
                <div className="max-w-xl px-5 pb-4">
                  <KeyValue
                    ruled
                    lines={balances.map(({ currency, balance }) => ({
                      name: currency,
                      value: amountText(balance, currency),
                    }))}
                  />
                </div>
              </Section>
            )}
            <Section title={t('adjustment.suspended')} text={t('adjustment.suspended_text')}>
              {areMoreSuspended && (
                <p role="status" className="px-5 pb-3 text-13 text-gold">
                  {t('adjustment.more', { number: suspended.length })}
                </p>
              )}
              <ChoosableTable
                name="suspended"
                empty={{ title: t('adjustment.none'), text: t('adjustment.none_text') }}
                label={t('adjustment.suspended')}
                columns={suspendedColumns}
                rows={suspended}
                keyOf={({ id }) => id}
              />
            </Section>
            {decided.length > 0 && (
              <Section title={t('adjustment.decided')}>
                <WholeTable
                  name="decided"
                  label={t('adjustment.decided')}
                  columns={decidedColumns}
                  rows={decided}
                  keyOf={({ id }) => id}
                  onChoose={({ id }) => navigate(`/review?at=proposal-${id}`)}
                />
              </Section>
            )}
          </>
        )}
      </Answered>
    </Page>
  )
}

/** What the URL names: `take`, or an adjustment that took something; `:` before what to do with it. */
function ChosenPanel({ suspended }: { suspended: readonly SuspendedView[] }) {
  const [at = '', choose] = useChosen()
  const close = () => choose(undefined)
  if (at === 'take') return <TakeForm key={at} onClose={close} />
  const [id, act] = at.split(':')
  const taking = suspended.find((one) => one.id === id)
  if (!taking) return null
  const back = () => choose(id)
  if (act === 'give') return <GiveForm key={at} taking={taking} onClose={back} />
  if (act === 'return') return <ReturnForm key={at} taking={taking} onClose={back} />
  return <TakingPanel taking={taking} onAct={(next) => choose(`${id}:${next}`)} onClose={close} />
}

/** What one adjustment took, and what can be proposed with what is left of it. */
function TakingPanel({
  taking,
  onAct,
  onClose,
}: {
  taking: SuspendedView
  onAct(what: 'give' | 'return'): void
  onClose(): void
}) {
  const { reference, customerId, wallet, currency, amount, left, reason, takenAtMs, waiting } = taking
  const mayPropose = useMay(proposeTake)
  return (
    <Panel title={reference} onClose={onClose}>
      <p className="mb-4 text-20 font-semibold">{amountText(left, currency)}</p>
      <KeyValue
        ruled
        lines={[
          {
            name: t('adjustment.column_customer'),
            value: (
              <CustomerLink id={customerId}>{t('audit.subject_customer', { text: customerId })}</CustomerLink>
            ),
          },
          { name: t('adjustment.wallet'), value: t(`adjustment.wallet_${wallet}`) },
          { name: t('adjustment.column_taken'), value: amountText(amount, currency) },
          { name: t('adjustment.reason'), value: reason },
          { name: t('adjustment.taken_at'), value: `${utcMinute(takenAtMs)} UTC` },
        ]}
      />
      {waiting !== null && (
        <p role="status" className="mt-4 text-13 text-gold">
          <Link className="underline underline-offset-4" to={`/review?at=proposal-${waiting}`}>
            {t('adjustment.waiting', { reference: `P-${waiting}` })}
          </Link>
        </p>
      )}
      {mayPropose && waiting === null && (
        <div className="mt-4 flex gap-3">
          <Button size="small" className="flex-1" onClick={() => onAct('give')}>
            {t('adjustment.give')}
          </Button>
          <Button size="small" className="flex-1" onClick={() => onAct('return')}>
            {t('adjustment.return')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

const suspendedColumns: Column<SuspendedView>[] = [
  referenceColumn,
  {
    title: t('adjustment.column_customer'),
    value: ({ customerId, reason }) => `${customerId}: ${reason}`,
    cell: ({ customerId, reason }) => <Two first={customerId} second={reason} />,
  },
  {
    title: t('adjustment.column_taken'),
    align: 'right',
    value: ({ amount, currency }) => `${amount} ${currency}`,
    cell: ({ amount, currency }) => amountText(amount, currency),
  },
  {
    title: t('adjustment.column_left'),
    align: 'right',
    value: ({ left, currency }) => `${left} ${currency}`,
    cell: ({ left, currency }) => amountText(left, currency),
  },
]

const decidedColumns: Column<ProposalView>[] = [
  referenceColumn,
  {
    title: t('adjustment.column_effect'),
    value: ({ title, reason }) => `${title}: ${reason}`,
    cell: ({ title, reason }) => <Two wraps first={title} second={reason} />,
  },
  {
    title: t('adjustment.column_status'),
    value: ({ status }) => t(`proposal.status_${status}`),
    width: '@min-[600px]:w-36',
    cell: ({ status, checker, decision }) => (
      <Two
        first={t(`proposal.status_${status}`)}
        second={[checker?.name, decision].filter(Boolean).join(': ')}
      />
    ),
  },
]
