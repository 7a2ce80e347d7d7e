import { ChevronLeft, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  type ConsoleProductBalance,
  consoleAudit,
  consoleCustomer,
  consoleProposals,
} from '#domain/console/contract.ts'
import type { CustomerFigure } from '#domain/console/customer.ts'
import { hasRole } from '#domain/console/roles.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount, grouped, isZero } from '#web/format/number.ts'
import { cx } from '#web/ui/cx.ts'
import { useProducts } from '../app/products.ts'
import { useSession } from '../app/session.ts'
import { dateUtc, momentUtc } from '../format.ts'
import { type CustomerTab, type Product, pageGroups } from '../products/product.ts'
import { t } from '../texts.ts'
import { amountColumn } from '../ui/columns.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WholeTable } from '../ui/whole-table.tsx'
import { WrappedTabs } from '../ui/wrapped-tabs.tsx'
import { AuditTable } from './audit-table.tsx'
import { Person } from './customer-person.tsx'
import { Security, SecuritySummary } from './customer-security.tsx'
import { ProposalsTable } from './proposals-table.tsx'
import { sentence } from './subject-name.tsx'
import { Timeline } from './timeline.tsx'

type Customer = OutputOf<typeof consoleCustomer>

const OVERVIEW = 'overview'
const SESSIONS = 'security'

/** Everything about one customer: contacts masked, nothing to change. That it was read stands in the audit log. */
export function CustomerPage({ id }: { id: string }) {
  const call = useApiQuery(consoleCustomer, { id })
  const [address, setAddress] = useSearchParams()
  const tabs = useTabs()
  const chosen = [OVERVIEW, SESSIONS, ...tabs.map((tab) => tab.id)].find(
    (name) => name === address.get('tab'),
  )
  const tab = tabs.find((one) => one.id === chosen)
  return (
    <Page
      title={
        <span className="flex min-w-0 items-center gap-1">
          <Link to="/customers" aria-label={t('customers.back')} className="press -ml-2 p-2">
            <ChevronLeft aria-hidden size={20} />
          </Link>
          <span className="truncate">{call.data?.nickname ?? call.data?.contact ?? id}</span>
        </span>
      }
      summary={call.data && <Summary customer={call.data} />}
    >
      <WrappedTabs
        label={t('customers.tabs')}
        value={chosen ?? OVERVIEW}
        // Filters of one tab say nothing in another.
        onChange={(next) => setAddress({ id, tab: next }, { replace: true })}
        choices={[
          { id: OVERVIEW, label: t('customers.tab_overview') },
          ...tabs.map(({ id, name }) => ({ id, label: name })),
          { id: SESSIONS, label: t('customers.tab_sessions') },
        ]}
      />
      <Answered call={call}>
        {(customer) =>
          tab ? (
            <tab.Tab key={tab.id} customer={id} language={customer.language} />
          ) : chosen === SESSIONS ? (
            <Security customer={customer} />
          ) : (
            <Overview customer={customer} />
          )
        }
      </Answered>
    </Page>
  )
}

const Summary = ({ customer: { id, nickname, contact, tier, isDemo } }: { customer: Customer }) => (
  <span className="figures">
    {[t('customers.copy', { id }), nickname && contact, t(`customers.tier_${tier}`)]
      .filter(Boolean)
      .join(' · ')}
    {isDemo && <span className="ml-2 rounded-4 bg-demo px-1.5 text-11 text-ink">{t('customers.demo')}</span>}
  </span>
)

/** What products and the console have of a customer, as far as the viewer may read it. */
function useTabs(): readonly CustomerTab[] {
  const roles = useSession((session) => session.operator?.roles)
  const byHeading = useProducts().toSorted((a, b) => headingOf(a) - headingOf(b))
  return [...byHeading.flatMap(({ customerTabs }) => customerTabs ?? []), ...ownTabs].filter(({ endpoint }) =>
    hasRole(roles ?? [], endpoint.roles),
  )
}

/** Tabs stand in the order of the pages' headings. */
const headingOf = ({ group = 'products' }: Product) => pageGroups.indexOf(group)

const ownTabs: readonly CustomerTab[] = [
  {
    id: 'proposals',
    name: t('customers.tab_proposals'),
    endpoint: consoleProposals,
    Tab: ({ customer }) => <ProposalsTable customer={customer} />,
  },
  {
    id: 'audit',
    name: t('customers.tab_audit'),
    endpoint: consoleAudit,
    Tab: ({ customer }) => <AuditTable customer={customer} />,
  },
]

function Overview({ customer }: { customer: Customer }) {
  const products = useProducts()
  return (
    <div className="@min-[900px]:grid @min-[900px]:grid-cols-[minmax(0,1fr)_320px]">
      <div className="@min-[900px]:order-2 @min-[900px]:border-l @min-[900px]:border-line">
        <Person customer={customer} />
        <SecuritySummary customer={customer} />
        <Signs signs={customer.signs} />
      </div>
      <div className="min-w-0">
        <Figures customer={customer} />
        <Totals customer={customer} />
        <Section title={t('customers.balances')} text={t('customers.read_only')}>
          {customer.balances.length === 0 ? (
            <Nothing title={t('customers.no_balances')} />
          ) : (
            <WholeTable
              name="balances"
              label={t('customers.balances')}
              isDense
              columns={walletColumns(customer.balances)}
              rows={byCurrency(customer.balances)}
              keyOf={({ currency }) => currency}
            />
          )}
        </Section>
        {[...Map.groupBy(customer.productBalances, ({ product }) => product)].map(([product, balances]) => (
          <ProductBalances key={product} products={products} product={product} balances={balances} />
        ))}
        <Section title={t('customers.happened')} text={t('customers.happened_text')}>
          <Timeline customer={customer.id} />
        </Section>
      </div>
    </div>
  )
}

/** What the wallets are worth, and what products say of the customer. */
const Figures = ({ customer: { balancesUsd, figures } }: { customer: Customer }) => (
  <ul aria-label={t('customers.figures')} className="flex flex-wrap gap-x-8 gap-y-3 px-5 pt-5">
    <Figure title={t('customers.worth')} value={`${grouped(balancesUsd.amount)} USD`}>
      {!balancesUsd.isWhole && <span className="text-gold">{t('customers.worth_part')}</span>}
    </Figure>
    {figures.map((figure) => (
      <Figure key={figure.title} title={figure.title} value={figureText(figure)}>
        {figure.basis}
      </Figure>
    ))}
  </ul>
)

/** What came in and went out, ever. */
const Totals = ({ customer: { sums, sumsFromMs } }: { customer: Customer }) => (
  <Section
    title={t('customers.sums')}
    text={
      sumsFromMs === null
        ? t('customers.sums_text')
        : t('customers.sums_since', { date: dateUtc(sumsFromMs) })
    }
  >
    {sums.length === 0 ? (
      <p className="px-5 py-2 text-13 text-t2">{t('customers.sums_none')}</p>
    ) : (
      <WholeTable
        name="sums"
        label={t('customers.sums')}
        isDense
        columns={sumColumns}
        rows={sums}
        keyOf={({ currency }) => currency}
      />
    )}
  </Section>
)

function Figure({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <li className="min-w-0">
      <span className="block text-12 text-t2">{title}</span>
      <span className="figures block text-17 font-semibold">{value}</span>
      <span className="block text-12 text-t2">{children}</span>
    </li>
  )
}

/** What is counted has no fraction; an amount is shown as everywhere. */
const decimal = (text: string): string => (text.includes('.') ? amount(text) : grouped(text))

/** @example figureText(used) // '0.0281 of 200.00 BTC' */
function figureText({ value, of, unit }: CustomerFigure): string {
  const text =
    of === null ? decimal(value) : t('customers.figure_of', { amount: decimal(value), most: decimal(of) })
  return unit === null ? text : `${text} ${unit}`
}

/** What was looked for; what is raised stands first. */
const Signs = ({ signs }: { signs: Customer['signs'] }) => (
  <Section title={t('customers.signs')} text={t('customers.signs_text')}>
    <ul aria-label={t('customers.signs')} className="pt-2">
      {signs.map(({ title, isRaised, basis, atMs }) => (
        <li key={title} className="flex gap-3 border-t border-line px-5 py-2.5 text-13">
          {isRaised ? (
            <CircleAlert aria-hidden size={18} className="mt-px shrink-0 text-gold" />
          ) : (
            <CircleCheck aria-hidden size={18} className="mt-px shrink-0 text-t3" />
          )}
          <span className="min-w-0">
            <span className={cx('block', isRaised ? 'font-semibold' : 'text-t2')}>{title}</span>
            <span className="figures block text-12 text-t2">
              {basis}
              {atMs !== null && ` · ${momentUtc(atMs)}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </Section>
)

function ProductBalances({
  products,
  product,
  balances,
}: {
  products: readonly Product[]
  product: string
  balances: readonly ConsoleProductBalance[]
}) {
  const title = products.find(({ name }) => name === product)?.title ?? product
  return (
    <Section title={title}>
      <WholeTable
        name={`balances-${product}`}
        label={title}
        isDense
        columns={productColumns}
        rows={balances}
        keyOf={({ currency }) => currency}
      />
    </Section>
  )
}

const currencyColumn: Column<{ currency: string }> = {
  title: t('common.currency'),
  value: ({ currency }) => currency,
  cell: ({ currency }) => <strong>{currency}</strong>,
}

type Balance = Customer['balances'][number]
/** A currency with what is of it in each wallet. */
interface CurrencyRow {
  readonly currency: string
  readonly wallets: ReadonlyMap<string, Balance>
}

const byCurrency = (balances: readonly Balance[]): CurrencyRow[] =>
  [...Map.groupBy(balances, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    wallets: new Map(own.map((balance) => [balance.walletType, balance])),
  }))

/** A column for each wallet that has something: what is available, and below it what is held. */
const walletColumns = (balances: readonly Balance[]): Column<CurrencyRow>[] => [
  currencyColumn,
  ...[...new Set(balances.map(({ walletType }) => walletType))].map(
    (wallet): Column<CurrencyRow> => ({
      title: sentence(wallet),
      align: 'right',
      value: ({ wallets }) => wallets.get(wallet)?.available ?? '0',
      cell: ({ wallets }) => {
        const balance = wallets.get(wallet)
        if (!balance) return <span className="text-t3">–</span>
        return (
          <>
            <span className="block">{amount(balance.available)}</span>
            {!isZero(balance.held) && (
              <span className="block text-12 text-t2">
                {t('customers.held', { amount: amount(balance.held) })}
              </span>
            )}
          </>
        )
      },
    }),
  ),
]

const sumColumns: Column<Customer['sums'][number]>[] = [
  currencyColumn,
  {
    title: t('customers.sums_in'),
    align: 'right',
    value: (line) => line.in,
    cell: (line) => amount(line.in),
  },
  { title: t('customers.sums_out'), align: 'right', value: ({ out }) => out, cell: ({ out }) => amount(out) },
]

const productColumns: Column<ConsoleProductBalance>[] = [
  currencyColumn,
  amountColumn(t('customers.product_principal'), 'principal'),
  amountColumn(t('customers.product_interest'), 'interestTotal'),
]
