import { type Book, cancel, createBook, place, type Side, shrink } from '#server/markets/book/book.ts'

/** A recorded flow of operations on one book, column by column, so that playing it back allocates nothing. */
export interface Flow {
  length: number
  kind: Uint8Array
  isBuy: Uint8Array
  price: Float64Array
  quantity: Float64Array
  /** The order placed, or the one that a cancel or shrink is about; numbered from 0. */
  id: Int32Array
  owner: Int32Array
  orders: number
}

export const GTC = 0
export const IOC = 1
export const FOK = 2
export const POST_ONLY = 3
export const CANCEL = 4
export const SHRINK = 5

export const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok', 'post-only'] as const

/** What a flow may contain: `shared` is the part that every library in the comparison understands alike. */
export type FlowKind = 'full' | 'shared'

/**
 * Records a flow that looks like a busy market's.
 *
 * A price that wanders by single ticks; limit orders most of which stand near it and some far out; about
 * as many cancels as orders, mostly of recent ones; one order in twelve crosses on purpose, and many more
 * because the price moved over them. Some ten thousand orders rest at any moment. Orders that shrink,
 * owners who would meet themselves, fill-or-kill and post-only are in the full flow only: the libraries
 * compared do not have them or mean something else by them.
 */
export function recordFlow(kind: FlowKind, length: number, seed: number): Flow {
  const random = createRandom(seed)
  const flow: Flow = {
    length,
    kind: new Uint8Array(length),
    isBuy: new Uint8Array(length),
    price: new Float64Array(length),
    quantity: new Float64Array(length),
    id: new Int32Array(length),
    owner: new Int32Array(length),
    orders: 0,
  }
  const player = createPlayer(length)
  const live: number[] = []
  let mid = 600_000
  for (let i = 0; i < length; i++) {
    if (random() < 0.02) mid += random() < 0.5 ? 1 : -1
    const target = random() < cancelShare(live.length) ? takeLive(live, player.slotOf, random) : -1
    if (target >= 0) {
      const slot = player.slotOf[target]!
      const remaining = player.book.orderRemaining[slot]!
      const isShrink = kind === 'full' && remaining > 1 && random() < 0.12
      flow.kind[i] = isShrink ? SHRINK : CANCEL
      flow.id[i] = target
      flow.quantity[i] = isShrink ? Math.ceil(remaining / 2) : 0
      if (isShrink) live.push(target)
    } else {
      const isBuy = random() < 0.5
      const isMarketable = random() < 0.085
      const away = isMarketable ? -Math.ceil(random() * 8) : distance(random)
      flow.kind[i] = isMarketable ? (random() < 0.5 ? IOC : GTC) : GTC
      if (kind === 'full' && random() < 0.04) flow.kind[i] = random() < 0.5 ? FOK : POST_ONLY
      flow.isBuy[i] = isBuy ? 1 : 0
      flow.price[i] = isBuy ? mid - away : mid + 1 + away
      flow.quantity[i] = Math.ceil(random() ** 3 * (isMarketable ? 400 : 100))
      flow.owner[i] = kind === 'full' ? Math.floor(random() * 1000) : flow.orders
      flow.id[i] = flow.orders++
    }
    step(player, flow, i)
    const id = flow.id[i]!
    if (flow.kind[i]! < CANCEL && player.slotOf[id]! >= 0) live.push(id)
  }
  return flow
}

/** Our book with what its caller keeps: which order stands in which slot. */
export interface Player {
  book: Book
  slotOf: Int32Array
  idIn: Int32Array
  trades: number
  volume: number
  /** A number that every single fill goes into, so that two books agree on it only if they agree on all. */
  checksum: number
}

/** Makes a book ready to play a flow of that many orders. */
export function createPlayer(orders: number): Player {
  return {
    book: createBook(16_384),
    slotOf: new Int32Array(orders).fill(-1),
    idIn: new Int32Array(Math.max(orders, 16_384)).fill(-1),
    trades: 0,
    volume: 0,
    checksum: 0,
  }
}

/** Plays the whole flow on our book. */
export function playFlow(player: Player, flow: Flow): void {
  for (let i = 0; i < flow.length; i++) step(player, flow, i)
}

/** Plays one operation of the flow on our book, as the engine would: by handle, looking at every fill. */
export function step(player: Player, flow: Flow, i: number): void {
  const { book, slotOf, idIn } = player
  const kind = flow.kind[i]!
  const id = flow.id[i]!
  if (kind === CANCEL) {
    const slot = slotOf[id]!
    if (slot >= 0) {
      cancel(book, slot)
      slotOf[id] = -1
    }
    return
  }
  if (kind === SHRINK) {
    if (slotOf[id]! >= 0) shrink(book, slotOf[id]!, flow.quantity[i]!)
    return
  }
  const side: Side = flow.isBuy[i] === 1 ? 'buy' : 'sell'
  const slot = place(book, side, flow.price[i]!, flow.quantity[i]!, flow.owner[i]!, TIMES_IN_FORCE[kind]!)
  const { fills } = book
  for (let f = 0; f < fills.count; f++) {
    const maker = idIn[fills.makerSlot[f]!]!
    const quantity = fills.quantity[f]!
    player.trades++
    player.volume += quantity
    player.checksum = mix(mix(mix(player.checksum, maker), fills.price[f]!), quantity)
    if (fills.makerRemaining[f] === 0) slotOf[maker] = -1
  }
  if (slot >= 0) {
    slotOf[id] = slot
    idIn[slot] = id
  }
}

function mix(checksum: number, part: number): number {
  return Math.imul(checksum ^ part, 16_777_619)
}

/** Keeps the number of resting orders near ten thousand. */
function cancelShare(live: number): number {
  return live < 9_000 ? 0.3 : live > 11_000 ? 0.6 : 0.47
}

/** Takes a resting order out of the list, mostly a recent one; forgets those that have filled meanwhile. */
function takeLive(live: number[], slotOf: Int32Array, random: () => number): number {
  while (live.length > 0) {
    const at = Math.floor(live.length * (1 - random() ** 2))
    const id = live[Math.min(at, live.length - 1)]!
    live[Math.min(at, live.length - 1)] = live.at(-1)!
    live.pop()
    if (slotOf[id]! >= 0) return id
  }
  return -1
}

/** How far from the middle a limit order is put, in ticks: most within ten, a few a thousand away. */
function distance(random: () => number): number {
  const scale = random() < 0.75 ? 6 : random() < 0.9 ? 60 : 600
  return Math.floor(-Math.log(1 - random()) * scale)
}

/** Mulberry32: a small generator, so that a flow is the same everywhere for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
