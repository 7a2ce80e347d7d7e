import type { Channel } from '#domain/channel.ts'
import type { ExchangeMarket } from '#domain/exchange/symbols.ts'
import type { CustomerId, OrderId, PositionId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { type ChangedWallet, ownBalanceChannel } from '#domain/wallet/contract.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ContractEngine, ContractEvent } from '#server/products/contract/engine.ts'
import type { Position, PositionChange } from '#server/products/contract/position.ts'
import type { Trade } from '#server/products/spot/batch.ts'
import type { Engine, EngineEvent } from '#server/products/spot/engine.ts'
import type { SpotOrder } from '#server/products/spot/order.ts'
import {
  accountPosition,
  accountUpdate,
  balanceUpdate,
  fundingUpdate,
  shownWallet,
  transferUpdate,
} from './account-messages.ts'
import { accountReason, type Leg, orderUpdates, positionFigures } from './contract-orders.ts'
import { executionReports } from './spot-orders.ts'
import type { Moved, WalletMoves } from './wallet-moves.ts'

/** Who listens to what is a customer's own, by which key. */
export interface OwnListener {
  readonly customer: CustomerId
  readonly market: ExchangeMarket
  readonly keyId: bigint
  /** From then on the key, or what it opened the stream by, is not valid; null where that has no end. */
  expiresAtMs(): number | null
  send(message: Buffer): void
  /** Its key opens nothing any more; `unread`: what it tells of could not be read, and its client is to begin anew. */
  end(why: 'invalid' | 'unread'): void
}

export interface UserStreams {
  /** Before somebody joins: what moves their wallets after this has returned is told. */
  prepare(customer: CustomerId): Promise<void>
  /** Returns: how to leave. */
  join(listener: OwnListener): () => void
  /** Whether anything of a customer has to be read. */
  has(customer: CustomerId): boolean
  /** A message for a customer's own sockets, as they get it. */
  told(customer: CustomerId, channel: Channel, payload: unknown): void
  /** Tells what moved wallets beside orders since it was asked last. */
  tellMoves(): Promise<void>
  /** Ends the streams of keys that are valid no more, and those whose time is over. */
  check(): Promise<void>
  stop(): void
}

export interface UserStreamsDeps {
  readonly spot: Pick<Engine, 'subscribe'>
  readonly contract: Pick<ContractEngine, 'subscribe'>
  /** A customer's positions and orders that are not over. */
  readonly activePositions: (customer: CustomerId) => Promise<readonly Position[]>
  /** Which of these keys open anything now. */
  readonly validKeys: (keyIds: readonly bigint[]) => Promise<ReadonlySet<bigint>>
  readonly moves: WalletMoves
  readonly unrealizedPnl: (position: Position) => bigint | undefined
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** What is kept of a customer while somebody listens to their contracts. */
interface OwnPositions {
  /** Undefined of one that was told of as over while they were read. */
  readonly open: Map<PositionId, Position | undefined>
  isRead: boolean
  /** What the next message about the account is to say. */
  readonly legs: Map<string, Leg>
  changes: PositionChange[]
}

/**
 * Tells customers' own streams what the engines tell after each commit, what their sockets are told of balances, and what the
 * ledger has of moves that no order made.
 */
export function createUserStreams(deps: UserStreamsDeps): UserStreams {
  const { clock, onError, moves } = deps
  const listeners = new Map<string, Set<OwnListener>>()
  const positions = new Map<CustomerId, OwnPositions>()
  /** Trades of the commit that is being told, by the orders that somebody listens to. */
  let trades = new Map<OrderId, Trade[]>()
  const [isNewOrder, isNewPosition] = [createNewness(), createNewness()]

  const keyOf = (customer: CustomerId, market: ExchangeMarket) => `${customer} ${market}`
  const has = (customer: CustomerId, market: ExchangeMarket) => listeners.has(keyOf(customer, market))

  const hasAny = (customer: CustomerId) => has(customer, 'spot') || has(customer, 'contract')

  function send(customer: CustomerId, market: ExchangeMarket, message: object) {
    const known = listeners.get(keyOf(customer, market))
    if (!known) return
    const written = Buffer.from(JSON.stringify(message))
    for (const listener of [...known]) listener.send(written)
  }

  const stops = [deps.spot.subscribe(spotTold), deps.contract.subscribe(contractTold)]

  function spotTold(event: EngineEvent) {
    if (event.kind === 'trades') for (const trade of event.trades) keepTrade(trade)
    else if (event.kind === 'orders' && has(event.customer, 'spot')) {
      for (const order of event.orders) tellOrder(order)
    } else if (event.kind === 'missed') {
      each(({ market, end }) => {
        if (market === 'spot') end('unread')
      })
    }
  }

  /** A trade is told with the orders of its two sides, which come after it. */
  function keepTrade(trade: Trade) {
    const sides = [
      [trade.maker, trade.makerCustomer],
      [trade.taker, trade.takerCustomer],
    ] as const
    for (const [order, customer] of sides) {
      if (!has(customer, 'spot')) continue
      const known = trades.get(order)
      if (known) known.push(trade)
      else trades.set(order, [trade])
    }
  }

  function tellOrder(order: SpotOrder) {
    const own = trades.get(order.id) ?? []
    trades.delete(order.id)
    const instrument = findInstrument(order.symbol)
    if (!instrument) return
    const told = { order, trades: own, isNew: isNewOrder(order) }
    for (const report of executionReports(instrument, told, clock.nowMs()))
      send(order.customer, 'spot', report)
  }

  function contractTold({ customer, positions: told, changes }: ContractEvent) {
    if (!has(customer, 'contract')) return
    const byPosition = Map.groupBy(changes, ({ position }) => position)
    for (const position of told) {
      const instrument = findInstrument(position.symbol)
      if (!instrument) continue
      const own = { position, isNew: isNewPosition(position), changes: byPosition.get(position.id) ?? [] }
      for (const message of orderUpdates(instrument, own, clock.nowMs())) send(customer, 'contract', message)
    }
    const kept = positions.get(customer)
    if (!kept) return
    for (const position of told) {
      const before = kept.open.get(position.id)
      if (position.status === 'open') kept.open.set(position.id, position)
      else if (kept.isRead) kept.open.delete(position.id)
      else kept.open.set(position.id, undefined)
      const { symbol, direction } = position
      if (position.status === 'open' || position.status === 'closed' || before)
        kept.legs.set(`${symbol} ${direction}`, { symbol, direction })
    }
    // Why an account changed is said by their kinds: one of each is enough, however many come before it is said.
    for (const change of changes)
      if (!kept.changes.some(({ kind }) => kind === change.kind)) kept.changes.push(change)
  }

  async function readPositions(customer: CustomerId, kept: OwnPositions) {
    for (const position of await deps.activePositions(customer))
      if (position.status === 'open' && !kept.open.has(position.id)) kept.open.set(position.id, position)
    kept.isRead = true
    for (const [id, position] of kept.open) if (!position) kept.open.delete(id)
    if (kept.legs.size > 0) tellAccount(customer, [])
  }

  /** Balances are read after the commit that changed them: what else the account has to say waits for them. */
  function tellAccount(customer: CustomerId, wallets: readonly ChangedWallet[]) {
    const kept = positions.get(customer)
    if (!kept || (wallets.length === 0 && kept.legs.size === 0)) return
    const legs = kept.isRead ? [...kept.legs.values()] : []
    const open = [...kept.open.values()].filter((position) => position !== undefined)
    const figures = legs.flatMap(({ symbol, direction }) => {
      const instrument = findInstrument(symbol)
      const own = open.filter((one) => one.symbol === symbol && one.direction === direction)
      return instrument ? [positionFigures(instrument, direction, own, deps.unrealizedPnl)] : []
    })
    const told = { wallets, positions: figures, reason: accountReason(kept.changes) }
    if (kept.isRead) {
      kept.legs.clear()
      kept.changes = []
    }
    send(customer, 'contract', accountUpdate(told, clock.nowMs()))
  }

  /** In the order in which they were made, then what is there by now. */
  function tellMoved({ customer, moves: made, wallets }: Moved) {
    const nowMs = clock.nowMs()
    for (const move of made) {
      const { walletType, currency } = move
      if (walletType === 'spot') send(customer, 'spot', balanceUpdate(move, nowMs))
      else if (walletType === 'funding') send(customer, 'spot', fundingUpdate(move, nowMs))
      else {
        const wallet = wallets.find((one) => one.walletType === walletType && one.currency === currency)
        if (wallet) send(customer, 'contract', transferUpdate(move, wallet, nowMs))
      }
    }
    const spot = wallets.filter(({ walletType }) => walletType === 'spot')
    if (spot.length > 0) send(customer, 'spot', accountPosition(spot.map(shownWallet), nowMs))
  }

  let telling: Promise<unknown> = Promise.resolve()
  let nextTelling: Promise<void> | undefined
  /**
   * One read at a time, of all who listen. Who asks while one is under way waits with all others for the one after it: what
   * was there when they asked, that one knows.
   */
  function tellMoves(): Promise<void> {
    nextTelling ??= telling.then(() => {
      nextTelling = undefined
      const told = readMoves()
      telling = told.catch(() => {})
      return told
    })
    return nextTelling
  }

  async function readMoves() {
    for (const moved of await moves.read(hasAny)) tellMoved(moved)
  }

  function each(act: (listener: OwnListener) => void) {
    for (const known of [...listeners.values()]) for (const listener of [...known]) act(listener)
  }

  return {
    join(listener) {
      const { customer, market } = listener
      const key = keyOf(customer, market)
      const known = listeners.get(key)
      if (known) known.add(listener)
      else listeners.set(key, new Set([listener]))
      if (market === 'contract' && !positions.has(customer)) {
        const kept: OwnPositions = { open: new Map(), isRead: false, legs: new Map(), changes: [] }
        positions.set(customer, kept)
        void readPositions(customer, kept).catch((error) => {
          onError(error)
          // Nothing would be told of positions, and what waits to be told would grow.
          if (positions.get(customer) !== kept) return
          for (const own of [...(listeners.get(key) ?? [])]) own.end('unread')
        })
      }
      return () => {
        const own = listeners.get(key)
        own?.delete(listener)
        if (own?.size !== 0) return
        listeners.delete(key)
        if (market === 'contract') positions.delete(customer)
      }
    },
    has: hasAny,
    async prepare(customer) {
      // What was before them is told to those who listened already.
      if (await moves.watch(customer)) await tellMoves()
    },
    told(customer, channel, payload) {
      if (channel !== ownBalanceChannel) return
      const { wallets } = payload as { wallets: readonly ChangedWallet[] }
      const of = (type: string) => wallets.filter(({ walletType }) => walletType === type)
      if (has(customer, 'spot') && of('spot').length > 0)
        send(customer, 'spot', accountPosition(of('spot'), clock.nowMs()))
      // Without figures where they could not be read.
      if (has(customer, 'contract') && (of('contract').length > 0 || wallets.length === 0))
        tellAccount(customer, of('contract'))
    },
    tellMoves,
    async check() {
      const keyIds = new Set([...listeners.values()].flatMap((own) => [...own].map(({ keyId }) => keyId)))
      if (keyIds.size === 0) return
      const valid = await deps.validKeys([...keyIds])
      const nowMs = clock.nowMs()
      each(({ keyId, expiresAtMs, end }) => {
        // One that came meanwhile was not asked about.
        const hasEnded = keyIds.has(keyId) && !valid.has(keyId)
        if (hasEnded || (expiresAtMs() ?? nowMs + 1) <= nowMs) end('invalid')
      })
    },
    stop() {
      for (const stop of stops) stop()
      trades = new Map()
    },
  }
}

/** Tells of what has not changed since it was accepted whether it is told of for the first time. */
function createNewness(): (told: { id: bigint; createdAtMs: number; updatedAtMs: number }) => boolean {
  /** What was accepted in the newest millisecond. */
  let accepted = { atMs: 0, ids: new Set<bigint>() }
  return ({ id, createdAtMs, updatedAtMs }) => {
    if (createdAtMs !== updatedAtMs) return false
    if (createdAtMs > accepted.atMs) accepted = { atMs: createdAtMs, ids: new Set() }
    if (accepted.ids.has(id)) return false
    if (createdAtMs === accepted.atMs) accepted.ids.add(id)
    return true
  }
}
