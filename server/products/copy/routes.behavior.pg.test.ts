import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleApplicant, consoleQueue } from '#domain/console/contract.ts'
import { csvOf } from '#domain/console/table.ts'
import { contractClose, contractDetail, contractList, contractSubmit } from '#domain/contract/contract.ts'
import * as operators from '#domain/copy/console.ts'
import * as calls from '#domain/copy/contract.ts'
import { type OutputOf, outputFromWire } from '#domain/endpoint.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { type NoticeView, notices } from '#domain/notice/contract.ts'
import { defaultChoices } from '#domain/notice/topics.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import { type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'

/** The whole way of a lead and a follower by the calls of customers and operators. */

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange()
})
afterAll(() => exchange?.close())

const market = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' } as const
const isOfLeading = ({ kind }: NoticeView): boolean => kind === 'copy-lead'
const asked = (call: Parameters<Exchange['send']>[1], input: Record<string, unknown>) => ({
  as: (who: { readonly token: string }) => exchange.send('customers', call, who.token, input),
})

test('a customer applies, is accepted, is copied by another, and stops', async () => {
  const { alice, bob, maker } = exchange
  const waiting = (await maker.ask(consoleQueue)).items.filter(({ product }) => product === 'copy')
  expect(waiting).toEqual([])
  expect(await bob.ask(calls.copyCentre)).toMatchObject({ status: 'not-applied', lead: null })
  expect(await bob.ask(calls.copyApply, { introduction: 'Slow and small' })).toMatchObject({
    ...{ status: 'under-review', sharePercent: '10.00' },
  })
  expect(await asked(calls.copyApply, { introduction: 'Again' }).as(bob)).toMatchObject({
    error: 'LEAD_ALREADY',
  })

  const queued = (await maker.ask(consoleQueue)).items.filter(({ product }) => product === 'copy')
  expect(queued).toMatchObject([{ kind: 'request', viewerAction: 'make' }])
  const { id, reference } = queued[0]!
  // A list finds what the queue shows.
  const found = (await maker.ask(operators.consoleLeads, { search: reference })).items
  expect(found.map((lead) => lead.id)).toEqual([id])
  const follow = { leadId: id, mode: 'amount', number: '100' }
  expect(await asked(calls.copyFollow, follow).as(alice)).toMatchObject({ error: 'COPY_AGREEMENT_REQUIRED' })
  expect(await asked(calls.copyAcceptAgreement, { version: '999' }).as(alice)).toMatchObject({
    error: 'COPY_AGREEMENT_CHANGED',
  })
  expect(await alice.ask(calls.copyAcceptAgreement, { version: '1' })).toMatchObject({ acceptedVersion: 1 })
  expect(await asked(calls.copyFollow, follow).as(alice)).toMatchObject({ error: 'LEAD_NOT_FOUND' })

  await maker.ask(operators.refuseLead, { id, reason: 'Says too little' })
  const toldLead = async () => (await bob.ask(notices, { topic: 'money' })).items.filter(isOfLeading)
  expect(await toldLead()).toMatchObject([
    {
      title: 'Lead trader application not accepted',
      ...{ text: 'Reason: Says too little. You can apply again.', isRead: false },
    },
  ])
  await bob.ask(calls.copyApply, { introduction: 'Slow and small' })
  await maker.ask(operators.acceptLead, { id, reason: 'known and sound' })
  expect(await toldLead()).toMatchObject([{ title: 'You’re now a lead trader', isRead: false }])
  expect(defaultChoices.money.mail).toBe(true)
  expect(
    await exchange.send('operators', operators.acceptLead, maker.token, { id, reason: 'twice' }),
  ).toMatchObject({ error: 'LEAD_NOT_UNDER_REVIEW' })
  expect((await alice.ask(calls.copyLeads)).items.map((lead) => lead.id)).toContain(id)
  expect(await asked(calls.copyFollow, { ...follow, sharePercent: '5' }).as(alice)).toMatchObject({
    error: 'TERMS_CHANGED',
  })
  expect(await asked(calls.copyFollow, { ...follow, number: '9.99' }).as(alice)).toMatchObject({
    error: 'AMOUNT_TOO_SMALL',
  })
  expect(await asked(calls.copyFollow, { ...follow, mode: 'ratio', number: '2.01' }).as(alice)).toMatchObject(
    {
      error: 'COPY_RATIO_INVALID',
    },
  )
  const relation = await alice.ask(calls.copyFollow, follow)
  expect(relation).toMatchObject({
    status: 'active',
    slippagePercent: '0.50',
    sharePercent: '10.00',
    leadId: id,
  })
  await bob.ask(calls.copyAcceptAgreement, { version: '1' })
  expect(await asked(calls.copyFollow, follow).as(bob)).toMatchObject({ error: 'LEAD_CANNOT_FOLLOW' })
  expect(await asked(calls.copyApply, { introduction: 'me' }).as(alice)).toMatchObject({
    error: 'FOLLOWER_CANNOT_LEAD',
  })

  const led = await bob.ask(contractSubmit, market)
  const { items: copies } = await alice.ask(calls.copyPositions, { relationId: relation.id, isOpen: '1' })
  expect(copies).toMatchObject([
    {
      leadPositionId: led.id,
      entryPrice: led.entryPrice,
      entrySequence: led.entrySequence,
      isFollowing: true,
    },
  ])
  expect((await alice.ask(calls.copyOutcomes)).items).toMatchObject([
    { action: 'open', result: 'copied', positionId: copies[0]!.id, slippagePercent: '0.00' },
  ])
  expect((await alice.ask(calls.copyMine)).items).toMatchObject([
    { openCopies: 1, margin: copies[0]!.margin },
  ])
  expect((await bob.ask(calls.copyFollowers)).items).toMatchObject([{ relationId: relation.id }])
  expect((await bob.ask(calls.copySelfHolding)).items).toMatchObject([{ id: led.id }])
  expect((await alice.ask(calls.copySelfHolding)).items).toEqual([])

  for (const call of [calls.copyCancel, calls.copySettings]) {
    expect(await asked(call, { relationId: relation.id, number: '20' }).as(bob)).toMatchObject({
      error: 'RELATION_NOT_FOUND',
    })
  }
  const taking = { positionId: copies[0]!.id }
  expect(await asked(calls.copySelfHolding, taking).as(bob)).toMatchObject({ error: 'POSITION_NOT_COPIED' })
  expect((await alice.ask(calls.copySelfHolding, taking)).items).toMatchObject([{ id: copies[0]!.id }])

  expect(await alice.ask(calls.copySettings, { relationId: relation.id, status: 'paused' })).toMatchObject({
    status: 'paused',
  })
  await alice.ask(calls.copySettings, { relationId: relation.id, status: 'active', number: '200' })
  await bob.ask(contractClose, { id: led.id })
  expect(await alice.ask(contractDetail, { id: copies[0]!.id })).toMatchObject({
    position: { status: 'open' },
  })
  expect((await alice.ask(calls.copyLeadHistory, { leadId: id })).items).toMatchObject([
    { id: led.id, copied: 1, skipped: 0 },
  ])
  expect(await alice.ask(calls.copyLead, { leadId: id })).toMatchObject({ lead: { trades: 1, followers: 1 } })

  await maker.ask(operators.stopLead, { id, reason: 'asked too much' })
  expect((await alice.ask(calls.copyMine)).items).toMatchObject([
    { status: 'ended', endReason: 'lead-stopped' },
  ])
  expect(await bob.ask(calls.copyCentre)).toMatchObject({ status: 'stopped', reason: 'asked too much' })
  expect(await toldLead()).toMatchObject([
    {
      title: 'You’re no longer a lead trader',
      text: 'Your lead trading was ended: asked too much. Your followers kept their positions.',
    },
  ])
  const { history } = await maker.ask(operators.consoleLead, { id })
  expect(history.map(({ action }) => action)).toEqual([
    'stopped',
    'accepted',
    'applied',
    'refused',
    'applied',
  ])

  const followers = await maker.ask(operators.consoleFollowers, { id })
  expect(followers.items).toMatchObject([{ relationId: relation.id, status: 'ended' }])
  const startedAtMs = followers.items[0]!.startedAtMs
  const since = (fromMs: number) => maker.ask(operators.consoleFollowers, { id, fromMs: String(fromMs) })
  expect((await since(startedAtMs)).items).toHaveLength(1)
  expect((await since(startedAtMs + 1)).items).toEqual([])
  const newest = (await maker.ask(operators.consoleOutcomes, { id })).items
  const oldest = (await maker.ask(operators.consoleOutcomes, { id, direction: 'asc' })).items
  expect(newest.map(({ relationId, action }) => [relationId, action])).toContainEqual([relation.id, 'open'])
  expect(oldest).toEqual(newest.toReversed())
  const file = await exchange.send('operators', csvOf(operators.consoleOutcomes), maker.token, { id })
  expect(file.contentType).toBe('text/csv; charset=utf-8')
  expect(file.text.trimEnd().split('\r\n')).toHaveLength(1 + newest.length)

  await alice.ask(contractClose, { id: copies[0]!.id })
  expect(await asked(calls.copyFollow, follow).as(alice)).toMatchObject({ error: 'LEAD_NOT_FOUND' })
})

test('a refused application says why, and may be made again', async () => {
  const { bob, maker } = exchange
  await bob.ask(calls.copyApply, { introduction: 'Once more', sharePercent: '20' })
  const { items } = await maker.ask(operators.consoleLeads, { status: 'under-review' })
  expect(items).toMatchObject([{ sharePercent: '10.00', applied: { sharePercent: '20.00' } }])
  await maker.ask(operators.refuseLead, { id: items[0]!.id, reason: 'too soon' })
  expect(await bob.ask(calls.copyCentre)).toMatchObject({ status: 'stopped', reason: 'too soon' })
  expect(
    await asked(calls.copyApply, { introduction: 'Too dear', sharePercent: '20.01' }).as(bob),
  ).toMatchObject({ error: 'PERCENT_INVALID' })
})

test('who decides an application sees what the applicant did, and that of nobody who applied for nothing', async () => {
  const { alice, bob, maker, db } = exchange
  const { lines } = await maker.ask(consoleApplicant, { id: String(bob.id) })
  const valuesOf = (name: string) => lines.filter((line) => line.name === name).map(({ value }) => value)
  const [position] = (await bob.ask(contractList, { status: 'closed' })).items
  const { realizedPnl, fee, financing, entryPrice } = position!
  const text = (units: bigint) => formatAmountWithCurrency(units, 'USDT')
  const unitsOf = (value: string): bigint =>
    value.startsWith('-') ? -parseDecimal(value.slice(1), 7)! : parseDecimal(value, 7)!
  expect(valuesOf('Contracts closed')).toEqual(['1'])
  expect(valuesOf('Result of these, after fees')).toEqual([
    text(unitsOf(realizedPnl) - unitsOf(fee) - unitsOf(financing)),
  ])
  // A tenth of a coin.
  expect(valuesOf('Contracts opened, notional')).toEqual([text(unitsOf(entryPrice!) / 10n)])
  // Paid in as every other amount of the record is written: thousands apart, no zeros that say nothing.
  for (const paidIn of valuesOf('Paid in').flatMap((value) => value.split(', ')))
    expect(paidIn).toMatch(/^\d{1,3}(,\d{3})*\.\d{2} [A-Z]+$/)
  expect(valuesOf('Paid in')).toHaveLength(1)
  expect(valuesOf('Verification')).toEqual([expect.stringMatching(/^Advanced/)])
  expect(valuesOf('Open disputes over the counter')).toEqual(['0'])
  expect(valuesOf('To lead, refused or ended').map((value) => value.replace(/^.* UTC: /, ''))).toEqual([
    '“too soon”',
    '“asked too much”',
    '“Says too little”',
  ])
  expect(lines.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Registered', 'Paid in', 'Paid out', 'Spot volume']),
  )
  const { rows } = await sql`
    select 1 from audit_log where subject = ${`customer:${bob.id}`} and action = 'viewed'`.execute(db)
  expect(rows).toHaveLength(1)
  expect(
    await exchange.send('operators', consoleApplicant, maker.token, { id: String(alice.id) }),
  ).toMatchObject({ error: 'NOT_FOUND' })
})

test('following takes the basic verification and leading the advanced one: less of it is answered by 998', async () => {
  const { maker } = exchange
  const [lead, basic, unverified] = [
    await exchange.newPerson('lead', 'advanced'),
    await exchange.newPerson('basic', 'basic'),
    await exchange.newPerson('unverified', 'unverified'),
  ]
  const needsMore = { ok: false, type: 998, error: 'KYC_REQUIRED' }
  const before = await exchange.counts()
  for (const who of [basic, unverified]) {
    expect(await asked(calls.copyApply, { introduction: 'me' }).as(who)).toMatchObject(needsMore)
    expect(await who.ask(calls.copyCentre)).toMatchObject({ status: 'not-applied' })
  }
  expect(await exchange.counts()).toEqual(before)
  await lead.ask(calls.copyApply, { introduction: 'Verified by all' })
  const { items } = await maker.ask(operators.consoleLeads, { status: 'under-review' })
  const [{ id } = { id: '' }] = items
  expect(items).toHaveLength(1)
  await maker.ask(operators.acceptLead, { id, reason: 'known and sound' })

  const follow = { leadId: id, mode: 'amount', number: '100' }
  for (const who of [basic, unverified]) await who.ask(calls.copyAcceptAgreement, { version: '1' })
  expect(await asked(calls.copyFollow, follow).as(unverified)).toMatchObject(needsMore)
  expect((await unverified.ask(calls.copyMine)).items).toEqual([])
  expect(await asked(calls.copyFollow, follow).as(basic)).toMatchObject({ ok: true })
  expect((await basic.ask(calls.copyMine)).items).toMatchObject([{ leadId: id, status: 'active' }])
  await maker.ask(operators.stopLead, { id, reason: 'the end of the test' })
})

/** Has somebody lead: an application that an operator accepts. Returns: their id as a lead. */
async function haveLead(who: Person, introduction: string, sharePercent = '10'): Promise<string> {
  await who.ask(calls.copyApply, { introduction, sharePercent })
  const { items } = await exchange.maker.ask(operators.consoleLeads, { status: 'under-review' })
  const id = items[0]!.id
  // What is opened in one millisecond with a beginning is part of it.
  await exchange.advance(1_000)
  await exchange.maker.ask(operators.acceptLead, { id, reason: 'known and sound' })
  await exchange.advance(1_000)
  return id
}

/** What anybody sees of a lead, without having signed in. */
async function anybodySees(leadId: string) {
  const look = async <E extends typeof calls.copyLead | typeof calls.copyLeadHistory>(call: E) => {
    const reply = await exchange.send('customers', call, undefined, { leadId })
    return outputFromWire(call, reply.data) as OutputOf<E>
  }
  const { lead, openPositions, unrealizedPnl } = await look(calls.copyLead)
  const { items } = await look(calls.copyLeadHistory)
  return { lead, openPositions, unrealizedPnl, closed: items.map(({ id }) => id) }
}

test('what a lead opens after they have stopped is shown to nobody, also not once they lead again', async () => {
  const who = await exchange.newPerson('private', 'advanced')
  const open = () => who.ask(contractSubmit, market)
  const close = ({ id }: { readonly id: string }) => who.ask(contractClose, { id })
  const id = await haveLead(who, 'In the open')
  const [first, kept] = [await open(), await open()]
  await close(first)
  expect(await anybodySees(id)).toMatchObject({ openPositions: 1, closed: [first.id] })

  await exchange.advance(1_000)
  await who.ask(calls.copyStopLeading)
  await exchange.advance(1_000)
  const own = [await open(), await open()] as const
  await close(own[0])
  const stopped = { openPositions: 0, unrealizedPnl: '0.0000000', closed: [first.id] }
  expect(await anybodySees(id)).toMatchObject({ ...stopped, lead: { status: 'stopped' } })

  expect(await haveLead(who, 'In the open')).toBe(id)
  // What is open from before counted when they stopped.
  expect(await anybodySees(id)).toMatchObject({ ...stopped, lead: { status: 'leading' } })
  const second = await open()
  expect(await anybodySees(id)).toMatchObject({ openPositions: 1 })
  for (const each of [own[1], second, kept]) await close(each)
  expect((await anybodySees(id)).closed).toEqual([second.id, kept.id, first.id])
  await exchange.maker.ask(operators.stopLead, { id, reason: 'the end of the test' })
})

test('what a stopped lead applies with is shown to operators alone until one accepts it', async () => {
  const { maker } = exchange
  const who = await exchange.newPerson('again', 'advanced')
  const id = await haveLead(who, 'As reviewed')
  await who.ask(calls.copyStopLeading)
  const shown = async () => {
    const { introduction, sharePercent } = (await anybodySees(id)).lead
    return { introduction, sharePercent }
  }
  const reviewed = { introduction: 'As reviewed', sharePercent: '10.00' }
  const wanted = { introduction: 'Doubles your money', sharePercent: '20.00' }
  const apply = () => who.ask(calls.copyApply, { ...wanted, sharePercent: '20' })

  expect(await apply()).toMatchObject({ status: 'under-review', ...wanted })
  expect(await shown()).toEqual(reviewed)
  expect((await maker.ask(operators.consoleLead, { id })).line).toMatchObject({
    ...reviewed,
    applied: wanted,
  })
  await maker.ask(operators.refuseLead, { id, reason: 'a promise' })
  expect(await shown()).toEqual(reviewed)
  expect((await maker.ask(operators.consoleLead, { id })).line).toMatchObject(reviewed)

  await apply()
  await maker.ask(operators.acceptLead, { id, reason: 'well, if so' })
  expect(await shown()).toEqual(wanted)
  expect((await maker.ask(operators.consoleLead, { id })).line).toMatchObject({ ...wanted, applied: null })
  await maker.ask(operators.stopLead, { id, reason: 'the end of the test' })
})
