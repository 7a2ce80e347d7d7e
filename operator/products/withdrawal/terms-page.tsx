import { SlidersHorizontal } from 'lucide-react'
import type { OutputOf } from '#domain/endpoint.ts'
import { plainPercent } from '#domain/money/rate.ts'
import {
  consoleWithdrawalTerms,
  proposeWithdrawalPause,
  proposeWithdrawalTerms,
} from '#domain/withdrawal/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { dateTimeUtc } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import type { PageEntry } from '../product.ts'
import { WithdrawalPauseForm, WithdrawalTermsForm } from './terms-form.tsx'

type TermsConsole = OutputOf<typeof consoleWithdrawalTerms>
type Way = TermsConsole['ways'][number]

const TERMS_EVERY_MS = 5_000
const PAUSE = 'pause'
const keyOf = ({ currency, network }: Way) => `${currency}/${network}`

/** What withdrawals cost by currency and network, what is paused, and what is proposed to change. */
function WithdrawalTermsPage() {
  const call = useApiQuery(consoleWithdrawalTerms, {}, { refetchMs: TERMS_EVERY_MS })
  const [at, choose] = useChosen()
  const mayChange = useMay(proposeWithdrawalTerms)
  const mayPause = useMay(proposeWithdrawalPause)
  const close = () => choose(undefined)
  const way = call.data?.ways.find((one) => keyOf(one) === at)
  return (
    <Page
      title={t('withdrawal.kind_terms')}
      summary={t('withdrawal.terms_summary')}
      panel={
        at === PAUSE && mayPause && call.data ? (
          <WithdrawalPauseForm isPaused={call.data.areAllPaused} onClose={close} />
        ) : (
          way && mayChange && <WithdrawalTermsForm key={at} way={way} onClose={close} />
        )
      }
    >
      <Answered call={call}>
        {({ areAllPaused, ways, screening, pending }) => (
          <>
            <PendingProposals title={t('withdrawal.terms_pending')} pending={pending} />
            <Section
              title={t('withdrawal.all')}
              text={t('withdrawal.pause_text')}
              actions={
                mayPause && (
                  <Button size="small" onClick={() => choose(PAUSE)}>
                    {t(areAllPaused ? 'withdrawal.resume_all' : 'withdrawal.pause_all')}
                  </Button>
                )
              }
            >
              <div className="max-w-xl px-5 pb-4">
                <KeyValue ruled lines={stateLines(areAllPaused, screening)} />
              </div>
            </Section>
            <Section title={t('withdrawal.ways')} text={t('withdrawal.ways_text')}>
              <WholeTable
                name="withdrawal-terms"
                label={t('withdrawal.ways')}
                columns={columns}
                rows={ways}
                keyOf={keyOf}
                {...(mayChange && { chosen: at, onChoose: (one: Way) => choose(keyOf(one)) })}
              />
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

const stateLines = (areAllPaused: boolean, screening: TermsConsole['screening']) => [
  { name: t('withdrawal.state'), value: stateOf(areAllPaused) },
  {
    name: t('withdrawal.screening'),
    value: screening
      ? t('withdrawal.screening_of', { count: screening.addresses, time: dateTimeUtc(screening.readAtMs) })
      : t('withdrawal.no_screening'),
  },
]

const stateOf = (isPaused: boolean) => t(isPaused ? 'withdrawal.paused' : 'withdrawal.runs')

const columns: Column<Way>[] = [
  {
    title: t('common.currency'),
    value: ({ currency }) => currency,
    cell: ({ currency }) => <strong>{currency}</strong>,
  },
  {
    title: t('withdrawal.column_network'),
    value: ({ network }) => network,
    cell: ({ network }) => network,
  },
  ...(['fee', 'minimum'] as const).map(
    (name): Column<Way> => ({
      ...{
        title: t(name === 'fee' ? 'withdrawal.column_fee' : 'withdrawal.term_minimum'),
        align: 'right',
        value: (way) => way[name],
      },
      cell: (way) => <span className="figures">{amount(way[name])}</span>,
    }),
  ),
  {
    title: t('withdrawal.term_rate'),
    align: 'right',
    value: ({ feeBps }) => String(feeBps),
    cell: ({ feeBps }) => (feeBps === 0 ? '' : <span className="figures">{`${plainPercent(feeBps)}%`}</span>),
  },
  {
    title: t('withdrawal.paid_by'),
    isWide: true,
    value: ({ hasSigner }) => String(hasSigner),
    cell: ({ hasSigner }) => t(hasSigner ? 'withdrawal.by_signer' : 'withdrawal.by_hand'),
  },
  {
    title: t('withdrawal.state'),
    value: ({ isPaused }) => String(isPaused),
    cell: ({ isPaused }) => stateOf(isPaused),
  },
]

export const withdrawalTermsPage: PageEntry = {
  ...{ path: '/withdrawals/terms', name: t('withdrawal.kind_terms') },
  ...{ icon: SlidersHorizontal, component: WithdrawalTermsPage, endpoint: consoleWithdrawalTerms },
}
