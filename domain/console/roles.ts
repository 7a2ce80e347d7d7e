/** What an operator may be; one person can have several. */
export const roles = ['support', 'compliance', 'finance', 'content', 'risk', 'admin'] as const
export type Role = (typeof roles)[number]

/** Everybody who works here. */
const all: readonly Role[] = roles
/** Who sees customers and what they sent. */
const desk: readonly Role[] = ['support', 'compliance', 'finance', 'admin']
/** Who matches payments to what customers say they sent. */
const cashiers: readonly Role[] = ['compliance', 'finance']
/** Who decides on what the house offers. */
const treasurers: readonly Role[] = ['finance', 'risk']
/** Who brings the house's own money in, moves it, and says where customers pay to. */
const bankers: readonly Role[] = ['finance']
/** Who sees what the house has. */
const watchers: readonly Role[] = ['compliance', 'finance', 'risk', 'admin']

/**
 * Which roles may use which call of the console: the one list. A call that is not in it cannot be served
 * (`server/console/console-route.ts`), and the app hides what it does not allow.
 *
 * Approving asks more: the roles of the proposal's own kind, below.
 */
export const callRoles = {
  '/console/logout': all,
  '/console/me': all,
  '/console/overview': all,
  '/console/queue': [...new Set([...cashiers, ...treasurers, 'support', 'admin'] as const)],
  '/console/deposits': desk,
  '/console/deposit': desk,
  '/console/deposit/proof': cashiers,
  '/console/deposit/propose': cashiers,
  '/console/deposit/reject': cashiers,
  '/console/proposal': [...new Set([...cashiers, ...treasurers, 'support', 'admin'] as const)],
  '/console/proposal/approve': [...new Set([...cashiers, ...treasurers])],
  '/console/proposal/send_back': [...new Set([...cashiers, ...treasurers])],
  '/console/proposal/withdraw': [...new Set([...cashiers, ...treasurers])],
  '/console/locked': [...treasurers, 'support', 'content', 'admin'],
  '/console/locked/create': treasurers,
  '/console/locked/edit': treasurers,
  '/console/locked/open': treasurers,
  '/console/locked/close': [...treasurers, 'admin'],
  '/console/house': watchers,
  '/console/house/fund': bankers,
  '/console/house/move': bankers,
  '/console/house/address': bankers,
  '/console/customers': desk,
  '/console/customer': desk,
  '/console/ledger': watchers,
  '/console/ledger/check': watchers,
  '/console/audit': ['compliance', 'admin'],
} as const satisfies Record<string, readonly Role[]>

/** Everything that needs a maker and a checker, and who may be either. Nothing else moves money. */
export const proposalRoles = {
  'deposit-credit': cashiers,
  'locked-create': treasurers,
  'locked-edit': treasurers,
  'locked-open': treasurers,
  'house-funding': bankers,
  'house-move': bankers,
  'deposit-address': bankers,
} as const satisfies Record<string, readonly Role[]>

export type ProposalKind = keyof typeof proposalRoles
export const proposalKinds = Object.keys(proposalRoles) as [ProposalKind, ...ProposalKind[]]

/** Whether somebody with these roles has one of the allowed ones. */
export const hasRole = (own: readonly string[], allowed: readonly Role[]): boolean =>
  allowed.some((role) => own.includes(role))
