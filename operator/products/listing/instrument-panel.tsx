import { Link } from 'react-router'
import { consoleProposal } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { consoleTermsHistory, haltInstrument, proposeTerms } from '#domain/listing/console.ts'
import { percentOfBps } from '#domain/money/rate.ts'
import { collarBps } from '#domain/spot/price-range.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { grouped } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { dateTimeUtc } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { KindName, ProposalLines, proposalSteps } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { collarText, feesText, smallestText } from './terms.ts'
import type { ListedInstrument } from './types.ts'

/** One instrument: its terms, what would change them, and all it ever had. */
export function InstrumentPanel({
  instrument,
  onAct,
  onClose,
}: {
  instrument: ListedInstrument
  onAct(what: 'terms' | 'halt'): void
  onClose(): void
}) {
  const { symbol, label, name, base, quote, status, pending } = instrument
  const mayPropose = useMay(proposeTerms)
  const mayHalt = useMay(haltInstrument)
  return (
    <Panel
      title={t('listing.instrument')}
      onClose={onClose}
      foot={pending && <ProposalDecision proposal={pending} />}
    >
      <p className="text-20 font-semibold">{label}</p>
      <p className="mb-4 text-13 text-t2">
        {name}, {t(`listing.class_${instrument.class}`)}
      </p>
      {pending && (
        <section className="mb-6">
          <h3 className="text-15">
            <KindName kind={pending.kind} />
          </h3>
          <ProposalLines proposal={pending} />
          <Steps steps={proposalSteps(pending)} />
        </section>
      )}
      <h3 className="mb-2 text-13 text-t2">{t('listing.terms', { version: instrument.termsVersion })}</h3>
      <KeyValue
        ruled
        lines={[
          { name: t('listing.status'), value: t(`listing.status_${status}`), isStrong: true },
          { name: t('listing.smallest'), value: smallestText(instrument.minNotional, quote) },
          { name: t('listing.maker'), value: `${percentOfBps(instrument.makerFeeBps)}%` },
          { name: t('listing.taker'), value: `${percentOfBps(instrument.takerFeeBps)}%` },
          { name: t('listing.collar'), value: collarText(instrument.collar) },
          { name: t('listing.band'), value: `${percentOfBps(instrument.restingBandBps)}%` },
        ]}
      />
      {status === 'halted' && <p className="text-12 text-t3">{t('listing.resume_text')}</p>}
      <div className="mt-4 flex gap-3 empty:hidden">
        {mayPropose && !pending && (
          <Button size="small" className="flex-1" onClick={() => onAct('terms')}>
            {t('listing.change')}
          </Button>
        )}
        {mayHalt && status === 'trading' && (
          <Button size="small" className="flex-1" onClick={() => onAct('halt')}>
            {t('listing.halt')}
          </Button>
        )}
      </div>
      <h3 className="mt-8 mb-2 text-13 text-t2">{t('listing.fixed')}</h3>
      <KeyValue
        lines={[
          { name: t('listing.tick'), value: `${instrument.tickSize} ${quote}` },
          { name: t('listing.step'), value: `${instrument.stepSize} ${base}` },
          { name: t('listing.lot'), value: `${grouped(String(instrument.lotSize))} ${base}` },
          { name: t('listing.reference'), value: `${grouped(instrument.referencePrice)} ${quote}` },
        ]}
      />
      <h3 className="mt-8 mb-2 text-13 text-t2">{t('listing.history')}</h3>
      <History symbol={symbol} quote={quote} />
    </Panel>
  )
}

/** Halting at once: what it does, and the reason. */
export function HaltPanel({ instrument, onClose }: { instrument: ListedInstrument; onClose(): void }) {
  const { symbol, label, pending } = instrument
  const halt = useDecisionChoice(haltInstrument, {
    label: t('listing.halt'),
    isPrimary: true,
    input: { symbol },
    done: t('listing.halted', { label }),
    onDone: onClose,
  })
  return (
    <Panel
      title={t('listing.instrument')}
      onClose={onClose}
      foot={<Decision note={t('listing.halt_note')} choices={[halt]} />}
    >
      <p className="text-20 font-semibold">{t('listing.halt_title', { label })}</p>
      <ul className="mt-4 flex list-disc flex-col gap-2 pl-4 text-13 text-t2">
        <li>{t('listing.halt_new')}</li>
        <li>{t('listing.halt_resting')}</li>
        <li>{t('listing.halt_prices')}</li>
        <li>{t('listing.halt_until')}</li>
        {pending && <li className="text-t1">{t('listing.halt_pending')}</li>}
      </ul>
    </Panel>
  )
}

type Terms = OutputOf<typeof consoleTermsHistory>[number]

const HISTORY_EVERY_MS = 5_000

/** All terms an instrument ever had, newest first. */
function History({ symbol, quote }: { symbol: string; quote: string }) {
  const call = useApiQuery(consoleTermsHistory, { symbol }, { refetchMs: HISTORY_EVERY_MS })
  return (
    <Answered call={call}>
      {(history) => (
        <ol aria-label={t('listing.history')}>
          {history.map((terms) => (
            <li key={terms.version} className="border-t border-line py-2 text-13">
              <p className="flex justify-between gap-3">
                <span>
                  {t('listing.version', { version: terms.version })},{' '}
                  <span className="figures text-t2">{dateTimeUtc(terms.atMs)} UTC</span>
                </span>
                <Origin terms={terms} />
              </p>
              <p className="figures text-12 text-t2">
                {[
                  t(`listing.status_${terms.status}`),
                  t('listing.history_smallest', { amount: smallestText(terms.minNotional, quote) }),
                  feesText(terms),
                  t('listing.history_collar', { percent: percentOfBps(collarBps[terms.collar]) }),
                  t('listing.history_band', { percent: percentOfBps(terms.restingBandBps) }),
                ].join(', ')}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Answered>
  )
}

/** What the terms came by: a proposal, a halt by one operator, or the installation. */
function Origin({ terms: { version, proposal } }: { terms: Terms }) {
  const maySee = useMay(consoleProposal)
  if (proposal === null)
    return (
      <span className="text-t2">{version === 1 ? t('listing.by_installation') : t('listing.by_halt')}</span>
    )
  if (!maySee) return <span className="figures text-t2">{proposal}</span>
  return (
    <Link className="figures underline" to={`/review?at=proposal-${proposal.slice(2)}`}>
      {proposal}
    </Link>
  )
}
