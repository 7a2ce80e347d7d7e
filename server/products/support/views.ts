import type { SupportMessageView } from '#domain/support/view.ts'
import type { MessageRow } from './store.ts'

/** A message as both sides see it. Who of the operators wrote is not told. */
export const messageView = ({
  number,
  conversation_id,
  sender,
  event,
  text,
  image,
  order_kind,
  order_id,
  order_reference,
  order_at,
  key,
  created_at,
}: MessageRow): SupportMessageView => ({
  ...{ id: String(number), conversationId: String(conversation_id), event, text, image, key },
  from: sender === 'operator' ? 'support' : sender,
  order:
    order_kind === null
      ? null
      : { kind: order_kind, id: String(order_id), reference: order_reference!, atMs: Number(order_at) },
  atMs: created_at,
})
