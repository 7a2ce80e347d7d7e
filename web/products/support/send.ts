import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { OutputOf } from '#domain/endpoint.ts'
import { sendSupportMessage, supportMessages, supportState } from '#domain/support/contract.ts'
import type { SupportMessageView } from '#domain/support/view.ts'
import type { HttpClient } from '#web/app/http-client.ts'
import { attemptOf, type OutboxOptions } from './outbox.ts'

/** Both are asked again when something was written. */
const changing = [supportMessages, supportState]

export const askAgain = (queries: QueryClient): Promise<unknown> =>
  Promise.all(changing.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))

/** Sends a message, and shows it in the list before it is gone from what is on its way: also where the list cannot be asked for. */
export const createSender =
  (http: Pick<HttpClient, 'request'>, queries: QueryClient): OutboxOptions['send'] =>
  async (input) => {
    let sent: SupportMessageView
    try {
      sent = await http.request(sendSupportMessage, input)
    } catch (error) {
      return attemptOf(error)
    }
    await askAgain(queries)
    queries.setQueriesData<InfiniteData<OutputOf<typeof supportMessages>>>(
      { queryKey: [supportMessages.path] },
      (shown) => shown && withMessage(shown, sent),
    )
    return { is: 'sent' }
  }

/** A list with a message that the server has; the same list where it has come already, or belongs to pages that were not read. */
export function withMessage<Page extends OutputOf<typeof supportMessages>, Params>(
  shown: InfiniteData<Page, Params>,
  sent: SupportMessageView,
): InfiniteData<Page, Params> {
  const [newest, ...earlier] = shown.pages
  const isThere = shown.pages.some(({ items }) => items.some(({ id }) => id === sent.id))
  if (!newest || isThere) return shown
  const items = [...newest.items, sent].toSorted((a, b) => Number(b.id) - Number(a.id))
  // The oldest of a page that others follow: it is further back.
  if (items.at(-1) === sent && newest.next !== null) return shown
  return { ...shown, pages: [{ ...newest, items }, ...earlier] }
}
