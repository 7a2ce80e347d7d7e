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
import { AuditRoom } from '../rooms/audit.tsx'
import { CustomersRoom } from '../rooms/customers.tsx'
import { DepositsRoom } from '../rooms/deposits.tsx'
import { HealthRoom } from '../rooms/health.tsx'
import { HouseRoom } from '../rooms/house.tsx'
import { LedgerRoom } from '../rooms/ledger.tsx'
import { LockedRoom } from '../rooms/locked.tsx'
import { ReviewRoom } from '../rooms/review.tsx'
import { t } from '../texts.ts'

interface RoomEntry {
  readonly path: string
  readonly name: string
  readonly icon: LucideIcon
  readonly component: ComponentType
  /** The call that a visitor of the room must be allowed. */
  readonly call: keyof typeof callRoles
}

const rooms: readonly RoomEntry[] = [
  {
    path: '/review',
    name: t('shell.nav_review'),
    icon: ListChecks,
    component: ReviewRoom,
    call: '/console/queue',
  },
  {
    path: '/deposits',
    name: t('shell.nav_deposits'),
    icon: Banknote,
    component: DepositsRoom,
    call: '/console/deposits',
  },
  {
    path: '/locked',
    name: t('shell.nav_locked'),
    icon: Lock,
    component: LockedRoom,
    call: '/console/locked',
  },
  {
    path: '/house',
    name: t('shell.nav_platform'),
    icon: Landmark,
    component: HouseRoom,
    call: '/console/house',
  },
  {
    path: '/customers',
    name: t('shell.nav_customers'),
    icon: Users,
    component: CustomersRoom,
    call: '/console/customers',
  },
  {
    path: '/ledger',
    name: t('shell.nav_ledger'),
    icon: BookOpenText,
    component: LedgerRoom,
    call: '/console/ledger',
  },
  {
    path: '/health',
    name: t('shell.nav_health'),
    icon: Activity,
    component: HealthRoom,
    call: '/console/overview',
  },
  {
    path: '/audit',
    name: t('shell.nav_audit'),
    icon: ScrollText,
    component: AuditRoom,
    call: '/console/audit',
  },
]

/** The rooms somebody with these roles may enter. */
export const roomsFor = (roles: readonly Role[]): readonly RoomEntry[] =>
  rooms.filter(({ call }) => hasRole(roles, callRoles[call]))
