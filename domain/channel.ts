import * as z from 'zod/mini'
import type { WireNames } from './endpoint.ts'

/**
 * One channel of the socket, as data: from it come the server's check of a name, the client's types, and
 * the published contract.
 *
 * The wire: a client emits `subscribe` or `unsubscribe` with a list of channel names, as `channelName`
 * writes them; the server emits the channel's `event` with its payload. A `user` channel needs no asking:
 * the token in the handshake (`auth: { token }`) opens the customer's own.
 */
export interface Channel<
  Params extends z.core.$ZodShape = z.core.$ZodShape,
  Payload extends z.ZodMiniType = z.ZodMiniType,
> {
  /** With the parameters' places in braces. @example 'candles:{symbol}:{period}' */
  readonly name: string
  readonly event: string
  /** Who may listen: anyone, the customer it is about, or operators on the sockets of their console. */
  readonly access: 'public' | 'user' | 'operator'
  readonly summary: string
  readonly params: z.ZodMiniObject<Params>
  readonly payload: Payload
  /** The names in its payload that the calls about the same things have. */
  readonly outputWire: WireNames
}

export type ParamsOf<C extends Channel> = z.output<C['params']>
export type PayloadOf<C extends Channel> = z.output<C['payload']>

interface Definition<Params extends z.core.$ZodShape, Payload extends z.ZodMiniType> {
  name: string
  event: string
  access: Channel['access']
  summary: string
  params?: Params
  payload: Payload
  wire?: WireNames
}

/**
 * Defines one channel.
 *
 * @example
 * export const bookChannel = channel({
 *   name: 'book:{symbol}', event: 'book', access: 'public', summary: 'The order book of one instrument',
 *   params: { symbol }, payload: depthView,
 * })
 */
/* @__NO_SIDE_EFFECTS__ */
export function channel<Params extends z.core.$ZodShape, Payload extends z.ZodMiniType>(
  definition: Definition<Params, Payload>,
): Channel<Params, Payload> {
  const { wire = {}, params = {}, ...rest } = definition
  return { ...rest, outputWire: wire, params: z.object(params as Params) }
}

/** The name that a client subscribes to. @example channelName(bookChannel, { symbol: 'BTC-USDT' }) // 'book:BTC-USDT' */
export const channelName = <C extends Channel>({ name }: C, params: ParamsOf<C>): string =>
  name.replace(/\{(\w+)\}/g, (_, param: string) => String((params as Record<string, unknown>)[param]))
