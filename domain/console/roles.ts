/** What an operator may be; one person can have several. */
export const roles = ['support', 'compliance', 'finance', 'content', 'risk', 'admin'] as const
export type Role = (typeof roles)[number]

/*
 * Who may do what, by the names that the endpoints of the console use. The server decides by the roles of
 * the endpoint; the console hides what they do not allow.
 */

/** Everybody who works here. */
export const anyOperator: readonly Role[] = roles
/** Who sees customers and what they sent. */
export const canViewCustomers: readonly Role[] = ['support', 'compliance', 'finance', 'admin']
/** Who may go through customers by the day they registered, instead of asking for one whom they know. */
export const canBrowseCustomers: readonly Role[] = ['compliance', 'admin']
/** Who matches payments to what customers say they sent. */
export const canMatchDeposits: readonly Role[] = ['compliance', 'finance']
/** Who lets customers' money leave, or sends it back to them. */
export const canReviewWithdrawals: readonly Role[] = ['compliance', 'finance']
/** Who decides on what the platform offers. */
export const canManageProducts: readonly Role[] = ['finance', 'risk']
/** Who sees what the platform offers. */
export const canViewProducts: readonly Role[] = ['finance', 'risk', 'support', 'content', 'admin']
/** Who sends pictures and videos that may be published; two who manage products decide. */
export const canUploadMedia: readonly Role[] = ['content', 'finance', 'risk']
/** Who ends an offer at once. */
export const canCloseProducts: readonly Role[] = ['finance', 'risk', 'admin']
/** Who decides what customers may do by their tier and country: it is for the law to say, and so for compliance too. */
export const canManageEligibility: readonly Role[] = ['compliance', ...canManageProducts]
/** Who sees what customers may do by their tier and country. */
export const canViewEligibility: readonly Role[] = ['compliance', ...canViewProducts]
/** Who closes a product in a country at once. */
export const canCloseCountries: readonly Role[] = ['compliance', ...canCloseProducts]
/** Who decides who may lead, and ends it. */
export const canReviewLeads: readonly Role[] = ['compliance', 'risk']
/** Who looks at what customers send for verification, and decides it. */
export const canReviewVerification: readonly Role[] = ['compliance']
/** Who sees who is verified and what waits, without anything personal. */
export const canViewVerification: readonly Role[] = ['support', 'compliance', 'admin']
/** Who lets customers back in who lost what signs in. */
export const canReviewRecoveries: readonly Role[] = ['compliance']
/** Who writes what the site says, and publishes it together with another. */
export const canWriteContent: readonly Role[] = ['content', 'compliance']
/** Who sees what is written before it is published. */
export const canViewContent: readonly Role[] = ['content', 'compliance', 'support', 'admin']
/** Who takes a published text back at once. */
export const canWithdrawContent: readonly Role[] = ['content', 'compliance', 'admin']
/** Who sees leads and who follows them. */
export const canViewLeads: readonly Role[] = ['support', 'compliance', 'risk', 'admin']
/** Who brings the platform's own money in, moves it, and says where customers pay to. */
export const canManageTreasury: readonly Role[] = ['finance']
/** Who sees what the platform has. */
export const canViewTreasury: readonly Role[] = ['compliance', 'finance', 'risk', 'admin']
/** Who closes deposits or withdrawals of a network at once. */
export const canCloseNetworks: readonly Role[] = ['compliance', 'finance', 'risk', 'admin']
/** Who may make or check some kind of proposal; the roles of its kind decide. */
export const canPropose: readonly Role[] = ['compliance', 'finance', 'risk', 'content', 'admin']
/** Who sees what waits for operators. */
export const canReview: readonly Role[] = ['compliance', 'finance', 'risk', 'content', 'support', 'admin']
/** Who decides, two of them together, how long what waits may wait. */
export const canManageQueues: readonly Role[] = ['compliance', 'finance', 'admin']
/** Who answers customers in their chats. */
export const canAnswerSupport: readonly Role[] = ['support', 'compliance']
/** Who sees what customers and the service wrote. */
export const canViewSupport: readonly Role[] = ['support', 'compliance', 'admin']
/** Who takes a nickname off a board that customers see. */
export const canHideNicknames: readonly Role[] = ['support', 'compliance']
/** Who decides, two of them together, who works here and as what. */
export const canManageOperators: readonly Role[] = ['admin']
/** Who sees who works here. */
export const canViewOperators: readonly Role[] = ['compliance', 'admin']
export const canReadAuditLog: readonly Role[] = ['compliance', 'admin']

/** Whether somebody with these roles has one of the allowed ones. */
export const hasRole = (own: readonly string[], allowed: readonly Role[]): boolean =>
  allowed.some((role) => own.includes(role))
