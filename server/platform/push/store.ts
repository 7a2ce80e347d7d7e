import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '../ids.ts'
import type { PushMessage } from './push.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    push_subscription: {
      id: bigint
      customer_id: CustomerId
      /** It ends with the session that asked for it. */
      session_id: bigint
      endpoint: string
      p256dh: string
      auth: string
      created_at: number | Date
    }
  }
}

/** Browsers of one customer that get push messages; the one that asked longest ago makes room. */
const MAX_BROWSERS = 10

export interface PushSubscriber extends Omit<PushMessage, 'payload'> {
  readonly customer: CustomerId
  readonly sessionId: bigint
}

/** Keeps a browser's subscription; one that is known goes on with this customer and session. */
export async function saveSubscription(
  tx: Tx,
  { customer, sessionId, endpoint, p256dh, auth }: PushSubscriber,
  nowMs: number,
): Promise<void> {
  const change = {
    customer_id: customer,
    session_id: sessionId,
    ...{ p256dh, auth },
    created_at: new Date(nowMs),
  }
  await tx
    .insertInto('push_subscription')
    .values({ id: nextId(), endpoint, ...change })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(change))
    .execute()
  await tx
    .deleteFrom('push_subscription')
    .where('id', 'in', (sub) =>
      sub
        .selectFrom('push_subscription')
        .select('id')
        .where('customer_id', '=', customer)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_BROWSERS)
        // PostgreSQL takes an offset alone; Kysely's types of the others do not.
        .limit(1_000),
    )
    .execute()
}

/** Forgets a browser, of this customer or of whoever it is. */
export async function removeSubscription(
  db: Db | Tx,
  endpoint: string,
  customer?: CustomerId,
): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .$if(customer !== undefined, (query) => query.where('customer_id', '=', customer!))
    .execute()
}
