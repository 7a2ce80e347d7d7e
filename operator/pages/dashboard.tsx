import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consoleDashboard, consoleOverview, consoleQueue } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { beyondLevelMs } from '#domain/queue/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { isZero } from '#web/format/number.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useProducts } from '../app/products.ts'
import { useMay } from '../app/session.ts'
import { useNow } from '../app/use-now.ts'
import { age, amountText, dateUtc, seconds } from '../format.ts'
import type { Figure, Product } from '../products/product.ts'
import { t } from '../texts.ts'
import { BarFigure } from '../ui/bar.tsx'
import { amountColumn, coveredColumn } from '../ui/columns.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { levelText, WaitedText } from '../ui/waited.tsx'
import { WholeTable } from '../ui/whole-table.tsx'
import { ByInstrument, DueNext, MoneyInAndOut } from './dashboard-money.tsx'

type Dashboard = OutputOf<typeof consoleDashboard>
type Exposure = NonNullable<Dashboard['exposure']>[number]
type Queue = Dashboard['queues'][number]

const DASHBOARD_EVERY_MS = 10_000

/** What happened today, what is owed and held, what waits, and what is wrong. */
export function DashboardPage() {
  const call = useApiQuery(consoleDashboard, {}, { refetchMs: DASHBOARD_EVERY_MS })
  return (
    <Page title={t('dashboard.title')} summary={call.data && `${utcMinute(call.data.nowMs)} UTC`}>
      <Answered call={call}>
        {(dashboard) => (
          <>
            <div className={columnsOfTwo}>
              <div className="@min-[1000px]:order-2">
                <Queues queues={dashboard.queues} />
              </div>
              <div>{dashboard.exposure && <ExposureTable exposure={dashboard.exposure} />}</div>
            </div>
            <Today dashboard={dashboard} />
            <div className={columnsOfTwo}>
              <div>
                <Open open={dashboard.open} />
                <ByInstrument open={dashboard.open} />
                {dashboard.flows && <MoneyInAndOut flows={dashboard.flows} />}
              </div>
              <div>
                {dashboard.exposure && <DueNext due={dashboard.due} />}
                <Wrong />
              </div>
            </div>
          </>
        )}
      </Answered>
    </Page>
  )
}

/** Side by side where there is room. */
const columnsOfTwo = '@min-[1000px]:grid @min-[1000px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

function Today({ dashboard: { figures, fromMs } }: { dashboard: Dashboard }) {
  const known = figuresOf(useProducts())
  if (figures.length === 0) return null
  return (
    <Section title={t('dashboard.today')} text={t('dashboard.today_text')}>
      <ul
        aria-label={t('dashboard.today')}
        className="grid grid-cols-2 gap-3 px-5 pt-3 @min-[700px]:grid-cols-3 @min-[1100px]:grid-cols-5"
      >
        {figures.map(({ name, count, amounts }) => {
          const figure = known[name]
          return (
            figure && (
              <li key={name} className="min-w-0">
                <Link
                  to={figure.to(dateUtc(fromMs))}
                  className="press block h-full rounded-12 bg-s1 px-4 py-3 hover:bg-s2"
                >
                  <span className="block text-12 text-t2">{figure.label}</span>
                  <span className="figures block text-28 font-semibold">{count.toLocaleString('en-US')}</span>
                  <Amounts amounts={amounts} />
                </Link>
              </li>
            )
          )
        })}
      </ul>
    </Section>
  )
}

/** Above this share of what there is it is said: what is open can still grow. */
const HIGH_BPS = 8_000

/** What products may have to pay by what is open in them, and whether that is unusually much of what there is. */
function Open({ open }: { open: Dashboard['open'] }) {
  const products = useProducts()
  if (open.length === 0) return null
  return (
    <Section title={t('dashboard.open')}>
      <ul
        aria-label={t('dashboard.open')}
        className="grid grid-cols-1 gap-3 px-5 pt-3 @min-[560px]:grid-cols-2"
      >
        {open.map((line) => {
          const exposure = products.find(({ name }) => name === line.product)?.exposure
          return (
            exposure && (
              <li key={line.product} className="min-w-0">
                <Link to={exposure.to} className="press block h-full rounded-12 bg-s1 px-4 py-3 hover:bg-s2">
                  <span className="block text-12 text-t2">{exposure.label}</span>
                  <span className="figures block text-20 font-semibold">
                    {amountText(line.needed, line.currency)}
                  </span>
                  <span className="figures block text-12 text-t2">
                    {line.usedBps === null
                      ? t('dashboard.open_none')
                      : t('dashboard.open_of', {
                          has: amountText(line.has, line.currency),
                          percent: plainPercent(line.usedBps),
                        })}
                  </span>
                  <OpenWarning line={line} />
                </Link>
              </li>
            )
          )
        })}
      </ul>
    </Section>
  )
}

function OpenWarning({ line: { isCovered, usedBps } }: { line: Dashboard['open'][number] }) {
  const isHigh = usedBps === null || usedBps > HIGH_BPS
  if (isCovered && !isHigh) return null
  return (
    <span className={cx('mt-1 flex gap-1.5 text-12', isCovered ? 'text-gold' : 'text-danger')}>
      <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
      {isCovered ? t('dashboard.open_high', { percent: plainPercent(HIGH_BPS) }) : t('dashboard.uncovered')}
    </span>
  )
}

/** Currencies that a figure names; the list has the others. */
const SHOWN = 3

function Amounts({ amounts }: { amounts: Dashboard['figures'][number]['amounts'] }) {
  const some = amounts.filter((one) => !isZero(one.amount))
  return (
    <span className="figures block text-12 break-words text-t2">
      {some.slice(0, SHOWN).map(({ currency, amount }) => (
        <span key={currency} className="block">
          {amountText(amount, currency)}
        </span>
      ))}
      {some.length > SHOWN && t('dashboard.more', { count: some.length - SHOWN })}
    </span>
  )
}

const figuresOf = (products: readonly Product[]): Readonly<Record<string, Figure>> => ({
  ...Object.assign({}, ...products.map(({ figures }) => figures ?? {})),
  customers: {
    label: t('dashboard.figure_customers'),
    to: (day) => `/customers?from=${day}`,
  },
})

function ExposureTable({ exposure }: { exposure: readonly Exposure[] }) {
  /** Where nothing is owed there is nothing to cover, unless it is wrong all the same. */
  const owed = exposure.filter((line) => line.coverageBps !== null || !line.isCovered)
  const lowest = owed.toSorted((a, b) => (a.coverageBps ?? 0) - (b.coverageBps ?? 0))[0]
  return (
    <Section
      title={t('dashboard.exposure')}
      text={
        <>
          {lowest && (
            <strong className="mr-2 text-t1">
              {t('dashboard.lowest', { percent: percentOf(lowest), currency: lowest.currency })}
            </strong>
          )}
          {t('dashboard.exposure_text')}
        </>
      }
      actions={
        <Link to="/ledger" className="text-13 underline underline-offset-4">
          {t('shell.nav_ledger')}
        </Link>
      }
    >
      {exposure.length === 0 ? (
        <Nothing title={t('dashboard.exposure_none')} />
      ) : (
        <>
          <WholeTable
            name="exposure"
            label={t('dashboard.exposure')}
            columns={exposureColumns}
            rows={owed}
            keyOf={({ currency }) => currency}
          />
          {owed.length < exposure.length && (
            <p className="px-5 py-3 text-13 text-t2">
              {t('dashboard.not_owed', { count: exposure.length - owed.length })}
            </p>
          )}
        </>
      )}
    </Section>
  )
}

/** More is not told apart: a platform with far more of its own than its customers have. */
const MAX_BPS = 100_000

/** @example percentOf({ coverageBps: 10_230 }) // '102.30%' */
function percentOf({ coverageBps }: Pick<Exposure, 'coverageBps'>): string {
  if (coverageBps === null) return '–'
  return coverageBps > MAX_BPS ? '> 1,000%' : `${(coverageBps / 100).toFixed(2)}%`
}

/** From where to where the bar of coverage goes: all that is owed, and a twentieth more. */
const [MIN_BAR_BPS, MAX_BAR_BPS] = [10_000, 10_500]

const coverageShare = ({ coverageBps }: Exposure): number =>
  ((coverageBps ?? MIN_BAR_BPS) - MIN_BAR_BPS) / (MAX_BAR_BPS - MIN_BAR_BPS)

const exposureColumns: Column<Exposure>[] = [
  coveredColumn(t('common.currency'), {
    covered: t('dashboard.covered'),
    uncovered: t('dashboard.uncovered'),
  }),
  amountColumn(t('dashboard.owed'), 'owed'),
  amountColumn(t('dashboard.held'), 'held'),
  { ...amountColumn(t('dashboard.own'), 'own'), isWide: true },
  {
    title: t('dashboard.coverage'),
    value: ({ coverageBps }) => (coverageBps === null ? '' : String(coverageBps / 100)),
    align: 'right',
    cell: (line) => (
      <BarFigure share={coverageShare(line)} isWrong={!line.isCovered}>
        {percentOf(line)}
      </BarFigure>
    ),
  },
]

const waitedMsOf = ({ oldestAtMs }: Queue, nowMs: number): number => nowMs - (oldestAtMs ?? nowMs)

function Queues({ queues }: { queues: readonly Queue[] }) {
  const nowMs = useNow()
  const products = useProducts()
  const mayReview = useMay(consoleQueue)
  const late = queues.filter((queue) => beyondLevelMs(waitedMsOf(queue, nowMs), queue.levelMs) > 0)
  return (
    <Section
      title={t('dashboard.queues')}
      text={
        queues.length > 0 && (
          <>
            {t('dashboard.queues_summary', {
              count: queues.reduce((sum, { waiting }) => sum + waiting, 0),
              age: age(Math.max(...queues.map((queue) => waitedMsOf(queue, nowMs)))),
            })}
            {late.length > 0 && (
              <strong className="ml-2 text-danger">
                {t('dashboard.queues_late', { count: late.length })}
              </strong>
            )}
          </>
        )
      }
      actions={
        mayReview && (
          <ButtonLink to="/review" size="small">
            {t('dashboard.open_review')}
          </ButtonLink>
        )
      }
    >
      {queues.length === 0 ? (
        <p className="px-5 py-2 text-13 text-t2">{t('dashboard.queues_none')}</p>
      ) : (
        <ul aria-label={t('dashboard.queues')} className="pt-2">
          {queues.map((queue) => {
            const waitedMs = waitedMsOf(queue, nowMs)
            return (
              <li key={`${queue.product} ${queue.kind}`} className="border-t border-line">
                <QueueLine to={mayReview ? queuePath(products, queue) : undefined}>
                  <span className="min-w-0 flex-1 truncate">{queueName(products, queue)}</span>
                  <span className="figures text-17 font-semibold">{queue.waiting}</span>
                  <span className="w-20 text-right text-12">
                    <WaitedText waitedMs={waitedMs} levelMs={queue.levelMs} />
                    <span className="figures block text-t2">
                      {t('dashboard.level', { level: levelText(queue.levelMs) })}
                    </span>
                  </span>
                </QueueLine>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

const queueLine = 'flex min-h-11 items-center gap-3 px-5 text-13'

const QueueLine = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <span className={queueLine}>{children}</span>
  ) : (
    <Link to={to} className={cx(queueLine, 'press hover:bg-s1')}>
      {children}
    </Link>
  )

function queueName(products: readonly Product[], { product, kind }: Queue): string {
  const title = products.find(({ name }) => name === product)?.title ?? product
  return kind === 'request' ? title : t('dashboard.proposals_of', { product: title })
}

function queuePath(products: readonly Product[], { product, kind }: Queue): string {
  if (kind === 'request') return `/review?tab=${product}`
  const tab = products.find(({ name }) => name === product)?.proposals?.tab ?? 'products'
  return `/review?tab=${tab}`
}

/** Feeds and jobs that need a look; where there is none, that all are fine. */
function Wrong() {
  const { data } = useApiQuery(consoleOverview, {})
  if (!data) return null
  const feeds = data.feeds.filter(({ state }) => state !== 'up')
  const jobs = data.jobs.filter(({ lastError }) => lastError !== null)
  const wrong = [
    ...feeds.map(({ name, detail, state, tickAgeMs }) => ({
      key: `feed ${name}`,
      name,
      text: [t(`health.state_${state}`), tickAgeMs === null ? '' : seconds(tickAgeMs), detail]
        .filter(Boolean)
        .join(', '),
    })),
    ...jobs.map(({ name, lastError }) => ({ key: name, name, text: lastError! })),
  ]
  return (
    <Section
      title={t('dashboard.wrong')}
      actions={
        <Link to="/health" className="text-13 underline underline-offset-4">
          {t('shell.nav_health')}
        </Link>
      }
    >
      {wrong.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-2 text-13 text-t2">
          <CircleCheck aria-hidden size={18} />
          {t('dashboard.wrong_none', { count: data.jobs.length })}
        </p>
      ) : (
        <ul aria-label={t('dashboard.wrong')} className="pt-2">
          {wrong.map(({ key, name, text }) => (
            <li key={key} className="flex gap-3 border-t border-line px-5 py-3 text-13">
              <TriangleAlert aria-hidden size={18} className="shrink-0 text-danger" />
              <span className="min-w-0">
                <span className="block first-letter:uppercase">{name}</span>
                <span className="block break-words text-12 text-t2">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
