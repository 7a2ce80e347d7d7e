import { Link } from 'react-router'
import { consoleAudit } from '#domain/console/contract.ts'
import { consoleOperators, type OperatorLine, proposeOperator, voidSetup } from '#domain/operator/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay, useSession } from '../../app/session.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Refused } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { ActForm, AddForm, type OperatorAct, operatorActs } from './forms.tsx'

const REFRESH_MS = 10_000
/** In the URL: somebody new, and after an operator's id what is to be proposed. */
const NEW = 'new'

/** Who works here, and what would change that. */
export function OperatorsPage() {
  const call = useApiQuery(consoleOperators, {}, { refetchMs: REFRESH_MS })
  const [at = '', choose] = useChosen()
  const mayPropose = useMay(proposeOperator)
  const [id, asked] = at.split(':')
  const chosen = call.data?.operators.find((one) => one.id === id)
  const act = operatorActs.find((one) => one === asked)
  const panel =
    id === NEW ? (
      <AddForm onClose={() => choose(undefined)} />
    ) : !chosen ? undefined : act ? (
      <ActForm key={at} operator={chosen} act={act} onClose={() => choose(chosen.id)} />
    ) : (
      <Details
        key={at}
        operator={chosen}
        onAct={(next) => choose(`${chosen.id}:${next}`)}
        onClose={() => choose(undefined)}
      />
    )
  return (
    <Page title={t('operator.title')} summary={t('operator.summary')} panel={panel}>
      <PendingProposals title={t('operator.pending')} pending={call.data?.pending ?? []} />
      <Section
        title={t('operator.now')}
        actions={
          mayPropose && (
            <Button size="small" onClick={() => choose(NEW)}>
              {t('operator.add')}
            </Button>
          )
        }
      >
        <Answered call={call}>
          {({ operators }) => (
            <ChoosableTable
              name="operators"
              label={t('operator.title')}
              columns={columns}
              rows={operators}
              keyOf={(one) => one.id}
            />
          )}
        </Answered>
      </Section>
    </Page>
  )
}

const rolesText = ({ roles }: OperatorLine) => roles.map((role) => t(`shell.role_${role}`)).join(', ')
const utcText = (atMs: number) => t('operator.moment', { moment: utcMinute(atMs) })
const momentText = (atMs: number | null) => (atMs === null ? t('operator.never') : utcMinute(atMs))
const stateOf = ({ isActive, mustSetUp, setupUntilMs }: OperatorLine) =>
  !isActive ? 'disabled' : !mustSetUp ? 'active' : setupUntilMs === null ? 'expired' : 'setup'
const stateText = (operator: OperatorLine) => t(`operator.state_${stateOf(operator)}`)
const factorText = ({ hasSecondFactor }: OperatorLine) =>
  t(hasSecondFactor ? 'operator.factor_set' : 'operator.factor_unset')

/** One operator, what is open of them, and what can be proposed. */
function Details({
  operator,
  onAct,
  onClose,
}: {
  operator: OperatorLine
  onAct(act: OperatorAct): void
  onClose(): void
}) {
  const mayPropose = useMay(proposeOperator)
  const mayReadLog = useMay(consoleAudit)
  const voiding = useApiMutation(voidSetup)
  const isSelf = useSession((session) => session.operator?.id) === operator.id
  const { id, name, email, isActive, sessions, setupUntilMs } = operator
  const isExpired = stateOf(operator) === 'expired'
  return (
    <Panel title={name} onClose={onClose}>
      <p className="mb-3 text-13 break-all text-t2">{email}</p>
      <KeyValue
        ruled
        lines={[
          { name: t('operator.column_state'), value: stateText(operator) },
          { name: t('operator.column_roles'), value: rolesText(operator) },
          { name: t('operator.column_factor'), value: factorText(operator) },
          { name: t('operator.column_sign_in'), value: momentText(operator.lastSignInMs) },
          { name: t('operator.since'), value: utcText(operator.createdAtMs) },
          ...(setupUntilMs === null
            ? []
            : [{ name: t('operator.setup_until'), value: utcText(setupUntilMs) }]),
        ]}
      />
      <h2 className="mt-5 mb-1 text-13 text-t2">{t('operator.column_sessions')}</h2>
      {sessions.length === 0 ? (
        <p className="text-15">{t('operator.sessions_none')}</p>
      ) : (
        <ul className="divide-y divide-line text-15">
          {sessions.map((session) => (
            <li key={session.id} className="py-2">
              <Two
                first={t('operator.session', { ip: session.ip, since: utcMinute(session.sinceMs) })}
                second={t('operator.session_until', { until: utcMinute(session.untilMs) })}
              />
            </li>
          ))}
        </ul>
      )}
      {mayReadLog && (
        <Link
          to={`/audit?subject=operator:${id}`}
          className="mt-4 inline-flex min-h-11 items-center text-13 underline decoration-line2 underline-offset-4 hover:decoration-t1"
        >
          {t('operator.log')}
        </Link>
      )}
      {mayPropose && isSelf && <p className="mt-4 text-13 text-t2">{t('operator.own_note')}</p>}
      {mayPropose && !isSelf && isExpired && (
        <p className="mt-4 text-13 text-t2">{t('operator.expired_note')}</p>
      )}
      {mayPropose && !isSelf && setupUntilMs !== null && (
        <div className="mt-4 flex flex-col items-start gap-2">
          <p className="text-13 text-t2">{t('operator.void_note')}</p>
          <Button size="small" isPending={voiding.isPending} onClick={() => void voiding.send({ id })}>
            {t('operator.void')}
          </Button>
          <Refused error={voiding.error} />
        </div>
      )}
      {mayPropose && !isSelf && (
        <div className="mt-4 grid grid-cols-2 gap-2">
          {operatorActs
            .filter((act) => isActive || act === 'setup')
            .map((act) => (
              <Button
                key={act}
                size="small"
                kind={isExpired && act === 'setup' ? 'primary' : 'plain'}
                onClick={() => onAct(act)}
              >
                {t(`operator.act_${act}`)}
              </Button>
            ))}
        </div>
      )}
    </Panel>
  )
}

const columns: Column<OperatorLine>[] = [
  {
    title: t('operator.column_name'),
    value: ({ name, email }) => `${name} ${email}`,
    cell: ({ name, email }) => <Two isStrong first={name} second={email} />,
  },
  { title: t('operator.column_roles'), value: rolesText, cell: rolesText },
  {
    title: t('operator.column_sign_in'),
    value: ({ lastSignInMs }) => (lastSignInMs === null ? '' : utcMinute(lastSignInMs)),
    cell: ({ lastSignInMs }) => <span className="whitespace-nowrap">{momentText(lastSignInMs)}</span>,
  },
  { title: t('operator.column_factor'), value: factorText, isWide: true, cell: factorText },
  {
    title: t('operator.column_sessions'),
    align: 'right',
    value: ({ sessions }) => String(sessions.length),
    cell: ({ sessions }) => String(sessions.length),
  },
  {
    title: t('operator.column_state'),
    align: 'right',
    value: stateText,
    cell: (operator) => (
      <span className={stateOf(operator) === 'active' ? undefined : 'text-gold'}>{stateText(operator)}</span>
    ),
  },
]
