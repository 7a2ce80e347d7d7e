/** What an operator may be; one person can have several. */
export const roles = ['support', 'compliance', 'finance', 'content', 'risk', 'admin'] as const
export type Role = (typeof roles)[number]

/** Everybody who works here. */
const anyOperator: readonly Role[] = roles
/** Who sees customers and what they sent. */
const canViewCustomers: readonly Role[] = ['support', 'compliance', 'finance', 'admin']
/** Who matches payments to what customers say they sent. */
const canMatchDeposits: readonly Role[] = ['compliance', 'finance']
/** Who decides on what the platform offers. */
const canManageProducts: readonly Role[] = ['finance', 'risk']
/** Who brings the platform's own money in, moves it, and says where customers pay to. */
const canManageTreasury: readonly Role[] = ['finance']
/** Who sees what the platform has. */
const canViewTreasury: readonly Role[] = ['compliance', 'finance', 'risk', 'admin']

/**
 * Which roles may use which call of the console: the one list. A call that is not in it cannot be served
 * (`server/console/console-route.ts`), and the app hides what it does not allow.
 *
 * Approving asks more: the roles of the proposal's own kind, below.
 */
export const callRoles = {
  '/console/logout': anyOperator,
  '/console/me': anyOperator,
  '/console/overview': anyOperator,
  '/console/queue': [...new Set([...canMatchDeposits, ...canManageProducts, 'support', 'admin'] as const)],
  '/console/deposits': canViewCustomers,
  '/console/deposit': canViewCustomers,
  '/console/deposit/proof': canMatchDeposits,
  '/console/deposit/propose': canMatchDeposits,
  '/console/deposit/reject': canMatchDeposits,
  '/console/proposal': [...new Set([...canMatchDeposits, ...canManageProducts, 'support', 'admin'] as const)],
  '/console/proposal/approve': [...new Set([...canMatchDeposits, ...canManageProducts])],
  '/console/proposal/send_back': [...new Set([...canMatchDeposits, ...canManageProducts])],
  '/console/proposal/withdraw': [...new Set([...canMatchDeposits, ...canManageProducts])],
  '/console/earn': [...canManageProducts, 'support', 'content', 'admin'],
  '/console/earn/create': canManageProducts,
  '/console/earn/edit': canManageProducts,
  '/console/earn/open': canManageProducts,
  '/console/earn/close': [...canManageProducts, 'admin'],
  '/console/treasury': canViewTreasury,
  '/console/treasury/fund': canManageTreasury,
  '/console/treasury/move': canManageTreasury,
  '/console/treasury/address': canManageTreasury,
  '/console/customers': canViewCustomers,
  '/console/customer': canViewCustomers,
  '/console/ledger': canViewTreasury,
  '/console/ledger/check': canViewTreasury,
  '/console/audit': ['compliance', 'admin'],
} as const satisfies Record<string, readonly Role[]>

/** Everything that needs a maker and a checker, and who may be either. Nothing else moves money. */
export const proposalRoles = {
  'deposit-credit': canMatchDeposits,
  'earn-create': canManageProducts,
  'earn-edit': canManageProducts,
  'earn-open': canManageProducts,
  'treasury-funding': canManageTreasury,
  'treasury-move': canManageTreasury,
  'deposit-address': canManageTreasury,
} as const satisfies Record<string, readonly Role[]>

export type ProposalKind = keyof typeof proposalRoles
export const proposalKinds = Object.keys(proposalRoles) as [ProposalKind, ...ProposalKind[]]

/** Whether somebody with these roles has one of the allowed ones. */
export const hasRole = (own: readonly string[], allowed: readonly Role[]): boolean =>
  allowed.some((role) => own.includes(role))
