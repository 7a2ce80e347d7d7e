import {
  type ConsoleBoxSeries,
  closeBox,
  consoleBoxes,
  proposeBox,
  proposeBoxOpening,
} from '#domain/box/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { KindName, ProposalLines, ProposalPanel, proposalSteps } from '../../pages/proposal-panel.tsx'
import { proposalColumns } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { BoxForm } from './box-form.tsx'

/** Series of blind boxes, the newest first. */
export function BoxPage() {
  const call = useApiQuery(consoleBoxes, {})
  const [at, choose] = useChosen()
  const mayPropose = useMay(proposeBox)
  const series = call.data?.series ?? []
  const open = series.filter(({ phase }) => phase === 'open')
  return (
    <Page
      title={t('box.title')}
      summary={call.data && t('box.summary', { open: open.length, all: series.length })}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => choose('new')}>
            {t('box.create')}
          </Button>
        )
      }
      panel={call.data && <ChosenPanel boxes={call.data} />}
    >
      <Answered call={call}>
        {({ drafts }) => (
          <>
            {drafts.length > 0 && (
              <Section title={t('box.drafts')}>
                <ChoosableTable
                  name="box-drafts"
                  label={t('box.drafts')}
                  columns={draftColumns}
                  rows={drafts}
                  keyOf={({ id }) => `draft-${id}`}
                />
              </Section>
            )}
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
          </>
        )}
      </Answered>
    </Page>
  )
}

/** What the URL names: the form, a draft, or a series. */
function ChosenPanel({ boxes: { series } }: { boxes: OutputOf<typeof consoleBoxes> }) {
  const [at = '', choose] = useChosen()
  const close = () => choose(undefined)
  if (at === 'new') return <BoxForm key={at} onClose={close} />
  if (at.startsWith('draft-')) return <ProposalPanel key={at} id={at.slice(6)} onClose={close} />
  const found = series.find(({ id }) => id === at)
  return found ? <SeriesPanel key={at} series={found} onClose={close} /> : null
}

const draftColumns = proposalColumns(t('box.column_series'))

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
