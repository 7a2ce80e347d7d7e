import type { OutputOf } from '#domain/endpoint.ts'
import { type ConsoleIeoProject, consoleIeo, proposeIeo } from '#domain/ieo/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { ProposalPanel } from '../../pages/proposal-panel.tsx'
import { proposalColumns } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { IeoForm } from './ieo-form.tsx'
import { IeoPanel } from './ieo-panel.tsx'

/** Token sales, the newest first. */
export function IeoPage() {
  const call = useApiQuery(consoleIeo, {})
  const [at, choose] = useChosen()
  const mayPropose = useMay(proposeIeo)
  const projects = call.data?.projects ?? []
  const open = projects.filter(({ phase }) => phase === 'open')
  return (
    <Page
      title={t('ieo.title')}
      summary={call.data && t('ieo.summary', { open: open.length, all: projects.length })}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => choose('new')}>
            {t('ieo.create')}
          </Button>
        )
      }
      panel={call.data && <ChosenPanel sales={call.data} />}
    >
      <Answered call={call}>
        {({ drafts }) => (
          <>
            {drafts.length > 0 && (
              <Section title={t('ieo.drafts')}>
                <ChoosableTable
                  name="ieo-drafts"
                  label={t('ieo.drafts')}
                  columns={draftColumns}
                  rows={drafts}
                  keyOf={({ id }) => `draft-${id}`}
                />
              </Section>
            )}
            <Section title={t('ieo.sales')} text={t('ieo.sales_text')}>
              <ChoosableTable
                name="ieo-sales"
                empty={{ title: t('ieo.empty') }}
                label={t('ieo.sales')}
                columns={columns}
                rows={projects}
                keyOf={({ id }) => id}
              />
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

/** What the URL names: the form, a draft, or a sale. */
function ChosenPanel({ sales: { projects } }: { sales: OutputOf<typeof consoleIeo> }) {
  const [at = '', choose] = useChosen()
  const close = () => choose(undefined)
  if (at === 'new') return <IeoForm key={at} onClose={close} />
  if (at.startsWith('draft-')) return <ProposalPanel key={at} id={at.slice(6)} onClose={close} />
  const project = projects.find(({ id }) => id === at)
  return project ? <IeoPanel key={at} project={project} onClose={close} /> : null
}

const draftColumns = proposalColumns(t('ieo.column_sale'))

const columns: Column<ConsoleIeoProject>[] = [
  {
    title: t('ieo.column_sale'),
    value: ({ code }) => code,
    cell: ({ name, code, price }) => (
      <Two isStrong first={`${name} ${code}`} second={amountText(price, 'USDT')} />
    ),
  },
  {
    title: t('ieo.window'),
    value: ({ endsAtMs }) => utcMinute(endsAtMs),
    isWide: true,
    cell: ({ opensAtMs, endsAtMs }) => (
      <span className="figures">
        <Two first={utcMinute(opensAtMs)} second={utcMinute(endsAtMs)} />
      </span>
    ),
  },
  {
    title: t('ieo.column_sold'),
    align: 'right',
    value: ({ sold }) => sold,
    cell: ({ sold, exchangeSupply, subscribed, subscriptionSupply }) => (
      <span className="figures">
        <Two
          first={`${amount(sold, 0)} / ${amount(exchangeSupply, 0)}`}
          second={`${amount(subscribed, 0)} / ${amount(subscriptionSupply, 0)}`}
        />
      </span>
    ),
  },
  {
    title: t('ieo.held'),
    align: 'right',
    isWide: true,
    value: ({ held }) => held,
    cell: ({ held }) => <span className="figures whitespace-nowrap">{amount(held)}</span>,
  },
  {
    title: t('ieo.column_status'),
    value: ({ phase }) => phase,
    cell: ({ phase, pending }) => (
      <Two first={t(`ieo.phase_${phase}`)} second={pending && t('ieo.pending')} />
    ),
  },
]
