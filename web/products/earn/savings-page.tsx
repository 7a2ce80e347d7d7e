import { ChartNoAxesColumn, CircleHelp, History } from 'lucide-react'
import { useNavigate } from 'react-router'
import { financialOverview } from '#domain/financial/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { type PlainTextKey, useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { useProducts } from '../products-context.ts'
import { kinds } from './kinds.ts'
import { ActiveSubscriptions } from './term/active-subscriptions.tsx'
import { type AppTermKind, toKindPage } from './term/kind.ts'
import { ProductList } from './term/product-list.tsx'
import { SavingsTotal } from './term/savings-total.tsx'

/** The tabs, and the kinds of term product under each. */
const tabs = {
  term: { label: 'earn_pages.tab_term', kinds: [kinds.locked, kinds.quantization] },
  mining: { label: 'earn_pages.mining_title', kinds: [kinds.mining] },
} as const satisfies Record<string, { label: PlainTextKey; kinds: readonly AppTermKind[] }>
const tabIds = ['term', 'mining'] as const

/** What has pages of its own, shown as a tab where a product serves them. */
const elsewhere: readonly { readonly label: PlainTextKey; readonly page: PageRoute }[] = [
  { label: 'earn_pages.tab_dual', page: 'pages/invest/invest' },
  { label: 'earn_pages.tab_ieo', page: 'pages/ieo/ieo' },
]

/** The Savings tab: what the customer has, and everything that is offered for a term, by tabs. */
export default function SavingsPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const navigate = useNavigate()
  const products = useProducts()
  const others = elsewhere.filter(({ page }) => products.some(({ pages }) => pages[page] !== undefined))
  const [tab, setTab] = useUrlChoice('tab', tabIds)
  const chosen: readonly AppTermKind[] = tabs[tab].kinds
  return (
    <>
      <AppBar title={t('common.tab_savings')} hasBack={false}>
        <IconLink icon={CircleHelp} label={t('earn_pages.how')} to={toKindPage(chosen[0]!, 'howItWorks')} />
        {isSignedIn && (
          <>
            <IconLink
              icon={ChartNoAxesColumn}
              label={t('earn_pages.overview')}
              to={toPage('pages/financial/index')}
            />
            <IconLink
              icon={History}
              label={t(chosen[0]!.texts.own)}
              to={toKindPage(chosen[0]!, 'subscriptions')}
            />
          </>
        )}
      </AppBar>
      <main className="pb-8">
        {isSignedIn && <Own />}
        <UnderlineTabs
          label={t('earn_pages.kind')}
          choices={[
            ...tabIds.map((id) => ({ id: id as string, label: t(tabs[id].label) })),
            ...others.map(({ page, label }) => ({ id: page as string, label: t(label) })),
          ]}
          value={tab as string}
          onChange={(id) => {
            const there = others.find(({ page }) => page === id)
            if (there) navigate(toPage(there.page))
            else setTab(id === 'mining' ? 'mining' : 'term')
          }}
        />
        <Offered product="earn" />
        {chosen.map((kind) => (
          <section key={kind.name} aria-label={t(kind.texts.title)}>
            <div className="border-b border-line gutter pt-4 pb-2">
              <h2 className="text-15 font-semibold">{t(kind.texts.title)}</h2>
              <p className="text-13 text-t2">{t(kind.texts.note)}</p>
            </div>
            <ProductList kind={kind} />
          </section>
        ))}
        <p className="gutter pt-2 text-12 text-t3">{t(chosen[0]!.texts.risk)}</p>
      </main>
    </>
  )
}

/** What the customer has in products of every kind; nothing for who never had any. */
function Own() {
  const totals = useApiQuery(financialOverview, {}).data?.totals ?? []
  if (totals.length === 0) return null
  return (
    <>
      <SavingsTotal
        totals={totals.map(({ currency, principal, today, total }) => ({
          ...{ currency, principal, interestToday: today, interestSoFar: total },
        }))}
      />
      {Object.values(kinds).map((kind) => (
        <ActiveSubscriptions key={kind.name} kind={kind} />
      ))}
    </>
  )
}
