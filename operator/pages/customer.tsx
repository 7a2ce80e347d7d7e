import { ChevronLeft, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  type ConsoleProductBalance,
  consoleAudit,
  consoleCustomer,
  consoleProposals,
} from '#domain/console/contract.ts'
import { hasRole } from '#domain/console/roles.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { locales, toLanguage } from '#domain/language.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount, grouped, isZero } from '#web/format/number.ts'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useProducts } from '../app/products.ts'
import { useSession } from '../app/session.ts'
import { dateTimeUtc, dateUtc, momentUtc } from '../format.ts'
import { type CustomerTab, type Product, pageGroups } from '../products/product.ts'
import { t } from '../texts.ts'
import { amountColumn } from '../ui/columns.tsx'
import { CustomerLink } from '../ui/customer-link.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WholeTable } from '../ui/whole-table.tsx'
import { WrappedTabs } from '../ui/wrapped-tabs.tsx'
import { AuditTable } from './audit-table.tsx'
import { ProposalsTable } from './proposals-table.tsx'
import { sentence } from './subject-name.tsx'
import { Timeline } from './timeline.tsx'

type Customer = OutputOf<typeof consoleCustomer>

const languages = new Intl.DisplayNames('en', { type: 'language' })
/** What operators call a customer's language. @example languageName('jp') // 'Japanese' */
const languageName = (language: string): string => languages.of(locales[toLanguage(language)])!

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
        <Signs signs={customer.signs} />
        <Person customer={customer} />
      </div>
      <div className="min-w-0">
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

/** What the wallets are worth, and what came in and went out, ever. */
function Totals({ customer: { balancesUsd, sums, sumsFromMs } }: { customer: Customer }) {
  return (
    <Section
      title={t('customers.sums')}
      text={
        sumsFromMs === null
          ? t('customers.sums_text')
          : t('customers.sums_since', { date: dateUtc(sumsFromMs) })
      }
    >
      <p className="px-5 pt-2">
        <span className="block text-12 text-t2">{t('customers.worth')}</span>
        <span className="figures text-20 font-semibold">{grouped(balancesUsd.amount)} USD</span>
        {!balancesUsd.isWhole && <span className="block text-12 text-gold">{t('customers.worth_part')}</span>}
      </p>
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

function Person({ customer }: { customer: Customer }) {
  const { email, mobile, tier, language, createdAtMs, invitedBy, invited } = customer
  const line = (name: string, value: ReactNode) => ({ name, value })
  return (
    <Section title={t('customers.person')} text={t('customers.masked')}>
      <div className="px-5 py-2 [&_div]:text-13">
        <KeyValue
          lines={[
            line(t('customers.email'), email ?? '–'),
            line(t('customers.mobile'), mobile ?? '–'),
            line(t('customers.tier'), t(`customers.tier_${tier}`)),
            line(t('customers.language'), languageName(language)),
            line(t('customers.registered'), momentUtc(createdAtMs)),
            line(
              t('customers.invited_by'),
              invitedBy === null ? '–' : <CustomerLink id={invitedBy}>{invitedBy}</CustomerLink>,
            ),
            line(t('customers.invited'), String(invited)),
          ]}
        />
      </div>
    </Section>
  )
}

function Security({ customer }: { customer: Customer }) {
  const { hasPayPassword, securityChangedAtMs, frozenSinceMs, sessions } = customer
  return (
    <>
      <div className="max-w-140 px-5 pt-4 [&_div]:text-13">
        <KeyValue
          lines={[
            {
              name: t('customers.pay_password'),
              value: hasPayPassword ? t('customers.pay_password_set') : t('customers.pay_password_unset'),
            },
            {
              name: t('customers.security_changed'),
              value:
                securityChangedAtMs === null
                  ? t('customers.never')
                  : `${dateTimeUtc(securityChangedAtMs)} UTC`,
            },
            {
              name: t('customers.frozen'),
              value: frozenSinceMs === null ? t('customers.frozen_no') : `${dateTimeUtc(frozenSinceMs)} UTC`,
            },
          ]}
        />
      </div>
      <Section title={t('customers.sessions')}>
        {sessions.length === 0 ? (
          <Nothing title={t('customers.sessions_none')} />
        ) : (
          <WholeTable
            name="sessions"
            label={t('customers.sessions')}
            isDense
            columns={sessionColumns}
            rows={sessions}
            keyOf={(session) => session.id}
          />
        )}
      </Section>
    </>
  )
}

const timeText = (ms: number) => <span className="figures whitespace-nowrap text-t2">{utcMinute(ms)}</span>

const sessionColumns: Column<Customer['sessions'][number]>[] = [
  { title: t('customers.column_device'), value: ({ device }) => device, cell: ({ device }) => device },
  {
    title: t('customers.column_ip'),
    value: ({ ip }) => ip,
    cell: ({ ip }) => <span className="figures break-all">{ip}</span>,
  },
  {
    title: t('customers.column_begun'),
    value: ({ createdAtMs }) => dateTimeUtc(createdAtMs),
    cell: ({ createdAtMs }) => timeText(createdAtMs),
  },
  {
    title: t('customers.column_seen'),
    value: ({ lastSeenAtMs }) => dateTimeUtc(lastSeenAtMs),
    cell: ({ lastSeenAtMs }) => timeText(lastSeenAtMs),
  },
  {
    title: t('customers.column_ended'),
    value: ({ endedAtMs }) => (endedAtMs === null ? t('customers.active') : dateTimeUtc(endedAtMs)),
    cell: ({ endedAtMs }) => (endedAtMs === null ? t('customers.active') : timeText(endedAtMs)),
  },
]

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
