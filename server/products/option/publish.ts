import { ownOptionsChannel } from '#domain/option/contract.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { ownBalanceChannel } from '#domain/wallet/contract.ts'
import type { BalancePublisher } from '#server/core/ledger/balance-publisher.ts'
import { customerOfPractice } from '#server/core/ledger/practice.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { OptionEngine } from './engine.ts'
import { optionView } from './views.ts'

/** Publishes to each customer what became of their orders. Returns: how to stop. */
export const publishOptions = (
  realtime: Realtime,
  engine: Pick<OptionEngine, 'subscribe'>,
  balances: Pick<BalancePublisher, 'tell'>,
): (() => void) =>
  engine.subscribe(({ customer, orders }) => {
    realtime.publishTo(customer, ownOptionsChannel, orders.map(optionView))
    // An entry moves no money.
    if (orders.some(({ entry, result }) => !entry || result))
      balances.tell(customer, 'options', [STAKE_CURRENCY])
  })

/** Says to a customer that something of theirs has changed in practice; what, the calls say: no channel of money shows it. */
export const publishPractisedOptions = (
  realtime: Realtime,
  engine: Pick<OptionEngine, 'subscribe'>,
): (() => void) =>
  engine.subscribe(({ customer }) =>
    realtime.publishTo(customerOfPractice(customer), ownBalanceChannel, { wallets: [] }),
  )
