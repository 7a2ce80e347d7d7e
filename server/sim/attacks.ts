import type { Endpoint } from '#domain/endpoint.ts'
import { assert } from '#domain/errors.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { spotCancel, spotCancelAll, spotTrade } from '#domain/spot/contract.ts'
import type { Side } from '#domain/spot/rules.ts'
import { giveFunds } from '#server/testing/funds.ts'
import type { Input } from '#server/testing/product-testing.ts'
import type { Answer } from './exchange.ts'
import type { Player } from './player.ts'

/**
 * Orders by which somebody with very much money would try to move a price: so many calls, most of them at once, by the first
 * of the customers; the second is who they trade with. None of them may be seen on the tape.
 */

const BTC = findInstrument('BTC-USDT')!
/** More than there ever is in the book. */
const SWEPT = '40'
/** What a limit order that would trade at once may be away from the last price, with some room. */
const REACH_BPS = 450

export interface Attacked {
  /** Calls that were taken, and refused. */
  readonly accepted: number
  readonly refused: number
  /** What the attack is made for happened so often: a fill, an own order met, an order cancelled. */
  readonly hits: number
}

export type Attack = (player: Player, calls: number) => Promise<Attacked>

/** Gives both so much that nothing is refused for want of it. */
export async function fundAttacks({ exchange }: Player): Promise<void> {
  for (const customer of exchange.customers.slice(0, 2))
    await giveFunds(
      exchange.real,
      customer,
      [
        ['spot', 'USDT', '100000000'],
        ['spot', 'BTC', '5000'],
      ],
      exchange.clock.nowMs(),
    )
}

export const attacks = {
  /** Takes all that another has put into the book, on either side, as far as a price may be. */
  async sweep(player, calls) {
    const half = Math.floor(calls / 2)
    const sides = ['buy', 'sell'] as const
    const resting = Array.from({ length: half }, (_, n) =>
      limitOrder(player, sides[n % 2]!, { quantity: '1', awayBps: 10 + player.random.below(200) }),
    )
    const placed = await together(player, spotTrade, resting, 1)
    const orders = Array.from({ length: half }, () =>
      limitOrder(player, player.random.one(sides), { quantity: SWEPT, timeInForce: 'ioc' }),
    )
    const swept = await together(player, spotTrade, orders)
    return tally([...placed, ...swept], ({ notional }) => Number(notional) > 0)
  },

  /** Meets own orders: half of them rest inside the reach of the other half, which would trade with them. */
  async selfCross(player, calls) {
    const half = Math.floor(calls / 2)
    const resting = Array.from({ length: half }, () =>
      limitOrder(player, 'sell', { quantity: '0.5', awayBps: -5 - player.random.below(20), postOnly: '1' }),
    )
    const crossing = Array.from({ length: half }, () => limitOrder(player, 'buy', { quantity: '0.7' }))
    const answers = await together(player, spotTrade, [...resting, ...crossing])
    const cleared = await together(player, spotCancelAll, [{}])
    return tally([...answers, ...cleared], ({ reason }) => reason === 'self-trade')
  },

  /** Puts orders beside the last price and takes all of them back at once, each twice. */
  async cancelStorm(player, calls) {
    const placed = await together(
      player,
      spotTrade,
      Array.from({ length: Math.floor(calls / 3) }, () =>
        limitOrder(player, player.random.one(['buy', 'sell']), {
          ...{ quantity: '5', awayBps: 10 + player.random.below(300) },
        }),
      ),
    )
    const ids = placed.flatMap((answer) => (answer.ok ? [(answer.data as { id: string }).id] : []))
    const cancelled = await together(
      player,
      spotCancel,
      [...ids, ...ids].map((id) => ({ id })),
    )
    return tally([...placed, ...cancelled], ({ status }) => status === 'cancelled')
  },
} as const satisfies Readonly<Record<string, Attack>>

/** A limit order that reaches as far as it may; `awayBps`: on its own side of the last price, so far away. */
function limitOrder({ exchange }: Player, side: Side, order: Input & { readonly awayBps?: number }): Input {
  const { awayBps = -REACH_BPS, ...more } = order
  const last = exchange.services.markets.lastPrice(BTC.symbol)
  assert(last, 'there is a price')
  const away = (side === 'buy' ? -awayBps : awayBps) / 10_000
  const limitPrice = formatPrice(BTC, Math.round(last.price * (1 + away)))
  return { base: BTC.base, quote: BTC.quote, side, limitPrice, ...more }
}

const together = ({ exchange, nextKey }: Player, call: Endpoint, inputs: readonly Input[], customer = 0) =>
  Promise.all(inputs.map((input) => exchange.call(exchange.customers[customer]!, call, input, nextKey())))

/** What an order's answer says; of a call that cancels all, nothing of it. */
interface Said {
  readonly notional?: string
  readonly reason?: string | null
  readonly status?: string
}

function tally(answers: readonly Answer[], isHit: (said: Said) => boolean): Attacked {
  const taken = answers.flatMap((answer) => (answer.ok ? [answer.data as Said] : []))
  return {
    accepted: taken.length,
    refused: answers.length - taken.length,
    hits: taken.filter(isHit).length,
  }
}
