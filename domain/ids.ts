/**
 * Ids are bigints inside, decimal strings outside. What they name is part of their type, so that the id of one
 * thing is not taken for another's (ids.types.test.ts in `server/products/spot` shows what does not compile).
 * Accounts, transfers and holds have theirs in `server/core/ledger`.
 */

declare const named: unique symbol
type Id<Of extends string> = bigint & { readonly [named]: Of }

/** A customer, or the platform's own trader, which is a customer like any other. */
export type CustomerId = Id<'customer'>
/** An order of a market. */
export type OrderId = Id<'order'>
/** A trade between two orders. */
export type TradeId = Id<'trade'>
/** A position of a contract, from the order for it on. */
export type PositionId = Id<'position'>
/** An order for a seconds option. */
export type OptionId = Id<'option'>
/** Somebody who leads, from the application on; not the id of the customer that they are. */
export type LeadId = Id<'lead'>
/** That one customer copies another. */
export type RelationId = Id<'relation'>

/** What a customer sent for verification, once. */
export type CaseId = Id<'case'>

/** A number as a customer's id; nothing is checked. */
export const customerId = (value: bigint) => value as CustomerId
/** A number as an order's id; nothing is checked. */
export const orderId = (value: bigint) => value as OrderId
/** A number as a trade's id; nothing is checked. */
export const tradeId = (value: bigint) => value as TradeId
/** A number as a position's id; nothing is checked. */
export const positionId = (value: bigint) => value as PositionId
/** A number as the id of an order for a seconds option; nothing is checked. */
export const optionId = (value: bigint) => value as OptionId
/** A number as a lead's id; nothing is checked. */
export const leadId = (value: bigint) => value as LeadId
/** A number as a relation's id; nothing is checked. */
export const relationId = (value: bigint) => value as RelationId
