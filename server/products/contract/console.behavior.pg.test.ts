import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  consoleContractExposure,
  contractConsoleEndpoints,
  proposeContractTerms,
} from '#domain/contract/console.ts'
import { contractClose, contractSubmit } from '#domain/contract/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { proposeOtcOffer } from '#domain/otc/console.ts'
import { consoleEndpoints } from '#server/contract.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'
import { coverOf } from './exposure.ts'

/** What operators see of contracts, at their door: figures alone, and nothing that they could do with one. */

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange()
})
afterAll(() => exchange?.close())

const exposure = (): Promise<OutputOf<typeof consoleContractExposure>> =>
  exchange.maker.ask(consoleContractExposure)

const order = { symbol: 'BTC-USDT', lots: '0.20', leverage: '10' } as const

test('the exposure is what customers have open, with what it takes to pay for it', async () => {
  expect(await exposure()).toMatchObject({
    ...{ currency: 'USDT', openInterest: '0.0000000', needed: '0.0000000', instruments: [] },
    ...{ isCovered: true, coveragePercent: null, fromInsurance: '0.0000000', uncovered: '0.0000000' },
  })
  const long = await exchange.alice.ask(contractSubmit, { ...order, direction: 'long' })
  const short = await exchange.bob.ask(contractSubmit, { ...order, lots: '0.05', direction: 'short' })
  const { instruments, openInterest, needed, ...cover } = await exposure()
  expect(cover).toMatchObject({ isCovered: true, fromInsurance: '0.0000000', uncovered: '0.0000000' })
  const share = (has: number) => (has / Number(needed)) * 100
  expect(Number(cover.coveragePercent)).toBeCloseTo(share(Number(cover.counterparty)), 1)
  expect(Number(cover.insuredPercent)).toBeCloseTo(
    share(Number(cover.counterparty) + Number(cover.insurance)),
    1,
  )
  expect(instruments).toMatchObject([
    {
      ...{ symbol: 'BTC-USDT', longLots: '0.20', shortLots: '0.05', netLots: '0.15', stressBps: 1_000 },
      ...{ openInterest, needed },
    },
  ])
  const [line] = instruments
  // A quarter of a coin is open, and a tenth of 0.15 coins' price must be covered.
  expect(Number(line!.stress) / Number(line!.openInterest)).toBeCloseTo(0.06, 5)
  const { id } = long
  await exchange.alice.ask(contractClose, { id })
  expect((await exposure()).instruments).toMatchObject([{ longLots: '0.00', netLots: '-0.05' }])
  await exchange.bob.ask(contractClose, { id: short.id })
  expect((await exposure()).instruments).toEqual([])
})

test('what is needed is paid by the counterparty, then by the insurance, and the rest by nobody', () => {
  expect(coverOf(100n, 150n, 30n)).toEqual({ fromInsurance: 0n, uncovered: 0n })
  expect(coverOf(100n, 80n, 30n)).toEqual({ fromInsurance: 20n, uncovered: 0n })
  expect(coverOf(100n, 60n, 30n)).toEqual({ fromInsurance: 30n, uncovered: 10n })
})

test('no operator’s call opens, changes, prices or ends a contract: two propose and decide terms of those to come', () => {
  const changing = contractConsoleEndpoints.filter(({ method }) => method !== 'GET')
  expect(changing).toEqual([proposeContractTerms])
  const others = consoleEndpoints.filter(
    (call) => !(contractConsoleEndpoints as readonly unknown[]).includes(call),
  )
  expect(others.filter(({ path }) => /lever|contract|position/.test(path))).toEqual([])
  // An offer over the counter has a margin too: how far its price is from the tape's.
  const names = others.flatMap((call) => (call === proposeOtcOffer ? [] : Object.keys(call.input.shape)))
  const powers = /position|liquidat|entryPrice|closePrice|takeProfit|stopLoss|leverage|margin/i
  expect(names.filter((name) => powers.test(name))).toEqual([])
})
