import { afterEach, beforeEach, expect, test } from 'vitest'
import * as contracts from '#domain/contract/contract.ts'
import { contractTermsOf } from '#domain/contract/terms.ts'
import * as calls from '#domain/copy/contract.ts'
import { type CopyAction, type SkipReason, skipReasons } from '#domain/copy/rules.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { freezeAccount } from '#domain/user/freeze.ts'
import { setRail } from '#domain/user/guard-rails.ts'
import type { TestApp } from '#server/testing/app.ts'
import { BTC, setBalance, usdt } from '#server/testing/contract.ts'
import { liveIn, switchCountry } from '#server/testing/countries.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'
import { counterparty } from '../contract/accounts.ts'
import { auditContracts } from '../contract/audit.ts'
import { contractsIn } from '../contract/service.ts'
import { insertTerms } from '../contract/terms.ts'
import { auditCopies } from './audit.ts'
import { reasonOf } from './mirror.ts'
import { lead as makeLead } from './testing.ts'

/** Every reason for which a lead's action is not copied, brought about, and shown to the follower at the door. */

let quoted: QuotedApp
let app: TestApp
let lead: TestCustomer
let follower: TestCustomer
let leadId: string

beforeEach(async () => {
  quoted = await openQuotedApp()
  app = quoted.app
  ;[lead, follower] = [await app.newCustomer(), await app.newCustomer()]
  await app.give(lead.id, 'contract', 'USDT', '10000')
  leadId = String(await makeLead(app.db, lead.id, app.clock.nowMs()))
  await quote(20_000)
})
afterEach(async () => {
  expect([...(await auditContracts(app.db)), ...(await auditCopies(app.db))]).toEqual([])
  expect(await app.isConsistent()).toBe(true)
  await quoted.close()
})

const quote: QuotedApp['quote'] = (...said) => quoted.quote(...said)

async function ask(who: TestCustomer, of: Endpoint, input: Record<string, string>) {
  const { data, error } = await app.call(of, input, who.token)
  expect(error, `${of.path} ${JSON.stringify(input)}`).toBeUndefined()
  return data
}

async function follow(draft: Record<string, string> = {}, wallet = '10000'): Promise<string> {
  await app.give(follower.id, 'contract', 'USDT', wallet)
  await ask(follower, calls.copyAcceptAgreement, { version: String(COPY_AGREEMENT_VERSION) })
  return (await ask(follower, calls.copyFollow, { leadId, mode: 'amount', number: '100', ...draft })).id
}

const market = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' }
const open = async (more: Record<string, string> = {}, who = lead): Promise<string> =>
  (await ask(who, contracts.contractSubmit, { ...market, ...more })).id

async function followed(draft: Record<string, string>, order: Record<string, string> = {}) {
  await follow(draft)
  await open(order)
}

const outcomes = async () => (await ask(follower, calls.copyOutcomes, {})).items
const copied = async (): Promise<string> => {
  const [outcome] = await outcomes()
  expect(outcome).toMatchObject({ action: 'open', result: 'copied' })
  return outcome.positionId
}

interface Skipped {
  readonly action?: CopyAction
  readonly bringAbout: () => Promise<unknown>
}

/** A lead's own order is refused for the same in the same batch, so that no copy comes to it; and a rule to come. */
const unreached = ['closed', 'breaker', 'not-allowed'] as const
type Unreached = (typeof unreached)[number]

const ways: Readonly<Record<Exclude<SkipReason, Unreached>, Skipped>> = {
  balance: {
    async bringAbout() {
      await follow({ mode: 'ratio', number: '1' })
      // Orders that wait hold nearly all of it: the equity is still there.
      for (const lots of ['0.90', '0.14']) {
        await open({ lots, leverage: '2', limitPrice: '19100' }, follower)
      }
      await open()
    },
  },
  minimum: { bringAbout: () => followed({ number: '10' }, { leverage: '2' }) },
  slippage: {
    async bringAbout() {
      await follow({ slippagePercent: '0.1' })
      await quote(20_050)
      // Between the order's arrival and its batch the price moves: the door says what was shown.
      await contractsIn([quoted.opened.contract]).engine.open({
        ...{ customer: lead.id, symbol: 'BTC-USDT', seenPrice: undefined, shownPrice: 2_000_005 },
        draft: { direction: 'long', lots: '0.10', leverage: 10 },
      })
    },
  },
  'limit-trade': { bringAbout: () => followed({ maxTrade: '10' }) },
  'limit-total': {
    bringAbout: () => followed({ mode: 'ratio', number: '1', maxTotal: '10' }),
  },
  'limit-equity': {
    async bringAbout() {
      await follow({}, '30')
      await open()
    },
  },
  paused: {
    async bringAbout() {
      const relationId = await follow()
      await ask(follower, calls.copySettings, { relationId, status: 'paused' })
      await open()
    },
  },
  exposure: {
    async bringAbout() {
      await follow({ mode: 'ratio', number: '1' })
      // The lead's tenth of a coin takes 200 of it, 10 % of 2,000.
      await setBalance(app.db, counterparty(), '210')
      await open()
    },
  },
  cap: {
    async bringAbout() {
      const terms = { ...contractTermsOf(BTC)!, maxPosition: usdt('2500') }
      await app.db.transaction().execute((tx) => insertTerms(tx, BTC.symbol, 2, terms, 1n, app.clock.nowMs()))
      await follow()
      // 2,400 USDT by the follower's own order; a copy of 0.05 would be 1,000 more.
      await open({ lots: '0.12' }, follower)
      await open()
    },
  },
  stale: {
    async bringAbout() {
      await follow({ number: '500' })
      const [cross, pair] = [{ symbol: 'EUR-GBP' }, { symbol: 'GBP-USD' }]
      const at = (price: number) => ({ price, bid: price - 5, ask: price + 5 })
      await quote(0, { ...pair, ...at(123_000) })
      await quote(0, { ...cross, ...at(86_000) })
      await open({ ...cross, lots: '0.10', limitPrice: '0.85900' })
      // What converts the quote says nothing any more; the lead's order opens, since a tick reached it.
      app.clock.advance(30_000)
      await quote(0, { ...cross, ...at(85_880) })
    },
  },
  positions: {
    async bringAbout() {
      await follow()
      for (let n = 0; n < 200; n++) await open({ lots: '0.01', limitPrice: '19100' }, follower)
      await open()
    },
  },
  stops: {
    async bringAbout() {
      await follow()
      await open({ limitPrice: '19900', stopLoss: '19890' })
      await quote(19_850)
    },
  },
  'own-stop': {
    action: 'stops',
    async bringAbout() {
      await follow()
      const id = await open()
      await ask(follower, contracts.contractSetStops, { id: await copied(), stopLoss: '19400' })
      await ask(lead, contracts.contractSetStops, { id, stopLoss: '19500' })
    },
  },
  'no-copy': {
    action: 'close',
    async bringAbout() {
      await follow()
      const id = await open()
      await ask(follower, contracts.contractClose, { id: await copied() })
      await ask(lead, contracts.contractClose, { id })
    },
  },
  'own-margin': {
    action: 'liquidation',
    async bringAbout() {
      await follow()
      await open()
      await ask(follower, contracts.contractAddMargin, { id: await copied(), amount: '100' })
      for (let price = 19_800; price >= 18_800; price -= 100) await quote(price)
    },
  },
}

test.each(Object.entries(ways))('%s', async (reason, { action = 'open', bringAbout }) => {
  await bringAbout()
  expect((await outcomes())[0]).toMatchObject({ action, result: 'skipped', reason })
})

test('a copy below the smallest position says how much that is at its price, not the smallest step', async () => {
  const pepe = { symbol: 'DOGE-USDT', price: 8_000, bid: 7_999, ask: 8_001 }
  await quote(0, pepe)
  await followed({ mode: 'ratio', number: '0.1' }, { symbol: 'DOGE-USDT', lots: '200', leverage: '10' })
  const [outcome] = await outcomes()
  expect(outcome).toMatchObject({ action: 'open', result: 'skipped', reason: 'minimum' })
  // 5 USDT at 0.08001 are 62.492 coins: rounded up.
  expect(outcome.minimumLots).toBe('62.50')
})

test.each([
  ['MARKET_CLOSED', 'closed'],
  ['MARKET_SESSION_CLOSED', 'closed'],
  ['CONTRACT_BREAKER', 'breaker'],
  ['PRICE_STALE', 'stale'],
] as const)('%s is told as %s', (code, reason) => {
  expect(reasonOf(code)).toBe(reason)
})

test('no other reason is there', () => {
  expect(new Set(skipReasons)).toEqual(new Set([...Object.keys(ways), ...unreached]))
})

test.each([
  ['froze the account', freezeAccount, {}, 'ACCOUNT_FROZEN'],
  ['limited their leverage', setRail, { kind: 'leverage', value: '5' }, 'COPY_WITH_CEILING'],
  ['locked these hours', setRail, { kind: 'night', value: 'now' }, 'NIGHT_LOCKED'],
] as const)(
  'a follower who %s is paused, copies nothing, and resumes nothing meanwhile',
  async (_, call, input, refused) => {
    const relationId = await follow()
    const pause = async () => {
      await quoted.opened.copy
        .jobs!.find(({ name }) => name === 'copy: pause what frozen accounts copy')!
        .run()
    }
    const status = async () => (await ask(follower, calls.copyMine, {})).items[0].status
    await pause()
    expect(await status()).toBe('active')
    const hour = String(new Date(app.clock.nowMs()).getUTCHours() + 1)
    await ask(
      follower,
      call as Endpoint,
      'value' in input && input.value === 'now' ? { ...input, value: hour } : input,
    )
    await pause()
    await pause()
    expect(await status()).toBe('paused')
    await open()
    expect((await outcomes())[0]).toMatchObject({ action: 'open', result: 'skipped', reason: 'paused' })
    const resumed = await app.call(calls.copySettings, { relationId, status: 'active' }, follower.token)
    expect(resumed.error).toBe(refused)
  },
)

test.each(['copy', 'contract'] as const)(
  'a follower in a country that closes %s is paused, copies nothing, and resumes nothing meanwhile',
  async (product) => {
    const relationId = await follow()
    await liveIn(app.db, follower.id, { country: 'FR' })
    const job = quoted.opened.copy.jobs!.find(({ name }) => name === 'copy: pause what frozen accounts copy')!
    const statusAfter = async () => {
      await job.run()
      return (await ask(follower, calls.copyMine, {})).items[0].status
    }
    await switchCountry(app.db, { country: 'DE', product, isOpen: false })
    expect(await statusAfter()).toBe('active')
    await switchCountry(app.db, { country: 'FR', product, isOpen: false })
    expect([await statusAfter(), await statusAfter()]).toEqual(['paused', 'paused'])
    await open()
    expect((await outcomes())[0]).toMatchObject({ action: 'open', result: 'skipped', reason: 'paused' })
    const resume = () => app.call(calls.copySettings, { relationId, status: 'active' }, follower.token)
    expect((await resume()).error).toBe('COUNTRY_NOT_OFFERED')
    await switchCountry(app.db, { country: 'FR', product, isOpen: true })
    expect((await resume()).error).toBeUndefined()
  },
)

test.each(['copy', 'contract'] as const)(
  'a lead in a country that closes %s gains no followers elsewhere, and keeps those there are',
  async (product) => {
    await follow()
    await liveIn(app.db, lead.id, { country: 'IE' })
    const other = await app.newCustomer()
    await ask(other, calls.copyAcceptAgreement, { version: String(COPY_AGREEMENT_VERSION) })
    const draft = { leadId, mode: 'amount', number: '100' }
    await switchCountry(app.db, { country: 'IE', product, isOpen: false })
    expect((await app.call(calls.copyFollow, draft, other.token)).error).toBe('LEAD_UNAVAILABLE')
    expect((await ask(follower, calls.copyMine, {})).items[0].status).toBe('active')
    await switchCountry(app.db, { country: 'IE', product, isOpen: true })
    expect((await app.call(calls.copyFollow, draft, other.token)).error).toBeUndefined()
  },
)

test('what the night lock has paused goes on after it, unless its follower has paused it too', async () => {
  const relationId = await follow()
  const job = quoted.opened.copy.jobs!.find(({ name }) => name === 'copy: pause what frozen accounts copy')!
  const statusAfter = async () => {
    await job.run()
    return (await ask(follower, calls.copyMine, {})).items[0].status
  }
  const hour = String(new Date(app.clock.nowMs()).getUTCHours() + 1)
  await ask(follower, setRail as Endpoint, { kind: 'night', value: hour })
  expect(await statusAfter()).toBe('paused')
  app.clock.advance(12 * 3_600_000)
  expect(await statusAfter()).toBe('active')
  app.clock.advance(12 * 3_600_000)
  expect(await statusAfter()).toBe('paused')
  await ask(follower, calls.copySettings, { relationId, status: 'paused' })
  app.clock.advance(12 * 3_600_000)
  expect(await statusAfter()).toBe('paused')
})
