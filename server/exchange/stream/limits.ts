import { SECOND_MS } from '#domain/time.ts'

/** What connections of streams may cost. */
export interface StreamLimits {
  /** Of one address; of the larger networks that it is in, as `NETWORK_ALLOWANCES` says. */
  readonly connections: number
  /** Of all addresses together. */
  readonly allConnections: number
  /** Of one connection. */
  readonly subscriptions: number
  /** Messages, pings and pongs that one connection may send at once, and how many more in a second. */
  readonly burst: number
  readonly messagesASecond: number
  /** Names of streams that one connection may write at once, and how many more in a second. */
  readonly nameBurst: number
  readonly namesASecond: number
  /** Of one message. */
  readonly messageBytes: number
  /** What may wait to be read by a client; one that has not read so much is closed. */
  readonly waitingBytes: number
  /** How often a client is asked whether it is there; one that has not answered twice is closed. */
  readonly pingEveryMs: number
}

export const streamLimits: StreamLimits = {
  connections: 300,
  allConnections: 10_000,
  subscriptions: 200,
  burst: 50,
  messagesASecond: 5,
  nameBurst: 400,
  namesASecond: 20,
  messageBytes: 16 * 1024,
  waitingBytes: 1024 * 1024,
  pingEveryMs: 20 * SECOND_MS,
}
