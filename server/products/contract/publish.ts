import { ownContractOrdersChannel, ownPositionsChannel } from '#domain/contract/contract.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { ownBalanceChannel } from '#domain/wallet/contract.ts'
import type { BalancePublisher } from '#server/core/ledger/balance-publisher.ts'
import { customerOfPractice } from '#server/core/ledger/practice.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { ContractEngine } from './engine.ts'
import { type LastTick, positionView } from './views.ts'

/**
 * Publishes each customer's own positions and orders as they change.
 *
 * Returns: how to stop.
 */
export const publishContracts = (
  realtime: Realtime,
  engine: Pick<ContractEngine, 'subscribe'>,
  lastTick: LastTick,
  balances: Pick<BalancePublisher, 'tell'>,
): (() => void) =>
  engine.subscribe(({ customer, positions }) => {
    const isOrder = ({ status }: { readonly status: string }) =>
      status === 'pending' || status === 'cancelled'
    const view = (some: typeof positions) => some.map((position) => positionView(position, lastTick))
    const [orders, opened] = [positions.filter(isOrder), positions.filter((position) => !isOrder(position))]
    if (orders.length > 0) realtime.publishTo(customer, ownContractOrdersChannel, view(orders))
    if (opened.length > 0) realtime.publishTo(customer, ownPositionsChannel, view(opened))
    balances.tell(customer, 'contract', [MARGIN_CURRENCY])
  })

/** Says to a customer that something of theirs has changed in practice; what, the calls say: no channel of money shows it. */
export const publishPractice = (
  realtime: Realtime,
  engine: Pick<ContractEngine, 'subscribe'>,
): (() => void) =>
  engine.subscribe(({ customer }) =>
    realtime.publishTo(customerOfPractice(customer), ownBalanceChannel, { wallets: [] }),
  )
