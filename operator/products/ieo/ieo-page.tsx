import { type ConsoleIeoProject, consoleIeo, proposeIeo } from '#domain/ieo/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { amountText } from '../../format.ts'
import { DraftsPage } from '../../pages/drafts-page.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Section } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { IeoForm } from './ieo-form.tsx'
import { IeoPanel } from './ieo-panel.tsx'

/** Token sales, the newest first. */
export function IeoPage() {
  const call = useApiQuery(consoleIeo, {})
  return (
    <DraftsPage
      name="ieo"
      title={t('ieo.title')}
      summary={({ projects }) =>
        t('ieo.summary', {
          open: projects.filter(({ phase }) => phase === 'open').length,
          all: projects.length,
        })
      }
      call={call}
      create={{ endpoint: proposeIeo, label: t('ieo.create') }}
      draftOf={t('ieo.column_sale')}
      form={(_, close) => <IeoForm onClose={close} />}
      panel={({ projects }, at, close) => {
        const project = projects.find(({ id }) => id === at)
        return project && <IeoPanel key={at} project={project} onClose={close} />
      }}
    >
      {({ projects }) => (
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
      )}
    </DraftsPage>
  )
}

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
