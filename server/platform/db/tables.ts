/**
 * The tables queries know, by name. Each store adds its own:
 *
 *     declare module '#server/platform/db/tables.ts' {
 *       interface Tables { earn_subscription: SubscriptionTable }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the stores
export interface Tables {}
