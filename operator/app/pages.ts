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
import type { PageEntry, Product } from '../products/product.ts'
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

/** The console's own pages below those of products. */
const records: readonly PageEntry[] = [
  {
    path: '/customers',
    name: t('shell.nav_customers'),
    icon: Users,
    component: CustomersPage,
    endpoint: findCustomers,
  },
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

/** The pages somebody with these roles may enter. */
export const pagesFor = (products: readonly Product[], roles: readonly Role[]): readonly PageEntry[] =>
  [dashboard, review, ...products.flatMap(({ pages }) => pages ?? []), ...records].filter(({ endpoint }) =>
    hasRole(roles, endpoint.roles),
  )
