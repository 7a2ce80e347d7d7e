import * as calls from '#domain/deposit/contract.ts'
import { confirmationsNeeded } from '#domain/deposit/rules.ts'
import { refusal } from '#domain/errors.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'
import { pageOf } from '#server/core/page.ts'
import { moneyRoute, type Route, route } from '#server/platform/http/route.ts'
import { findDepositAddress } from './addresses.ts'
import { minimumOf, requestDeposit } from './service.ts'
import { type DepositRequest, depositsOf, findDeposit } from './store.ts'

/** The calls of deposits by proof. */
export const depositRoutes: Route[] = [
  route(calls.depositAddress, async ({ currency, network }, { db }) => {
    requireCurrency(currency)
    const { depositAddress, networks } = await findDepositAddress(db, currency, network)
    return {
      currency,
      network: depositAddress.network,
      address: depositAddress.address,
      minimum: formatAmount(minimumOf(depositAddress), currency),
      networks,
      isDemo: depositAddress.isDemo,
    }
  }),

  moneyRoute(calls.requestDeposit, async (claim, { clock, customer }, tx) => {
    return depositView(await requestDeposit(tx, customer.id, claim, clock.nowMs()))
  }),

  route(calls.deposits, ({ kind = 'deposit', status, currency, ...page }, { db, customer }) =>
    pageOf(
      page,
      ['id'],
      // Wire transfers and withdrawals are not taken yet: nobody has one.
      async (slice) =>
        kind === 'deposit' ? depositsOf(db, customer.id, { status, currency, ...slice }) : [],
      depositView,
    ),
  ),

  route(calls.depositDetail, async ({ id }, { db, customer }) => {
    const deposit = await findDeposit(db, id)
    // Another customer's is refused like a missing one.
    if (deposit?.customerId !== customer.id) throw refusal('NOT_FOUND')
    return depositView(deposit)
  }),
]

/** A deposit as its customer sees it: not what reviewers noted. */
const depositView = (deposit: DepositRequest): calls.DepositView => ({
  id: String(deposit.id),
  reference: deposit.reference,
  kind: 'deposit',
  status: deposit.status,
  currency: deposit.currency,
  network: deposit.network,
  claimed: formatAmount(deposit.claimed, deposit.currency),
  credited: deposit.credited === null ? null : formatAmount(deposit.credited, deposit.currency),
  address: deposit.address,
  hashTail: deposit.hashTail,
  confirmationsNeeded: confirmationsNeeded(deposit.network) ?? null,
  sender: deposit.sender,
  image: deposit.image,
  submittedAtMs: deposit.submittedAtMs,
  decidedAtMs: deposit.decidedAtMs,
  rejection: deposit.rejection,
})
