import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { approveProposal } from '#domain/console/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { decimalInput } from '#domain/fields.ts'
import { walletDetail, walletTransfer } from '#domain/wallet/contract.ts'
import { allEndpoints } from '#server/contract.ts'
import { hostileAmounts } from '#server/core/hostile-amounts.ts'
import { identityOf } from '#server/sim/player.ts'
import { doOneOfEach, type Exchange, openExchange, type Reply, type Side } from '#server/testing/exchange.ts'
import { amountFields, inputsOf } from '#server/testing/inputs.ts'
import { howMany } from '#server/testing/length.ts'
import { approvalOf, type Input, loadTesting, type Things } from '#server/testing/product-testing.ts'

/** Every call that moves money: what it must refuse, and that it happens once. */

/** 64 at full length: what meets does so with 16 too. */
const DUPLICATES = howMany(64, 16)

/**
 * What the field of amounts lets through is asked of every call. The rest never reaches one: each call is asked with
 * some of it, at full length with all, as proof that its field is that one.
 */
const lets = (text: string): boolean => z.safeParse(decimalInput, text).success
const asked = hostileAmounts.filter((text, n) => lets(text) || n % howMany(1, 36) === 0)

/** What is no amount of a currency may have more decimals than any, and be larger. */
const FREE = new Set(['tickSize', 'stepSize', 'referencePrice', 'minAmount', 'maxAmount'])
/** These are of a currency that has eight decimals, and no more. */
const OF_EIGHT_DECIMALS = new Set(['withdrawalBasic', 'withdrawalAdvanced'])
const askedOf = (field: string, call: Endpoint) =>
  asked
    .filter((text) => !FREE.has(field) || !/^\d+(\.\d+)?$/.test(text))
    .filter((text) => !OF_EIGHT_DECIMALS.has(field) || !/^\d+\.\d{8}$/.test(text))
    // An empty field is one that was not sent. Source: rulings, section 1.
    .filter((text) => text !== '' || !mayBeLeftOut(call, field))

const mayBeLeftOut = (call: Endpoint, field: string): boolean =>
  call.input.shape[field]?._zod.optin === 'optional'

let exchange: Exchange
let things: Things
beforeAll(async () => {
  exchange = await openExchange()
  things = await doOneOfEach(exchange, exchange.alice)
})
afterAll(() => exchange?.close())

const tested = await loadTesting()
const { inputFor } = inputsOf(tested)
const matrices = tested.flatMap(({ product, testing }) =>
  testing.matrix ? [{ name: product.name, ...testing.matrix }] : [],
)

/** A money call with what it needs anew for each effect. */
interface Effect {
  readonly title: string
  readonly call: Endpoint
  readonly token: () => string
  readonly prepare: () => Input | Promise<Input>
  readonly isGuarded: boolean
}

const effects: readonly Effect[] = matrices.flatMap(({ name, effects = [], proposals = [] }) => [
  ...effects.map(({ call, isGuarded, prepare }) => ({
    ...{ title: call.path, call, isGuarded },
    token: () => exchange.alice.token,
    prepare: () => prepare(exchange.alice),
  })),
  ...proposals.map((propose, n) => ({
    ...{ title: `${approveProposal.path}:${name}-${n + 1}`, call: approveProposal, isGuarded: true },
    token: () => exchange.checker.token,
    async prepare() {
      const made = await propose(exchange.maker, exchange.bob)
      return { ...approvalOf(made), reason: 'checked' }
    },
  })),
])

const sideOf = (call: Endpoint): Side => (call.access === 'operator' ? 'operators' : 'customers')
const tokenOf = (call: Endpoint) => (call.access === 'operator' ? exchange.maker : exchange.alice).token

describe('T01: hostile amounts', () => {
  const fields = allEndpoints.flatMap((call) =>
    amountFields(call).map((name) => [call.path, name, call] as const),
  )

  test('are some two hundred, each different', () => {
    expect(new Set(hostileAmounts).size).toBeGreaterThanOrEqual(200)
    expect(hostileAmounts.filter((text) => !lets(text)).length).toBeGreaterThanOrEqual(300)
    expect(fields.length).toBeGreaterThanOrEqual(6)
  })

  test.each(fields)('are all refused by %s in %s, and nothing is written', async (_, name, call) => {
    const good = await goodInput(call)
    const before = await exchange.counts()
    const accepted: string[] = []
    for (const [n, amount] of askedOf(name, call).entries()) {
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
  const goodInput = (call: Endpoint) =>
    effects.find((effect) => effect.call === call)?.prepare() ?? inputFor(call, things)
})

describe('T07: many at once', () => {
  test('is asked of every call that moves money', () => {
    const moving = allEndpoints.filter(({ money }) => money).map(({ path }) => path)
    expect([...new Set(effects.map(({ call }) => call.path))].sort()).toEqual(moving.sort())
  })

  test.each(effects.map((effect) => [effect.title, effect] as const))(
    'with one key have one effect: %s',
    async (title, effect) => {
      const alone = await written(effect, 1, `alone-${title}`)
      const together = await written(effect, DUPLICATES, `together-${title}`)
      expect(together.rows).toEqual(alone.rows)
      expect(alone.replies.map(({ ok }) => ok)).toEqual([true])
      const answers = new Set(together.replies.map(({ ok, data }) => JSON.stringify([ok, identityOf(data)])))
      expect([...answers]).toHaveLength(1)
      expect(together.replies[0]!.ok).toBe(true)
    },
  )

  const guarded = effects.filter(({ isGuarded }) => isGuarded)
  test.each(guarded.map((effect) => [effect.title, effect] as const))(
    'without a key have one effect: %s',
    async (_, effect) => {
      const alone = await written(effect, 1)
      const together = await written(effect, DUPLICATES)
      expect(together.rows).toEqual(alone.rows)
      expect(together.replies.filter(({ status }) => status >= 500)).toEqual([])
      expect(together.replies.some(({ ok }) => ok)).toBe(true)
    },
  )

  test('T03: of the whole balance leave one winner', async () => {
    const detail = { currency: 'USDT', walletType: 'spot' }
    const before = await exchange.send('customers', walletDetail, exchange.bob.token, detail)
    const { available } = before.data as { available: string }
    const input = { currency: 'USDT', amount: available, from: 'spot', to: 'contract' }
    const replies = await Promise.all(
      Array.from({ length: DUPLICATES }, () =>
        exchange.send('customers', walletTransfer, exchange.bob.token, input),
      ),
    )
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(replies.map(({ error }) => error))).toEqual(new Set([undefined, 'INSUFFICIENT_BALANCE']))
  })

  /** Sends a fresh call so many times at once; returns the rows that it wrote, by table. */
  async function written({ call, token, prepare }: Effect, times: number, key?: string) {
    const input = await prepare()
    const before = await exchange.counts()
    // A slow machine may not get to all of them in time: with its key a call is asked again, as clients do.
    const ask = async (): Promise<Reply> => {
      const reply = await exchange.send(sideOf(call), call, token(), input, key)
      return reply.status === 503 && key !== undefined ? ask() : reply
    }
    const replies = await Promise.all(Array.from({ length: times }, ask))
    const after = await exchange.counts()
    const rows = Object.entries(after).flatMap(([table, count]) =>
      // An account's row is made when it is first used, and is no effect of its own.
      count === before[table] || table === 'account' ? [] : [[table, count - before[table]!] as const],
    )
    return { replies, rows }
  }
})
