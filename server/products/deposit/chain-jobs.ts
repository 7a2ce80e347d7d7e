import type { Logger } from 'pino'
import { ownDepositsChannel } from '#domain/deposit/contract.ts'
import type { CustomerId } from '#domain/ids.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { OpenProduct } from '../product.ts'
import { type ChainDeposit, chainDepositsById } from './chain-store.ts'
import { chainDepositView } from './views.ts'
import { createWatcher } from './watcher.ts'

const LOOK_EVERY_MS = 3 * SECOND_MS

/** A job for each chain, and the counts as they change for the sockets of whose deposits they are. */
export function watchChains({
  db,
  clock,
  log,
  chains,
}: {
  db: Db
  clock: Clock
  log: Logger
  chains: readonly ChainSettings[]
}): Required<Pick<OpenProduct, 'jobs' | 'publish'>> {
  let sockets: Realtime | undefined

  async function publishChanged(ids: readonly bigint[]): Promise<void> {
    if (!sockets || ids.length === 0) return
    const byCustomer = Map.groupBy(await chainDepositsById(db, ids), ({ customerId }) => customerId)
    for (const [customer, deposits] of byCustomer) publishTo(customer, deposits)
  }
  function publishTo(customer: CustomerId, deposits: readonly ChainDeposit[]): void {
    if (sockets?.hasSockets(customer))
      sockets.publishTo(customer, ownDepositsChannel, deposits.map(chainDepositView))
  }

  return {
    jobs: chains.map((settings) => {
      const watcher = createWatcher({ db, clock, log, settings, onChange: publishChanged })
      return { name: `deposit: watch ${watcher.chain}`, everyMs: LOOK_EVERY_MS, run: watcher.look }
    }),
    publish(realtime) {
      sockets = realtime
      return () => {
        sockets = undefined
      }
    },
  }
}
