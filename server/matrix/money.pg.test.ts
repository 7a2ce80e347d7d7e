import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as consoleCalls from '#domain/console/contract.ts'
import * as depositConsole from '#domain/deposit/console.ts'
import * as depositCalls from '#domain/deposit/contract.ts'
import * as earn from '#domain/earn/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import * as spot from '#domain/spot/contract.ts'
import * as wallet from '#domain/wallet/contract.ts'
import { allEndpoints } from '#server/contract.ts'
import { hostileAmounts } from '#server/sim/hostile.ts'
import { isSecondRun } from '#server/testing/database.ts'
import {
  doOneOfEach,
  type Exchange,
  goodDeposit,
  goodOrder,
  goodTransfer,
  openExchange,
  priceOf,
  productOf,
  type Reply,
  type Side,
  type Things,
} from '#server/testing/exchange.ts'
import { amountFields, inputFor } from './inputs.ts'

/** Every call that moves money: what it must refuse, and that it happens once. */

const DUPLICATES = 64
/** Amounts are read before any database: a second run is asked with every fifth. */
const asked = hostileAmounts.filter((_, n) => !isSecondRun || n % 5 === 0)

let exchange: Exchange
let things: Things
beforeAll(async () => {
  exchange = await openExchange()
  things = await doOneOfEach(exchange, exchange.alice)
})
afterAll(() => exchange?.close())

const sideOf = (call: Endpoint): Side => (call.access === 'operator' ? 'operators' : 'customers')
const tokenOf = (call: Endpoint) => (call.access === 'operator' ? exchange.maker : exchange.alice.token)

describe('hostile amounts', () => {
  const fields = allEndpoints.flatMap((call) =>
    amountFields(call).map((name) => [call.path, name, call] as const),
  )

  test('are some two hundred, each different', () => {
    expect(new Set(hostileAmounts).size).toBeGreaterThanOrEqual(200)
    expect(fields.length).toBeGreaterThanOrEqual(6)
  })

  test.each(fields)('are all refused by %s in %s, and nothing is written', async (_, name, call) => {
    const good = await goodInput(call)
    const before = await exchange.counts()
    const accepted: string[] = []
    for (const [n, amount] of asked.entries()) {
      const input = { ...good, [name]: amount }
      const reply = await exchange.send(
        sideOf(call),
        call,
        tokenOf(call),
        input,
        `hostile-${call.path}-${name}-${n}`,
      )
      if (reply.ok || reply.status >= 500)
        accepted.push(`${JSON.stringify(amount)}: ${reply.text.slice(0, 120)}`)
    }
    expect(accepted).toEqual([])
    expect(await exchange.counts()).toEqual(before)
  })

  test('as a JSON number are read as they were written, not as a float', async () => {
    const before = await exchange.counts()
    for (const number of ['1e1', '0.1e2', '-0', '1E400', '12.50000001', '99999999999999999999999999']) {
      const body = `{"currency_id":"USDT","number":${number},"from_field":"legal","to_field":"micro"}`
      const reply = await exchange.raw('customers', 'POST', '/api/wallet/change', body, 'application/json', {
        authorization: exchange.alice.token,
      })
      expect([number, reply.ok]).toEqual([number, false])
    }
    expect(await exchange.counts()).toEqual(before)
  })

  /** A right input, so that nothing but the amount can be what is refused. */
  async function goodInput(call: Endpoint): Promise<Record<string, unknown>> {
    if (call === spot.spotTrade) return goodOrder(await priceOf(exchange))
    if (call === wallet.walletTransfer) return goodTransfer
    if (call === depositCalls.requestDeposit) {
      return goodDeposit(exchange, exchange.alice.token, await exchange.image(exchange.alice.id))
    }
    if (call === depositConsole.proposeCredit) return { ...inputFor(call, things), id: things.deposit }
    return inputFor(call, things)
  }
})

/** A money call with what it needs anew for each effect. */
interface Effect {
  readonly call: Endpoint
  readonly token: () => string
  /** A fresh thing to have the effect on; returns the input. */
  readonly prepare: () => Promise<Record<string, unknown>>
  /** Whether it happens once even without a key, by the state of what it changes. */
  readonly isGuarded: boolean
}

const asAlice = () => exchange.alice.token
const placed = async () => {
  const reply = await exchange.send(
    'customers',
    spot.spotTrade,
    asAlice(),
    goodOrder(await priceOf(exchange)),
  )
  return (reply.data as { id: string }).id
}
const onlyOneOpen = async () => {
  await exchange.send('customers', spot.spotCancelAll, asAlice(), {})
  await placed()
  return {}
}
const locked = async () => {
  const input = { productId: await productOf(exchange), amount: '15' }
  const reply = await exchange.send('customers', earn.subscribe, asAlice(), input)
  return (reply.data as { id: string }).id
}
const proposed = async () => {
  const image = await exchange.image(exchange.bob.id)
  const deposit = await exchange.send(
    'customers',
    depositCalls.requestDeposit,
    exchange.bob.token,
    await goodDeposit(exchange, exchange.bob.token, image),
  )
  const { id } = deposit.data as { id: string }
  const txReference = `${'cd34'.repeat(6)}${id.padStart(10, '0')}a1b2c3`
  const input = { id, txReference, amount: '25', reason: 'seen' }
  const reply = await exchange.send('operators', depositConsole.proposeCredit, exchange.maker, input)
  return (reply.data as { proposal: { id: string } }).proposal.id
}

const effects: readonly Effect[] = [
  {
    call: spot.spotTrade,
    token: asAlice,
    isGuarded: false,
    prepare: async () => goodOrder(await priceOf(exchange)),
  },
  { call: spot.spotCancel, token: asAlice, isGuarded: true, prepare: async () => ({ id: await placed() }) },
  { call: spot.spotCancelAll, token: asAlice, isGuarded: true, prepare: onlyOneOpen },
  { call: wallet.walletTransfer, token: asAlice, isGuarded: false, prepare: async () => goodTransfer },
  {
    call: depositCalls.requestDeposit,
    token: asAlice,
    isGuarded: true,
    prepare: async () => goodDeposit(exchange, asAlice(), await exchange.image(exchange.alice.id)),
  },
  {
    call: earn.subscribe,
    token: asAlice,
    isGuarded: false,
    prepare: async () => ({ productId: await productOf(exchange), amount: '10' }),
  },
  {
    call: earn.redeem,
    token: asAlice,
    isGuarded: true,
    prepare: async () => ({ id: await locked() }),
  },
  {
    call: consoleCalls.approveProposal,
    token: () => exchange.checker,
    isGuarded: true,
    prepare: async () => ({ id: await proposed(), reason: 'checked' }),
  },
]

describe('64 at once', () => {
  test('is asked of every call that moves money', () => {
    const moving = allEndpoints.filter(({ money }) => money).map(({ path }) => path)
    expect(effects.map(({ call }) => call.path).sort()).toEqual(moving.sort())
  })

  test.each(effects.map((effect) => [effect.call.path, effect] as const))(
    'with one key have one effect: %s',
    async (path, effect) => {
      const alone = await written(effect, 1, `alone-${path}`)
      const together = await written(effect, DUPLICATES, `together-${path}`)
      expect(together.rows).toEqual(alone.rows)
      expect(alone.replies.map(({ ok }) => ok)).toEqual([true])
      const answers = new Set(together.replies.map(({ ok, data }) => JSON.stringify([ok, nameOf(data)])))
      expect([...answers]).toHaveLength(1)
      expect(together.replies[0]!.ok).toBe(true)
    },
  )

  const guarded = effects.filter(({ isGuarded }) => isGuarded)
  test.each(guarded.map((effect) => [effect.call.path, effect] as const))(
    'without a key have one effect: %s',
    async (_, effect) => {
      const alone = await written(effect, 1)
      const together = await written(effect, DUPLICATES)
      expect(together.rows).toEqual(alone.rows)
      expect(together.replies.filter(({ status }) => status >= 500)).toEqual([])
      expect(together.replies.some(({ ok }) => ok)).toBe(true)
    },
  )

  test('of the whole balance leave one winner', async () => {
    const detail = { currency: 'USDT', walletType: 'spot' }
    const before = await exchange.send('customers', wallet.walletDetail, exchange.bob.token, detail)
    const { available } = before.data as { available: string }
    const input = { currency: 'USDT', amount: available, from: 'spot', to: 'contract' }
    const replies = await Promise.all(
      Array.from({ length: DUPLICATES }, () =>
        exchange.send('customers', wallet.walletTransfer, exchange.bob.token, input),
      ),
    )
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(replies.map(({ error }) => error))).toEqual(new Set([undefined, 'INSUFFICIENT_BALANCE']))
  })

  /** Sends a fresh call so many times at once; returns the rows that it wrote, by table. */
  async function written({ call, token, prepare }: Effect, times: number, key?: string) {
    const input = await prepare()
    const before = await exchange.counts()
    const replies: Reply[] = await Promise.all(
      Array.from({ length: times }, () => exchange.send(sideOf(call), call, token(), input, key)),
    )
    const after = await exchange.counts()
    const rows = Object.entries(after).flatMap(([table, count]) =>
      // An account's row is made when it is first used, and is no effect of its own.
      count === before[table] || table === 'account' ? [] : [[table, count - before[table]!] as const],
    )
    return { replies, rows }
  }

  const nameOf = (data: unknown) => {
    const { id, cancelled } = data as { id?: string; cancelled?: string[] }
    return id ?? cancelled
  }
})
