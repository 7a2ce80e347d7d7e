import type { CustomerId } from '#domain/ids.ts'
import { consoleSupportChannel, ownSupportChannel } from '#domain/support/channel.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import { findChat, type MessageRow } from './store.ts'
import { messageView } from './views.ts'

/** What changed in a chat: of whom, in which conversation, and what was written. */
export interface ChatChange {
  readonly customer: CustomerId
  readonly conversation: bigint
  readonly message?: MessageRow | undefined
}

/** Tells both sides of a chat what happened in it, once it has committed. */
export interface SupportPublisher {
  tell(db: Db, change: ChatChange): Promise<void>
  readonly publish: (realtime: Realtime) => () => void
  readonly publishToOperators: (realtime: Realtime) => () => void
}

export function createSupportPublisher(): SupportPublisher {
  let customers: Realtime | undefined
  let operators: Realtime | undefined
  return {
    async tell(db, { customer, conversation, message }) {
      operators?.publishToOperators(consoleSupportChannel, { id: String(conversation) })
      if (!customers?.hasSockets(customer)) return
      const chat = await findChat(db, customer)
      customers.publishTo(customer, ownSupportChannel, {
        message: message ? messageView(message) : null,
        unread: chat?.unread_answers ?? 0,
      })
    },
    publish(realtime) {
      customers = realtime
      return () => {
        customers = undefined
      }
    },
    publishToOperators(realtime) {
      operators = realtime
      return () => {
        operators = undefined
      }
    },
  }
}
