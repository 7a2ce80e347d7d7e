import { refusal, requireAllowed } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { decideIeo, IEO_RULES_VERSION, isSamePrice, PAID_IN } from '#domain/ieo/rules.ts'
import type { IeoKind } from '#domain/ieo/words.ts'
import type { DecimalString } from '#domain/money/amount.ts'
import { formatAmount, readAmount } from '#domain/money/read-amount.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import { requireOffered } from '#server/users/countries.ts'
import { requireTier } from '#server/users/tiers.ts'
import { fundingOf, heldAccount } from './accounts.ts'
import { paymentTransfers } from './flows.ts'
import {
  insertOrder,
  lockProject,
  type OrderOfProject,
  type OrderRow,
  ownCoins,
  projectOfRow,
  symbolOf,
} from './store.ts'

/** What a customer can do in new-coin sales, inside the caller's transaction. */

export interface IeoRequest {
  readonly customer: CustomerId
  readonly projectId: bigint
  /** As it was typed. */
  readonly amount: string
  readonly payCurrency?: string | undefined
  readonly price?: string | undefined
}

/**
 * Buys coins at the fixed price, or subscribes for them: whole coins for as much of the amount as they cost.
 *
 * Refuses: KYC_REQUIRED; COUNTRY_NOT_OFFERED; NOT_FOUND; CURRENCY_UNKNOWN for another currency than the project's; IEO_PRICE_DIFFERS; the
 *          amount's own refusals; and what `decideIeo` says.
 */
export async function orderIeo(
  tx: Tx,
  kind: IeoKind,
  { customer, projectId, amount, payCurrency, price }: IeoRequest,
  nowMs: number,
): Promise<OrderOfProject> {
  await requireTier(tx, customer, 'basic')
  await requireOffered(tx, customer, 'ieo')
  const project = await lockProject(tx, projectId)
  if (payCurrency !== undefined && payCurrency !== PAID_IN) throw refusal('CURRENCY_UNKNOWN')
  if (price !== undefined && !isSamePrice(price, project.price)) {
    const now: DecimalString = formatAmount(project.price, PAID_IN)
    throw refusal('IEO_PRICE_DIFFERS', { price: now, currency: PAID_IN })
  }
  const typed = readAmount(amount, PAID_IN)
  const funding = fundingOf(customer, PAID_IN)
  const balances = await lockBalances(tx, [funding, heldAccount(customer, PAID_IN)])
  const own = (await ownCoins(tx, customer, [projectId]))(projectId, kind)
  const { quantity } = requireAllowed(
    decideIeo(projectOfRow(project), kind, { nowMs, available: balances.get(funding)!, own }, typed),
  )
  const order: OrderRow = {
    ...{ id: nextId(), project_id: projectId, customer_id: customer, symbol: symbolOf(project), kind },
    ...{ quantity, price: project.price, placed_at: nowMs, rules_version: IEO_RULES_VERSION },
    ...(kind === 'exchange'
      ? { status: 'allotted', allotted: quantity }
      : { status: 'waiting', allotted: null }),
    ...{ position: null, whole: null, remainder: null, rank: null, ended_at: null },
  }
  await insertOrder(tx, order)
  await post(tx, paymentTransfers(order), nowMs)
  return { order, project }
}
