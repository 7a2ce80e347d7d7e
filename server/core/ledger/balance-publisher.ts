import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type ChangedWallet, ownBalanceChannel } from '#domain/wallet/contract.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import { type AccountId, accountId } from './accounts.ts'
import { type AccountState, statesOfAccounts } from './ledger.ts'
import { wallets } from './wallets.ts'

export interface BalancePublisher {
  /** Tells a customer's sockets what they have in one of their wallets, in these currencies. */
  tell(customer: CustomerId, walletType: WalletType, currencies: readonly string[]): void
  /** Nothing is read or sent after it. */
  stop(): void
}

export interface BalancePublisherDeps {
  readonly realtime: Pick<Realtime, 'publishTo' | 'hasSockets'>
  /** Where the accounts stand, all of one moment; without those that were never used. */
  readonly read: (accounts: readonly AccountId[]) => Promise<readonly AccountState[]>
  readonly onError: (error: unknown) => void
}

/** What a product publishes, with what customers have by it: see `publish` of `OpenProduct`. */
export const publishesBalances =
  (db: Db, onError: (error: unknown) => void) =>
  (publish: (realtime: Realtime, balances: BalancePublisher) => () => void) =>
  (realtime: Realtime): (() => void) => {
    const balances = createBalancePublisher({
      realtime,
      read: (accounts) => statesOfAccounts(db, accounts),
      onError,
    })
    const stop = publish(realtime, balances)
    return () => {
      stop()
      balances.stop()
    }
  }

/** A wallet that changed, by its account for what is available. */
interface Changed {
  readonly customer: CustomerId
  readonly walletType: WalletType
  readonly currency: string
}

/**
 * Reads what customers have after a commit and sends it to their sockets. One query at a time, for all that changed
 * since the one before; nothing is read for who has no socket. Where it fails they are told without figures.
 */
export function createBalancePublisher({ realtime, read, onError }: BalancePublisherDeps): BalancePublisher {
  let waiting = new Map<AccountId, Changed>()
  let isReading = false
  let isStopped = false

  async function sendAll(): Promise<void> {
    isReading = true
    while (waiting.size > 0 && !isStopped) {
      const changed = [...waiting.values()]
      waiting = new Map()
      const states = await read(changed.flatMap(sidesOf)).catch((error) => {
        if (!isStopped) onError(error)
        return undefined
      })
      if (isStopped) break
      const known = new Map(states?.map((state) => [state.id, state]))
      for (const [customer, own] of Map.groupBy(changed, (one) => one.customer)) {
        const shown = states ? own.map((wallet) => viewOf(wallet, known)) : []
        realtime.publishTo(customer, ownBalanceChannel, { wallets: shown })
      }
    }
    isReading = false
  }

  return {
    tell(customer, walletType, currencies) {
      if (isStopped || !realtime.hasSockets(customer)) return
      for (const currency of currencies) {
        const changed = { customer, walletType, currency }
        waiting.set(sidesOf(changed)[0], changed)
      }
      if (!isReading) void sendAll()
    },
    stop() {
      isStopped = true
    },
  }
}

/** What is available, and what is held. */
const sidesOf = ({ customer, walletType, currency }: Changed) =>
  [
    accountId(customer, wallets[walletType], 'available', currency),
    accountId(customer, wallets[walletType], 'held', currency),
  ] as const

function viewOf(wallet: Changed, known: ReadonlyMap<AccountId, AccountState>): ChangedWallet {
  const [available, held] = sidesOf(wallet).map((account) => known.get(account))
  const { walletType, currency } = wallet
  return {
    ...{ currency, walletType },
    available: formatAmount(available?.balance ?? 0n, currency),
    held: formatAmount(held?.balance ?? 0n, currency),
    entryCount: Number((available?.version ?? 0n) + (held?.version ?? 0n)),
  }
}
