import * as z from 'zod/mini'
import { channel } from '../channel.ts'
import { supportMessageView } from './view.ts'

/** A customer's own conversation, on every device of theirs. */
export const ownSupportChannel = channel({
  name: 'support',
  event: 'support',
  access: 'user',
  summary:
    'A message of the customer’s chat with the service, of either side, or that something else changed in it',
  payload: z.object({ message: z.nullable(supportMessageView), unread: z.number() }),
})

export const supportChannels = [ownSupportChannel] as const

/** Of the console’s sockets: says which conversation changed, and nothing that is in it. */
export const consoleSupportChannel = channel({
  name: 'console-support',
  event: 'console-support',
  access: 'operator',
  summary: 'Something was written or happened in a conversation: to be asked again',
  payload: z.object({ id: z.string() }),
})
