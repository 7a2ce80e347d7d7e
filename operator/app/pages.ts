import {
  Activity,
  BookOpenText,
  FileCheck2,
  LayoutDashboard,
  ListChecks,
  ScrollText,
  Users,
} from 'lucide-react'
import {
  consoleAudit,
  consoleDashboard,
  consoleLedger,
  consoleOverview,
  consoleProposals,
  consoleQueue,
  findCustomers,
} from '#domain/console/contract.ts'
import { hasRole, type Role } from '#domain/console/roles.ts'
import { AuditPage } from '../pages/audit.tsx'
import { CustomersPage } from '../pages/customers.tsx'
import { DashboardPage } from '../pages/dashboard.tsx'
import { HealthPage } from '../pages/health.tsx'
import { LedgerPage } from '../pages/ledger.tsx'
import { ProposalsPage } from '../pages/proposals.tsx'
import { ReviewPage } from '../pages/review.tsx'
import { type PageEntry, type PageGroup, type Product, pageGroups } from '../products/product.ts'
import { t } from '../texts.ts'

const dashboard: PageEntry = {
  path: '/dashboard',
  name: t('shell.nav_dashboard'),
  icon: LayoutDashboard,
  component: DashboardPage,
  endpoint: consoleDashboard,
}

const review: PageEntry = {
  path: '/review',
  name: t('shell.nav_review'),
  icon: ListChecks,
  component: ReviewPage,
  endpoint: consoleQueue,
}

const customers: readonly PageEntry[] = [
  {
    path: '/customers',
    name: t('shell.nav_customers'),
    icon: Users,
    component: CustomersPage,
    endpoint: findCustomers,
  },
]

/** What was done, and whether all of it holds. */
const records: readonly PageEntry[] = [
  {
    path: '/ledger',
    name: t('shell.nav_ledger'),
    icon: BookOpenText,
    component: LedgerPage,
    endpoint: consoleLedger,
  },
  {
    path: '/proposals',
    name: t('shell.nav_proposals'),
    icon: FileCheck2,
    component: ProposalsPage,
    endpoint: consoleProposals,
  },
  {
    path: '/health',
    name: t('shell.nav_health'),
    icon: Activity,
    component: HealthPage,
    endpoint: consoleOverview,
  },
  {
    path: '/audit',
    name: t('shell.nav_audit'),
    icon: ScrollText,
    component: AuditPage,
    endpoint: consoleAudit,
  },
]

/** Pages under their heading; the first ones stand above all headings. */
export interface PageSection {
  readonly group: PageGroup | undefined
  readonly pages: readonly PageEntry[]
}

/** The console's own pages by their heading. */
const own: Readonly<Partial<Record<PageGroup, readonly PageEntry[]>>> = { customers, records }

/** The pages somebody with these roles may enter, as the navigation has them; no heading without a page. */
export function sectionsFor(products: readonly Product[], roles: readonly Role[]): readonly PageSection[] {
  const mayEnter = ({ endpoint }: PageEntry) => hasRole(roles, endpoint.roles)
  const sections: readonly PageSection[] = [
    { group: undefined, pages: [dashboard, review] },
    ...pageGroups.map((group) => ({
      group,
      pages: [
        ...(own[group] ?? []),
        ...products.flatMap((product) =>
          (product.group ?? 'products') === group ? (product.pages ?? []) : [],
        ),
      ],
    })),
  ]
  return sections
    .map(({ group, pages }) => ({ group, pages: pages.filter(mayEnter) }))
    .filter(({ pages }) => pages.length > 0)
}

/** The pages somebody with these roles may enter. */
export const pagesFor = (products: readonly Product[], roles: readonly Role[]): readonly PageEntry[] =>
  sectionsFor(products, roles).flatMap(({ pages }) => pages)
