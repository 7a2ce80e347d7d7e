import type { consoleDashboard } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { plainPercent } from '#domain/money/rate.ts'
import { amount, grouped, isZero } from '#web/format/number.ts'
import { cx } from '#web/ui/cx.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { useProducts } from '../app/products.ts'
import { useNow } from '../app/use-now.ts'
import { age, amountText, momentUtc, timeUtc } from '../format.ts'
import { t } from '../texts.ts'
import { BarFigure } from '../ui/bar.tsx'
import { Section } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'
import { WholeTable } from '../ui/whole-table.tsx'
import { sentence } from './subject-name.tsx'

/** The dashboard's parts about money: what instruments may need, what came in and out, what midnight will do. */

type Dashboard = OutputOf<typeof consoleDashboard>
type Line = Dashboard['open'][number]['instruments'][number] & {
  readonly product: string
  readonly currency: string
  readonly title: string
}

/** What each instrument may need of what its product has; nothing where nothing is open. */
export function ByInstrument({ open }: { open: Dashboard['open'] }) {
  const products = useProducts()
  const rows = open.flatMap(({ product, currency, instruments }) =>
    instruments.map((line) => ({
      ...line,
      ...{ product, currency, title: products.find(({ name }) => name === product)?.title ?? product },
    })),
  )
  if (rows.length === 0) return null
  return (
    <Section title={t('dashboard.by_instrument')} text={t('dashboard.by_instrument_text')}>
      <WholeTable
        name="exposure-instruments"
        label={t('dashboard.by_instrument')}
        isDense
        columns={instrumentColumns}
        rows={rows}
        keyOf={({ product, symbol }) => `${product} ${symbol}`}
      />
    </Section>
  )
}

const instrumentColumns: Column<Line>[] = [
  {
    title: t('table.instrument'),
    value: ({ label, title }) => `${label}, ${title}`,
    cell: ({ label, title }) => (
      <>
        <strong>{label}</strong> <span className="block text-12 text-t3">{title}</span>
      </>
    ),
  },
  {
    title: t('dashboard.net'),
    align: 'right',
    value: ({ net }) => net ?? '',
    cell: ({ net }) => <span className="text-t2">{net ?? '–'}</span>,
  },
  {
    title: t('dashboard.needed'),
    align: 'right',
    value: ({ needed }) => needed,
    cell: ({ needed, currency }) => <span className="whitespace-nowrap">{amountText(needed, currency)}</span>,
  },
  {
    title: t('dashboard.of_funds'),
    align: 'right',
    value: ({ usedBps }) => (usedBps === null ? '' : String(usedBps / 100)),
    cell: ({ usedBps }) => (
      <BarFigure share={(usedBps ?? BPS) / BPS} isWrong={usedBps === null || usedBps > BPS}>
        {usedBps === null ? '–' : `${plainPercent(usedBps)}%`}
      </BarFigure>
    ),
  },
]

const BPS = 10_000

/** Money in above the line and out below it, hour by hour of the day. */
export function MoneyInAndOut({ flows }: { flows: NonNullable<Dashboard['flows']> }) {
  const { hours, currencies, inUsd, outUsd } = flows
  const most = Math.max(...hours.flatMap((hour) => [Number(hour.inUsd), Number(hour.outUsd)]))
  const height = (usd: string) => `${most === 0 ? 0 : (Number(usd) / most) * 100}%`
  const unpriced = currencies.flatMap(({ currency, isPriced }) => (isPriced ? [] : [currency]))
  return (
    <Section title={t('dashboard.flows')} text={t('dashboard.flows_text')}>
      <p className="figures flex flex-wrap gap-x-5 gap-y-1 px-5 pt-2 text-13">
        <Legend colour="bg-t1">{t('dashboard.flows_in', { amount: grouped(inUsd) })}</Legend>
        <Legend colour="bg-grab">{t('dashboard.flows_out', { amount: grouped(outUsd) })}</Legend>
      </p>
      {currencies.length === 0 ? (
        <p className="px-5 py-2 text-13 text-t2">{t('dashboard.flows_none')}</p>
      ) : (
        <>
          <ol aria-label={t('dashboard.flows')} className="flex gap-0.5 px-5 pt-3 @min-[600px]:gap-1.5">
            {hours.map((hour) => (
              <li
                key={hour.atMs}
                title={`${momentUtc(hour.atMs)}: +${grouped(hour.inUsd)} −${grouped(hour.outUsd)} USD`}
                className="min-w-0 flex-1"
              >
                <span className="sr-only">
                  {momentUtc(hour.atMs)}: +{grouped(hour.inUsd)} −{grouped(hour.outUsd)} USD
                </span>
                <span aria-hidden className="flex h-16 items-end border-b border-line2">
                  <span className="w-full rounded-t-4 bg-t1" style={{ height: height(hour.inUsd) }} />
                </span>
                <span aria-hidden className="flex min-h-10 items-start pt-px">
                  <span className="w-full rounded-b-4 bg-grab" style={{ height: height(hour.outUsd) }} />
                </span>
              </li>
            ))}
          </ol>
          <p aria-hidden className="figures flex px-5 text-11 text-t3">
            {[0, 6, 12, 18].map((hour) => (
              <span key={hour} className="w-1/4">
                {timeUtc(hours[hour]!.atMs).slice(0, 5)}
              </span>
            ))}
          </p>
          <WholeTable
            name="flows"
            label={t('dashboard.flows_by_currency')}
            isDense
            columns={flowColumns}
            rows={currencies}
            keyOf={({ currency }) => currency}
          />
          {unpriced.length > 0 && (
            <p className="px-5 pb-2 text-12 text-t2">
              {t('dashboard.flows_unpriced', { currencies: unpriced.join(', ') })}
            </p>
          )}
        </>
      )}
    </Section>
  )
}

const Legend = ({ colour, children }: { colour: string; children: string }) => (
  <span className="flex items-center gap-2">
    <span aria-hidden className={cx('size-2 rounded-full', colour)} />
    {children}
  </span>
)

const flowColumns: Column<NonNullable<Dashboard['flows']>['currencies'][number]>[] = [
  {
    title: t('common.currency'),
    value: ({ currency }) => currency,
    cell: ({ currency }) => <strong>{currency}</strong>,
  },
  {
    title: t('dashboard.in'),
    align: 'right',
    value: (line) => line.in,
    cell: (line) => (isZero(line.in) ? '–' : amount(line.in)),
  },
  {
    title: t('dashboard.out'),
    align: 'right',
    value: ({ out }) => out,
    cell: ({ out }) => (isZero(out) ? '–' : amount(out)),
  },
]

/** What will happen by itself: not booked yet, as things stand. */
export function DueNext({ due }: { due: Dashboard['due'] }) {
  const nowMs = useNow()
  const products = useProducts()
  const nextMs = due[0]?.atMs
  return (
    <Section
      title={t('dashboard.due')}
      text={t('dashboard.due_text')}
      actions={
        nextMs !== undefined && (
          <span className="figures text-13 font-semibold">
            {t('dashboard.due_in', { age: age(Math.max(0, nextMs - nowMs)) })}
          </span>
        )
      }
    >
      {due.length === 0 ? (
        <p className="px-5 py-2 text-13 text-t2">{t('dashboard.due_none')}</p>
      ) : (
        <ul aria-label={t('dashboard.due')} className="pt-2">
          {due.map(({ product, name, atMs, count, amounts }) => {
            const label = products.find((one) => one.name === product)?.due?.[name]
            return (
              <li key={`${product} ${name}`} className="flex gap-3 border-t border-line px-5 py-3 text-13">
                <Bob size={16} meaning="pending" className="mt-px shrink-0" />
                <span className="min-w-0">
                  <span className="block">{label ? label(count) : `${sentence(name)} ${count}`}</span>
                  <span className="figures block text-12 text-t2">
                    {amounts.map((one) => amountText(one.amount, one.currency)).join(' · ')}
                    {atMs !== nextMs && `, ${momentUtc(atMs)}`}
                  </span>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
