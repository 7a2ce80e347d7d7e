import { refusal } from '#domain/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Customer } from '#server/platform/http/context.ts'
import type { PushSender } from '#server/platform/push/push.ts'
import { saveSubscription } from '#server/platform/push/store.ts'

/**
 * Keeps a browser's subscription for the session that asks.
 *
 * Refuses: PARAMETER_ERROR for an endpoint that is no push service's.
 */
export async function subscribeBrowser(
  { db, push }: { readonly db: Db; readonly push: Pick<PushSender, 'isAllowed'> },
  { id: customer, sessionId }: Customer,
  browser: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
  nowMs: number,
): Promise<void> {
  if (!push.isAllowed(browser.endpoint)) throw refusal('PARAMETER_ERROR', { field: 'endpoint' })
  await db.transaction().execute((tx) => saveSubscription(tx, { customer, sessionId, ...browser }, nowMs))
}
