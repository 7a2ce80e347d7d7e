import { Activity, BookOpenText, ListChecks, ScrollText, Users } from 'lucide-react'
import {
  consoleAudit,
  consoleLedger,
  consoleOverview,
  consoleQueue,
  findCustomers,
} from '#domain/console/contract.ts'
import { hasRole, type Role } from '#domain/console/roles.ts'
import { AuditPage } from '../pages/audit.tsx'
import { CustomersPage } from '../pages/customers.tsx'
import { HealthPage } from '../pages/health.tsx'
import { LedgerPage } from '../pages/ledger.tsx'
import { ReviewPage } from '../pages/review.tsx'
import type { PageEntry, Product } from '../products/product.ts'
import { t } from '../texts.ts'

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
  [review, ...products.flatMap(({ pages }) => pages ?? []), ...records].filter(({ endpoint }) =>
    hasRole(roles, endpoint.roles),
  )
