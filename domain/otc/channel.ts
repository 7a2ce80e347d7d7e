import * as z from 'zod/mini'
import { channel } from '../channel.ts'

/** Alone in its file: the app's first page knows it, and none of the calls. */

export const ownOtcChannel = channel({
  name: 'otc',
  event: 'otc',
  access: 'user',
  summary: 'Something happened or was written in an order of the customer’s: to be asked again',
  payload: z.object({ orderId: z.string() }),
})

export const otcChannels = [ownOtcChannel] as const
