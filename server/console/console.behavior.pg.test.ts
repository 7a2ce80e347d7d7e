import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { proposalView } from '#domain/console/contract.ts'
import { roles } from '#domain/console/roles.ts'
import { HOUR_MS } from '#domain/time.ts'
import { consoleEndpoints } from '#server/contract.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openTestConsole, TOTP_STEP_MS } from '#server/testing/console.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { guarded } from './console-route.ts'

const START_MS = Date.parse('2026-01-05T09:00:00Z')

const database: Database = await openTestDatabase()
const clock = virtualClock(START_MS)
const { addOperator, codeOf, send, post, get, login, tokenOf, close } = openTestConsole({
  db: database.db,
  clock,
})

afterAll(async () => {
  await close()
  await database.close()
})

const terms = {
  currency: 'USDT',
  term_days: '90',
  daily_rate: '0.00018',
  penalty_rate: '0.01',
  minimum: '10',
  maximum: '50000',
  cap: '1000000',
}

/** What seconds options ask for beside these. */
const ofOptions = {
  ...{ periods: '60:8500', max_open: '5', max_daily: '60', loss_limit: '200', country: 'DE' },
  ...{ pause_after: '5', pause_minutes: '15', exposure_bps: '200' },
}
/** What the terms of contracts ask for beside these. */
const ofContracts = {
  ...{ leverages: '2 5', fee_bps: '5', financing_bps: '2', maintenance_bps: '5000', margin_call_bps: '7500' },
  ...{ collar_bps: '500', slippage_bps: '50', stress_bps: '1000' },
  ...{ max_position: '1000', max_open_interest: '10000' },
  // Those of copying.
  ...{ min_amount: '10', max_amount: '100', max_slippage_bps: '100', equity_bps: '100' },
  ...{ max_share_bps: '1000', max_relations: '5', max_followers: '50' },
}
/** What the calls about listings ask for. */
/** What conversions ask for beside these. */
const ofConversions = {
  ...{ fee_bps: '10', max_per_customer: '100000', max_exposure: '250000', quote_seconds: '10' },
}
const ofLimits = {
  ...{ withdrawal_basic: '200', withdrawal_advanced: '500', otc_basic: '2000', otc_advanced: '1000000' },
}
const ofWithdrawals = { voids: '0' }
const ofSales = {
  ...{ fee_bps: '50', minimum_fee: '5', minimum: '20', max_per_customer: '100000', quote_seconds: '10' },
  ...{ international_fee_bps: '100', international_minimum_fee: '25' },
}
const ofLoans = {
  ...{ daily_rate: '0.0003', overdue_rate: '0.0006', minimum: '100', maximum: '10000', per_point: '20' },
  ...{ score_floor: '440', max_outstanding: '2000000' },
}
const ofOtc = {
  ...{ side: 'buy', fiat: 'USD', margin: '0.5', maximum: '100', total: '1000', payments: 'domestic' },
  ...{ minimum: '20', text: 'hello', image: '-'.repeat(22) },
}
const ofBanks = {
  ...{
    currency: 'EUR',
    ways: 'wire',
    iban: 'DE89370400440532013000',
    swift_code: 'DEUTDEFF',
    cut_off: '15:00',
  },
  ...{ beneficiary: 'Plumb', beneficiary_address: '1 Street', bank_name: 'Bank', bank_address: '2 Street' },
  ...{ minimum: '50', maximum: '9000', is_open: '1' },
}
const ofDual = {
  ...{ type: 'put', strike: '9000', yield_rate: '0.1', sale_day: '2026-01-02', start_day: '2026-01-03' },
  ...{ term_days: '7', unit: '100', maximum: '10', capacity: '100', rungs: '7:400:84' },
}
/** What only the calls of artworks ask for. */
const ofArtworks = {
  ...{ name: 'Ada', bio: 'x', description: 'x', title: 'x', code: 'RAIN', artist_id: '1', royalty_bps: '0' },
  ...{ media: 'a'.repeat(64), offer: 'fixed', kind: 'fixed', price: '1' },
  ...{ opens_at: '1893456000000', ends_at: '1893542400000' },
}
const ofBoxes = {
  ...{
    code: 'RAIN',
    name: 'Rain',
    description: 'x',
    price: '1',
    per_customer: '1',
    contents: 'RAIN-1 common',
  },
  ...{ opens_at: '1893456000000', ends_at: '1893542400000' },
}
const ofContent = { kind: 'faq', title: 'x', content: 'x', language: 'en' }
const ofSupport = {
  ...{ text: 'x', title: 'x', language: 'en', image: 'A'.repeat(22), from: '1', to: '1', url: '', email: '' },
  ...{ monday: 'closed', tuesday: 'closed', wednesday: 'closed', thursday: 'closed' },
  ...{ friday: 'closed', saturday: 'closed', sunday: 'closed' },
}
const ofNewCoins = {
  ...{ tagline: 'x', decimals: '4', price: '1', exchange_supply: '10', subscription_supply: '10' },
  ...{ max_exchange: '10', quota: '10', soft_cap: '0', opens_at: '1893456000000', ends_at: '1893542400000' },
  ...{ lists_at: '1893542400000', lock_days: '0', received: '20', payment: 'x', kind: 'exchange' },
}
const listed = {
  symbol: 'BTC-USDT',
  min_notional: '5',
  maker_fee_bps: '10',
  taker_fee_bps: '10',
  collar: 'major',
  code: 'NEWC',
  name: 'Newcoin',
  decimals: '8',
  kind: 'crypto',
  colour: '#3AB08C',
  base: 'NEWC',
  quote: 'USDT',
  class: 'crypto',
  tick_size: '0.01',
  step_size: '0.001',
  reference_price: '12.5',
}

describe('signing in', () => {
  test('needs the password and a code, and answers who it is', async () => {
    const person = await addOperator('finance', 'risk')
    const { data } = await login(person)
    expect(data.operator).toMatchObject({ email: person.email, roles: ['finance', 'risk'] })
    expect((await get('/console/me', data.token)).data).toEqual(data.operator)
  })

  test('is refused in one voice, whatever is wrong', async () => {
    const person = await addOperator('finance')
    // Codes of the steps before and after are taken too.
    const right = [-1, 0, 1].map((step) => codeOf(person, clock.nowMs() + step * TOTP_STEP_MS))
    const wrongCode = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!
    const old = codeOf(person, clock.nowMs() - 2 * TOTP_STEP_MS)
    const answers = [
      await login(person, { password: 'wrong-password' }),
      await login(person, { code: wrongCode }),
      await login(person, { code: old }),
      await login(person, { email: 'nobody@plumb.test' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ type: 0, error: 'OPERATOR_SIGN_IN_FAILED' })
      expect(answer.message).toBe(answers[0].message)
    }
  })

  test('is slowed down after five wrong passwords', async () => {
    const person = await addOperator('finance')
    for (let n = 0; n < 5; n++) await login(person, { password: 'wrong' })
    expect(await login(person)).toMatchObject({ error: 'TOO_MANY_REQUESTS' })
  })

  test('lasts twelve hours, or until signing out', async () => {
    const person = await addOperator('finance')
    const token = await tokenOf(person)
    clock.advance(12 * HOUR_MS - 1)
    expect(await get('/console/me', token)).toMatchObject({ code: 1 })
    clock.advance(1)
    expect(await get('/console/me', token)).toMatchObject({ type: 999 })
    const next = await tokenOf(person)
    await post('/console/logout', next)
    expect(await get('/console/me', next)).toMatchObject({ type: 999 })
  })

  test('T90: leaves a line in the log, right or wrong, and no secret in it', async () => {
    const person = await addOperator('finance')
    await login(person, { password: 'wrong' })
    const token = await tokenOf(person)
    const auditor = await tokenOf(await addOperator('compliance'))
    const { data } = await get('/console/audit', auditor, { subject: `operator:${person.id}` })
    expect(data.items.map(({ action }: { action: string }) => action)).toEqual([
      'signed-in',
      'sign-in-refused',
      'created',
    ])
    const text = JSON.stringify(await database.db.selectFrom('audit_log').select('detail').execute())
    for (const secret of [person.password, person.totpSecret, token]) expect(text).not.toContain(secret)
  })
})

describe('what an authenticator knows', () => {
  test('is not readable in the database, and sign-in works with it', async () => {
    const person = await addOperator('finance')
    const { rows } = await sql<{ whole: string }>`select operator::text as whole from operator`.execute(
      database.db,
    )
    const secret = Buffer.from(person.totpSecret)
    for (const written of [person.totpSecret, secret.toString('base64').slice(0, -2), secret.toString('hex')])
      expect(rows.map(({ whole }) => whole).join()).not.toContain(written)
    expect(await login(person)).toMatchObject({ code: 1 })
  })

  test('does not open in the row of somebody else, and the log says why', async () => {
    const [one, other] = [await addOperator('finance'), await addOperator('risk')]
    const swap = () =>
      sql`update operator o set totp_sealed = p.totp_sealed from operator p
        where (o.id, p.id) in ((${one.id}, ${other.id}), (${other.id}, ${one.id}))`.execute(database.db)
    await swap()
    for (const [person, code] of [
      [one, codeOf(one)],
      [one, codeOf(other)],
      [other, codeOf(other)],
      [other, codeOf(one)],
    ] as const)
      expect(await login(person, { code })).toMatchObject({ error: 'OPERATOR_SIGN_IN_FAILED' })
    const auditor = await tokenOf(await addOperator('compliance'))
    const { data } = await get('/console/audit', auditor, { subject: `operator:${one.id}` })
    expect(data.items[0]).toMatchObject({
      action: 'sign-in-refused',
      detail: { why: expect.stringContaining('does not open') },
    })
    await swap()
    expect(await login(one)).toMatchObject({ code: 1 })
  })
})

describe('roles', () => {
  test('every call of the console names who may use it, and asks for it', async () => {
    const open = consoleEndpoints.filter(({ roles }) => roles.length === 0).map(({ path }) => path)
    expect(open).toEqual(['/console/login', '/console/setup/read', '/console/setup/finish'])
    for (const role of roles) {
      const token = await tokenOf(await addOperator(role))
      for (const { path, method, access, roles: allowed } of consoleEndpoints) {
        if (access === 'public' || path === '/console/logout') continue
        const answer = await send(method === 'ANY' ? 'POST' : method, path, token, {
          ...terms,
          id: '1',
          query: 'x',
          reason: 'matrix',
          amount: '1',
          ...{ tx_reference: 'x', chain: 'Tron' },
          ...{ picture: 'front', untilMs: '0', signature: '-'.repeat(43) },
          ...{ signed: 'ab', settled_as: 'returned', is_paused: '0', fee: '1' },
          from: 'treasury',
          to: 'interest',
          network: 'TRC20',
          address: 'TOurAddress',
          ...listed,
          // A body has 64 fields at most.
          ...(path.startsWith('/console/option') && ofOptions),
          ...(/^.console.(contract|copy)/.test(path) && ofContracts),
          ...(path.startsWith('/console/convert') && ofConversions),
          ...(path.startsWith('/console/sale') && ofSales),
          ...(path.startsWith('/console/withdrawal') && ofWithdrawals),
          ...(path.startsWith('/console/limits') && ofLimits),
          ...(path.startsWith('/console/countries') && { country: 'DE', product: 'option' }),
          ...(path.startsWith('/console/loan') && ofLoans),
          ...(path.startsWith('/console/otc') && ofOtc),
          ...(path.startsWith('/console/deposit/bank') && ofBanks),
          ...(path.startsWith('/console/dual') && ofDual),
          ...(path.startsWith('/console/ieo') && ofNewCoins),
          ...(path.startsWith('/console/nft') && ofArtworks),
          ...(path.startsWith('/console/box') && ofBoxes),
          ...(path.startsWith('/console/content') && ofContent),
          ...(path.startsWith('/console/support') && ofSupport),
          ...(path.startsWith('/console/coupon') && {
            ...{ kind: 'boost', share_bps: '200', cap: '1', budget: '1', quantity: '1', valid_days: '1' },
            ...{ opens_at: '1893456000000', closes_at: '1893542400000' },
          }),
          ...(path.startsWith('/console/operators') && {
            ...{ email: 'x@plumb.test', name: 'x', operatorRoles: 'support' },
          }),
          ...(path === '/console/notices/write' && { customer_id: '10000', title: 'x', text: 'x' }),
          ...(path.startsWith('/console/adjustments') && {
            ...{ customer_id: '10000', wallet: 'funding', take: '1', chain: 'Bank' },
          }),
          ...(path.startsWith('/console/game') && { customer_id: '10000' }),
          ...(path.startsWith('/console/reserves') && { label: 'x', chain: 'Litecoin' }),
          ...(path.startsWith('/console/network') && { confirmations: '9', direction: 'deposit' }),
          ...(path.startsWith('/console/queue') && { queue: 'support', hours: '2' }),
          ...(path.startsWith('/console/nft/media') && { id: 'a'.repeat(64) }),
          ...(path === '/console/listing/terms' && { status: 'trading' }),
          ...(path === '/console/earn/create' && { kind: 'locked' }),
        })
        const { error } = answer.headers['content-type']?.includes('json') ? answer.json() : {}
        const isRefused = error === 'OPERATOR_ROLE_REQUIRED'
        expect([role, path, isRefused]).toEqual([role, path, !allowed.includes(role)])
      }
    }
  })

  test('those who write texts or help customers can propose, approve and look at nothing that is money', () => {
    for (const role of ['content', 'support'] as const) {
      for (const { path, roles: allowed } of consoleEndpoints) {
        // Who writes what the site says also publishes it with another: the roles of a proposal's kind decide.
        if (role === 'content' && /^.console.(content|proposal).|^.console.nft.media/.test(path)) continue
        // The service ends the chats that it answers.
        if (path.startsWith('/console/support/')) continue
        if (/propose|approve|send_back|reject|create|edit|open|close|proof|ledger|audit/.test(path))
          expect([path, allowed.includes(role)]).toEqual([path, false])
      }
    }
  })

  test('a call that nobody listed cannot be served', () => {
    const call = { ...consoleEndpoints[2]!, path: '/console/backdoor', roles: [] }
    expect(() => guarded([{ endpoint: call, handle: async () => ({}) }])).toThrow(
      '/console/backdoor has no roles',
    )
  })

  test('a customer’s session opens nothing here, nor does none', async () => {
    for (const { path, method, access } of consoleEndpoints) {
      if (access === 'public') continue
      const verb = method === 'ANY' ? 'POST' : method
      expect((await send(verb, path, undefined)).json()).toMatchObject({ type: 999 })
      expect((await send(verb, path, 'x'.repeat(43))).json()).toMatchObject({ type: 999 })
    }
  })

  test('no call sets a balance, a price or an outcome', () => {
    // Adjustments move what is there, by two operators.
    const others = consoleEndpoints.filter(({ path }) => !path.startsWith('/console/adjustments'))
    for (const { path } of others) expect(path).not.toMatch(/balance|price|result|outcome|win|adjust/)
    const adjusting = consoleEndpoints.filter((one) => !others.includes(one))
    for (const { method, output } of adjusting) expect(method === 'GET' || output === proposalView).toBe(true)
  })
})

describe('maker and checker', () => {
  const propose = async (token: string, change: Record<string, string> = {}) =>
    (await post('/console/earn/create', token, { ...terms, reason: 'spring offer', ...change })).data

  test('a product exists once somebody else has approved it, closed until two more hands open it', async () => {
    const maker = await tokenOf(await addOperator('finance'))
    const checker = await tokenOf(await addOperator('risk'))
    const products = async () => (await get('/console/earn', maker)).data.products
    const before = (await products()).length

    const proposal = await propose(maker)
    expect(proposal).toMatchObject({ kind: 'earn-create', status: 'pending', viewerAction: 'waiting' })
    expect(await products()).toHaveLength(before)
    expect((await get('/console/queue', checker)).data.items.at(-1)).toMatchObject({
      id: proposal.id,
      viewerAction: 'check',
      product: 'earn',
    })

    const { data: approved } = await post('/console/proposal/approve', checker, {
      id: proposal.id,
      reason: 'agreed in committee',
    })
    expect(approved).toMatchObject({ status: 'approved', decision: 'agreed in committee' })
    const product = (await products()).at(-1)
    expect(product).toMatchObject({
      availability: 'closed',
      termDays: 90,
      aprPercent: '6.57',
      subscribed: '0.0000000',
    })

    const opening = (await post('/console/earn/open', maker, { id: product.id, reason: 'start' })).data
    expect(await post('/console/earn/edit', maker, { ...terms, id: product.id, reason: 'x' })).toMatchObject({
      error: 'PROPOSAL_EXISTS',
    })
    await post('/console/proposal/approve', checker, { id: opening.id, reason: 'go' })
    expect((await products()).find(({ id }: { id: string }) => id === product.id).availability).not.toBe(
      'closed',
    )

    const edit = (
      await post('/console/earn/edit', maker, {
        ...terms,
        id: product.id,
        daily_rate: '0.0002',
        reason: 'rise',
      })
    ).data
    expect(edit.lines[0]).toEqual({ label: 'Daily rate', value: '0.02%', before: '0.018%' })
    await post('/console/proposal/approve', checker, { id: edit.id, reason: 'go' })
    expect((await products()).find(({ id }: { id: string }) => id === product.id)).toMatchObject({
      dailyPercent: '0.02',
      termsVersion: 2,
    })

    await post('/console/earn/close', maker, { id: product.id, reason: 'rates fell' })
    expect((await products()).find(({ id }: { id: string }) => id === product.id).availability).toBe('closed')
  })

  test('only its maker withdraws a proposal, and then it is over', async () => {
    const maker = await tokenOf(await addOperator('finance'))
    const other = await tokenOf(await addOperator('finance'))
    const { id } = await propose(maker)
    expect(await post('/console/proposal/withdraw', other, { id, reason: 'no' })).toMatchObject({
      error: 'PROPOSAL_NOT_YOURS',
    })
    expect((await post('/console/proposal/withdraw', maker, { id, reason: 'typo' })).data).toMatchObject({
      status: 'withdrawn',
      checker: null,
    })
    expect(await post('/console/proposal/approve', other, { id, reason: 'yes' })).toMatchObject({
      error: 'PROPOSAL_NOT_PENDING',
    })
  })

  test('an effect that is refused leaves the proposal pending and no line in the log', async () => {
    const maker = await tokenOf(await addOperator('finance'))
    const checker = await tokenOf(await addOperator('finance'))
    const { id, subject } = await propose(maker, { term_days: '32' })
    await sql`insert into proposal (kind, subject, params, maker, reason, made_at)
      select kind, 'earn:new:broken', params || '{"cap": "1"}', maker, reason, made_at
      from proposal where id = ${BigInt(id)}`.execute(database.db)
    const broken = await database.db
      .selectFrom('proposal')
      .select('id')
      .where('subject', '=', 'earn:new:broken')
      .executeTakeFirstOrThrow()
    expect(
      await post('/console/proposal/approve', checker, { id: String(broken.id), reason: 'go' }),
    ).toMatchObject({ error: 'TERMS_INVALID' })
    expect((await get('/console/proposal', maker, { id: String(broken.id) })).data.status).toBe('pending')
    const auditor = await tokenOf(await addOperator('admin'))
    const lines = (await get('/console/audit', auditor, { subject: 'earn:new:broken' })).data.items
    expect(lines).toEqual([])
    expect((await get('/console/audit', auditor, { subject })).data.items).toMatchObject([
      { action: 'proposed', detail: { kind: 'earn-create', dailyRate: '0.00018', reason: 'spring offer' } },
    ])
  })

  test.each([
    ['a rate above 1 % a day', { daily_rate: '0.18' }, 'TERMS_INVALID'],
    ['a rate that is no number', { daily_rate: '1e-3' }, 'PARAMETER_ERROR'],
    ['a cap below the maximum', { cap: '10' }, 'TERMS_INVALID'],
    ['a currency that is not offered', { currency: 'DOLLAR' }, 'CURRENCY_UNKNOWN'],
    ['too many decimals', { minimum: '0.00000001' }, 'AMOUNT_TOO_PRECISE'],
    ['no reason', { reason: '' }, 'PARAMETER_ERROR'],
  ])('%s is not even proposed', async (_, change, error) => {
    const maker = await tokenOf(await addOperator('finance'))
    expect(await post('/console/earn/create', maker, { ...terms, reason: 'x', ...change })).toMatchObject({
      error,
    })
  })
})

describe('what is unusual', () => {
  test('is said to the checker, line by line, beside what it was; what is as usual is not', async () => {
    const maker = await tokenOf(await addOperator('finance'))
    const propose = async (change: Record<string, string>) =>
      (await post('/console/earn/create', maker, { ...terms, term_days: '60', reason: 'x', ...change })).data
    const unusualIn = ({ lines }: { lines: { label: string; unusual?: object }[] }) =>
      lines.flatMap(({ label, unusual }) => (unusual ? [[label, unusual]] : []))
    expect(unusualIn(await propose({}))).toEqual([])
    // 0.06 % a day is 21.9 % a year.
    expect(unusualIn(await propose({ daily_rate: '0.0006', penalty_rate: '0.051' }))).toEqual([
      ['Daily rate', { kind: 'above-usual', than: '20.00' }],
      ['Early redemption penalty', { kind: 'above-usual', than: '5.00' }],
    ])
  })

  test('a refusal names the field that it is about', async () => {
    const maker = await tokenOf(await addOperator('finance'))
    const refusedAt = async (change: Record<string, string>) =>
      (await post('/console/earn/create', maker, { ...terms, reason: 'x', ...change })).field
    expect(await refusedAt({ reason: 'a<b' })).toBe('reason')
    expect(await refusedAt({ daily_rate: '0.18' })).toBe('daily_rate')
    expect(await refusedAt({ term_days: 'x' })).toBe('term_days')
    expect(await refusedAt({ minimum: '0.00000001' })).toBeUndefined()
  })
})

describe('watching', () => {
  test('the ledger is checked from the entries up, and the sheet sums to zero', async () => {
    const token = await tokenOf(await addOperator('finance'))
    expect((await post('/console/ledger/check', token)).data).toMatchObject({ isSound: true, unbalanced: [] })
    const { data } = await get('/console/ledger', token)
    expect(data.health.checkedAtMs).toBe(clock.nowMs())
    for (const { sum } of data.currencies) expect(sum).toMatch(/^0(\.0+)?$/)
  })

  test('the log is read page by page without a line twice', async () => {
    const token = await tokenOf(await addOperator('admin'))
    const seen: string[] = []
    let before: string | null = null
    do {
      const { data } = await get('/console/audit', token, before ? { cursor: before } : {})
      seen.push(...data.items.map(({ id }: { id: string }) => id))
      before = data.next
    } while (before)
    const { n } = (await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(database.db))
      .rows[0]!
    expect(seen).toHaveLength(n)
    expect(new Set(seen).size).toBe(n)
  })

  test('a customer is found by the exact id or contact only, masked, with a line in the log', async () => {
    const { id } = (
      await sql<{ id: bigint }>`insert into customer (email, password_hash, invite_code, language, created_at)
        values ('ines.vidal@plumb.test', 'x', 'INVITE01', 'en', now()) returning id`.execute(database.db)
    ).rows[0]!
    const token = await tokenOf(await addOperator('support', 'admin'))
    for (const query of [String(id), 'Ines.Vidal@plumb.test']) {
      const { data } = await get('/console/customers', token, { query })
      expect(data.items).toMatchObject([{ id: String(id) }])
      expect(JSON.stringify(data)).not.toContain('ines.vidal')
    }
    for (const query of ['ines', '%', '@plumb.test', '1']) {
      expect((await get('/console/customers', token, { query })).data.items).toEqual([])
    }
    expect((await get('/console/customer', token, { id: String(id) })).data).toMatchObject({ balances: [] })
    expect((await get('/console/audit', token, { subject: `customer:${id}` })).data.items).toHaveLength(3)
  })
})
