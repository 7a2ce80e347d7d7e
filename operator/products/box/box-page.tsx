import {
  type ConsoleBoxSeries,
  closeBox,
  consoleBoxes,
  proposeBox,
  proposeBoxOpening,
} from '#domain/box/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { DraftsPage } from '../../pages/drafts-page.tsx'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { KindName, ProposalLines, proposalSteps } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Steps } from '../../ui/steps.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { BoxForm } from './box-form.tsx'

/** Series of blind boxes, the newest first. */
export function BoxPage() {
  const call = useApiQuery(consoleBoxes, {})
  return (
    <DraftsPage
      name="box"
      title={t('box.title')}
      summary={({ series }) =>
        t('box.summary', { open: series.filter(({ phase }) => phase === 'open').length, all: series.length })
      }
      call={call}
      create={{ endpoint: proposeBox, label: t('box.create') }}
      draftOf={t('box.column_series')}
      form={(_, close) => <BoxForm onClose={close} />}
      panel={({ series }, at, close) => {
        const found = series.find(({ id }) => id === at)
        return found && <SeriesPanel key={at} series={found} onClose={close} />
      }}
    >
      {({ series }) => (
        <Section title={t('box.all')} text={t('box.all_text')}>
          <ChoosableTable
            name="box-series"
            empty={{ title: t('box.empty') }}
            label={t('box.all')}
            columns={columns}
            rows={series}
            keyOf={({ id }) => id}
          />
        </Section>
      )}
    </DraftsPage>
  )
}

const columns: Column<ConsoleBoxSeries>[] = [
  {
    title: t('box.column_series'),
    value: ({ code }) => code,
    cell: ({ name, code, price, currency }) => (
      <Two isStrong first={`${name} ${code}`} second={amountText(price, currency)} />
    ),
  },
  {
    title: t('box.column_window'),
    value: ({ endsAtMs }) => utcMinute(endsAtMs),
    isWide: true,
    cell: ({ opensAtMs, endsAtMs }) => (
      <span className="figures">
        <Two first={utcMinute(opensAtMs)} second={utcMinute(endsAtMs)} />
      </span>
    ),
  },
  {
    title: t('box.column_drawn'),
    align: 'right',
    value: ({ drawn }) => String(drawn),
    cell: ({ drawn, items, sealed }) => (
      <span className="figures">
        <Two first={`${drawn} / ${items}`} second={String(sealed)} />
      </span>
    ),
  },
  {
    title: t('box.column_held'),
    align: 'right',
    isWide: true,
    value: ({ held }) => held,
    cell: ({ held }) => <span className="figures whitespace-nowrap">{amount(held)}</span>,
  },
  {
    title: t('box.column_status'),
    value: ({ phase }) => phase,
    cell: ({ phase, pending }) => (
      <Two first={t(`box.phase_${phase}`)} second={pending && t('box.pending')} />
    ),
  },
]

/** One series: what it promised, how far it is, and what can be done with it. */
function SeriesPanel({ series, onClose }: { series: ConsoleBoxSeries; onClose(): void }) {
  const { pending } = series
  return (
    <Panel
      title={t('box.title')}
      onClose={onClose}
      foot={pending ? <ProposalDecision proposal={pending} /> : <Status series={series} />}
    >
      <p className="text-20 font-semibold">
        {series.name} {series.code}
      </p>
      <p className="mb-4 text-13 text-t2">{t(`box.phase_${series.phase}`)}</p>
      {pending && (
        <>
          <p className="text-15">
            <KindName kind={pending.kind} />
          </p>
          <ProposalLines proposal={pending} />
          <Steps steps={proposalSteps(pending)} />
        </>
      )}
      <KeyValue
        ruled
        lines={[
          { name: t('box.price'), value: amountText(series.price, series.currency) },
          {
            name: t('box.column_window'),
            value: `${utcMinute(series.opensAtMs)} – ${utcMinute(series.endsAtMs)}`,
          },
          ...series.rarities.map(({ rarity, items, left }) => ({
            name: t(`box.rarity_${rarity}`),
            value: t('box.left_of', { left, items }),
          })),
          { name: t('box.per_customer'), value: String(series.perCustomer) },
          { name: t('box.issued'), value: String(series.issued) },
          { name: t('box.drawn'), value: String(series.drawn) },
          { name: t('box.sealed'), value: String(series.sealed) },
          { name: t('box.unopened'), value: String(series.unopened) },
          { name: t('box.refunded'), value: String(series.refunded) },
          { name: t('box.held'), value: amountText(series.held, series.currency) },
          { name: t('box.inventory'), value: <span className="break-all">{series.inventory}</span> },
          { name: t('box.commitment'), value: <span className="break-all">{series.commitment}</span> },
        ]}
      />
    </Panel>
  )
}

/** Selling again needs two, closing one. */
function Status({ series: { id, isOpen, phase } }: { series: ConsoleBoxSeries }) {
  const mayOpen = useMay(proposeBoxOpening)
  const mayClose = useMay(closeBox)
  const input = { id }
  const open = useDecisionChoice(proposeBoxOpening, {
    ...{ label: t('box.open'), isPrimary: true, input, done: t('proposal.proposed') },
  })
  const close = useDecisionChoice(closeBox, { label: t('box.close'), input, done: t('box.closed') })
  if (phase === 'ended') return null
  const choices = [...(!isOpen && mayOpen ? [open] : []), ...(isOpen && mayClose ? [close] : [])]
  return choices.length === 0 ? null : <Decision note={t('box.close_note')} choices={choices} />
}
