import { sql } from 'kysely'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { spotConsoleEndpoints } from '#domain/spot/console.ts'
import { spotChannels, spotEndpoints, spotList } from '#domain/spot/contract.ts'
import { createTickFeeder } from '#server/core/engine/tick-feeder.ts'
import { accountId, MARKET_MAKER, platformAccount } from '#server/core/ledger/accounts.ts'
import { publishesBalances } from '#server/core/ledger/balance-publisher.ts'
import { logError } from '#server/platform/log.ts'
import type { OpenProduct, Product } from '../product.ts'
import { spotAccounts } from './accounts.ts'
import { spotRecord } from './applicant.ts'
import { auditHolds } from './audit.ts'
import { feesOfDay, ordersOfDay, spotConsoleRoutes } from './console.ts'
import { spotTimeline } from './console-timeline.ts'
import { MAX_TRIGGERED } from './decide-stops.ts'
import { endedOrders } from './ended.ts'
import { createEngine, type Engine } from './engine.ts'
import { orderEvents } from './events.ts'
import { listSpotHolds } from './holds.ts'
import { createMarketMaker } from './market-maker.ts'
import { spotFills, triggeredStops } from './notices.ts'
import { ordersQuery } from './order-store.ts'
import { bookSnapshot, publishSpot } from './publish.ts'
import { hostOf, remoteEngine } from './remote.ts'
import { spotRoutes } from './routes.ts'
import { seedMarketMaker } from './seed.ts'
import { createVolumeFollower } from './volume.ts'

const VOLUME_EVERY_MS = 5_000

/** Spot trading on an order book, with the platform's market maker. */
export const spot: Product<OpenProduct & { engine: Engine; startEngine(): Promise<void> }> = {
  name: 'spot',
  endpoints: spotEndpoints,
  keeps: [spotList],
  consoleEndpoints: spotConsoleEndpoints,
  record: spotRecord,
  dayFigures: [ordersOfDay, feesOfDay],
  channels: spotChannels,
  accounts: spotAccounts,
  funds: [
    {
      name: 'market-maker',
      label: 'Market maker',
      account: (currency) => accountId(MARKET_MAKER, spotAccounts.spot, 'available', currency),
      isMovable: true,
    },
    {
      name: 'fees',
      label: 'Trading fees',
      account: (currency) => platformAccount(spotAccounts.fees, currency),
    },
  ],
  holds: listSpotHolds,
  events: [orderEvents],
  ownOrders: {
    kind: 'spot-order',
    of: (customer) =>
      sql`select id, symbol as reference, created_at as at from spot_order where customer_id = ${customer}`,
    newest: (customer, limit) =>
      sql`select id, symbol as reference, created_at as at from (${ordersQuery({ customer, limit, offset: 0, after: undefined })}) own`,
  },
  ended: endedOrders,
  notices: { sources: [spotFills, triggeredStops] },
  seedDemo: seedMarketMaker,
  audit: async (db) =>
    (await auditHolds(db)).map(
      ({ account, held, needed }) => `account ${account} holds ${held}, its open orders need ${needed}`,
    ),
  timeline: spotTimeline,
  testing: () => import('./testing.ts').then(({ spotTesting }) => spotTesting),
  open({ db, writers, clock, log, markets, elsewhere }) {
    const traded = () => instruments.filter(({ products }) => products.includes('spot'))
    const link = elsewhere('spot')
    const engine = link
      ? remoteEngine(link)
      : createEngine({
          signer: markets.proofs.signer,
          db: writers,
          clock,
          instruments: traded,
          onError: (error) => logError(log, error, 'a batch of orders was not written'),
        })
    const service = { db, engine, prices: markets, proofs: markets.proofs }
    const feeder = createTickFeeder({
      send: async (ticks) => (await engine.ticks(ticks)).length === MAX_TRIGGERED,
      isUsed: (symbol) => findInstrument(symbol)?.products.includes('spot') ?? false,
      onTick: markets.onTick,
      onError: (error) => logError(log, error, 'ticks were not compared with the stops; they are sent again'),
    })
    const countVolume = createVolumeFollower(db, markets.ownVolume)
    /** Ticks are taken before the engine reads the tape, so that none is missed in between. */
    async function startEngine() {
      feeder.start()
      await engine.start()
    }
    const marketMaker = createMarketMaker({
      spot: service,
      clock,
      instruments: traded,
      onTick: markets.onTick,
      onError: (error) => logError(log, error, 'the market maker could not quote'),
    })
    const withBalances = publishesBalances(db, (error) =>
      logError(log, error, 'balances were not read for sockets; these were told without figures'),
    )
    return {
      engine,
      startEngine,
      routes: spotRoutes(service),
      consoleRoutes: spotConsoleRoutes,
      jobs: [
        {
          name: 'spot: count the volume of the last day',
          everyMs: VOLUME_EVERY_MS,
          isOfEachProcess: true,
          run: countVolume,
        },
      ],
      publish: withBalances((realtime, balances) => publishSpot(realtime, engine, balances)),
      snapshotFor: (channel, params) => bookSnapshot(engine, channel, params),
      isReady: engine.isReady,
      isOver: engine.isOver,
      settled: feeder.settled,
      engineHost: hostOf(engine, traded),
      async start() {
        await startEngine()
        // A quote without it is no reason not to start: it is counted again within seconds.
        await countVolume().catch((error) =>
          logError(log, error, 'the volume of the last day was not counted'),
        )
        await marketMaker.start()
      },
      async stop() {
        await marketMaker.stop()
        feeder.stop()
        await engine.stop()
      },
    }
  },
}
