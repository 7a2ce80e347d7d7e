import {
  Activity,
  Banknote,
  BookOpenText,
  Landmark,
  ListChecks,
  Lock,
  type LucideIcon,
  ScrollText,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { callRoles, hasRole, type Role } from '#domain/console/roles.ts'
import { AuditPage } from '../pages/audit.tsx'
import { CustomersPage } from '../pages/customers.tsx'
import { DepositsPage } from '../pages/deposits.tsx'
import { EarnPage } from '../pages/earn.tsx'
import { HealthPage } from '../pages/health.tsx'
import { LedgerPage } from '../pages/ledger.tsx'
import { ReviewPage } from '../pages/review.tsx'
import { TreasuryPage } from '../pages/treasury.tsx'
import { t } from '../texts.ts'

interface PageEntry {
  readonly path: string
  readonly name: string
  readonly icon: LucideIcon
  readonly component: ComponentType
  /** The call that a visitor of the page must be allowed. */
  readonly call: keyof typeof callRoles
}

const pages: readonly PageEntry[] = [
  {
    path: '/review',
    name: t('shell.nav_review'),
    icon: ListChecks,
    component: ReviewPage,
    call: '/console/queue',
  },
  {
    path: '/deposits',
    name: t('shell.nav_deposits'),
    icon: Banknote,
    component: DepositsPage,
    call: '/console/deposits',
  },
  {
    path: '/earn',
    name: t('shell.nav_earn'),
    icon: Lock,
    component: EarnPage,
    call: '/console/earn',
  },
  {
    path: '/treasury',
    name: t('shell.nav_platform'),
    icon: Landmark,
    component: TreasuryPage,
    call: '/console/treasury',
  },
  {
    path: '/customers',
    name: t('shell.nav_customers'),
    icon: Users,
    component: CustomersPage,
    call: '/console/customers',
  },
  {
    path: '/ledger',
    name: t('shell.nav_ledger'),
    icon: BookOpenText,
    component: LedgerPage,
    call: '/console/ledger',
  },
  {
    path: '/health',
    name: t('shell.nav_health'),
    icon: Activity,
    component: HealthPage,
    call: '/console/overview',
  },
  {
    path: '/audit',
    name: t('shell.nav_audit'),
    icon: ScrollText,
    component: AuditPage,
    call: '/console/audit',
  },
]

/** The pages somebody with these roles may enter. */
export const pagesFor = (roles: readonly Role[]): readonly PageEntry[] =>
  pages.filter(({ call }) => hasRole(roles, callRoles[call]))
