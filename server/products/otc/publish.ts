import { ownOtcChannel } from '#domain/otc/channel.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import { findOrder } from './store.ts'
import { customerOf } from './views.ts'

/** Tells both sides of an order that something changed in it: they ask again. */
export interface OtcPublisher {
  /** Once it has committed. */
  tell(db: Db, order: bigint): Promise<void>
  /** Soon, for what is done inside a transaction that somebody else commits. */
  tellLater(order: bigint): void
  /** Tells what waits. */
  flush(db: Db): Promise<void>
  publish(realtime: Realtime): () => void
}

export function createOtcPublisher(): OtcPublisher {
  let sockets: Realtime | undefined
  let waiting = new Set<bigint>()
  const tell = async (db: Db, id: bigint) => {
    const order = sockets && (await findOrder(db, id))
    if (!order) return
    for (const party of [order.seller, order.buyer]) {
      const customer = customerOf(party)
      if (customer !== undefined) sockets?.publishTo(customer, ownOtcChannel, { orderId: String(id) })
    }
  }
  return {
    tell,
    tellLater: (id) => void waiting.add(id),
    async flush(db) {
      const ids = [...waiting]
      waiting = new Set()
      for (const id of ids) await tell(db, id)
    },
    publish(realtime) {
      sockets = realtime
      return () => {
        sockets = undefined
      }
    },
  }
}

/** A route that changes an order, and tells both sides once it has answered. */
export const telling = (
  publisher: OtcPublisher,
  route: Route,
  orderOf: (input: unknown, output: unknown) => string,
): Route => ({
  ...route,
  async handle(input, ctx) {
    const output = await route.handle(input, ctx)
    await publisher.tell(ctx.db, BigInt(orderOf(input, output)))
    return output
  },
})
