import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveProposal, proposalView, sendBackProposal } from '#domain/console/contract.ts'
import { proposeContent, saveContent, withdrawContent } from '#domain/content/console.ts'
import { newsList } from '#domain/content/published.ts'
import {
  closeNetwork,
  proposeDepositAddress,
  proposeNetworkOpening,
  proposeNetworkTerms,
} from '#domain/deposit/console.ts'
import { proposeEarnEdit } from '#domain/earn/console.ts'
import { productTags } from '#domain/earn/contract.ts'
import { closeCountry } from '#domain/eligibility/console.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { languages } from '#domain/language.ts'
import { proposeTerms } from '#domain/listing/console.ts'
import { proposeLoanTerms } from '#domain/loan/console.ts'
import {
  consoleWithdrawalTerms,
  proposeWithdrawalPause,
  proposeWithdrawalTerms,
} from '#domain/withdrawal/console.ts'
import type { ProposalAction } from '#server/console/proposals.ts'
import { consoleEndpoints } from '#server/contract.ts'
import { evmAddress, tronAddress } from '#server/testing/addresses.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'
import { inputsOf } from '#server/testing/inputs.ts'
import { loadTesting } from '#server/testing/product-testing.ts'
import { openTestProducts } from '#server/testing/products.ts'
import { termTexts } from '#texts/server.ts'
import { notAnnounced } from './not-announced.ts'

/** No two operators change customers' terms without the public being told, in the transaction that does it. */

let exchange: Exchange
let actions: readonly ProposalAction[]
beforeAll(async () => {
  exchange = await openExchange()
  const { db, clock } = exchange
  actions = openTestProducts({ db, clock }).flatMap(({ proposals }) => proposals ?? [])
})
afterAll(() => exchange?.close())

const { inputFor } = inputsOf(await loadTesting())
/** The calls by which an operator proposes something, but for what is proposed of a customer's request. */
const proposing = consoleEndpoints.filter(
  ({ output, path }) => (output as unknown) === proposalView && !path.startsWith('/console/proposal'),
)

/** What is proposed differs from what is there already. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/console/loan/propose_terms': { dailyRate: '0.0004' },
  '/console/sale/propose_terms': { feeBps: '60' },
  '/console/withdrawal/propose_terms': { fee: '2' },
  '/console/withdrawal/pause': { isPaused: '1' },
  '/console/network/terms': { network: 'Solana', confirmations: '40' },
  '/console/deposit/address': { network: 'TRC20', address: tronAddress(301), minimum: '12' },
}
/** What the checker types once more. */
const typedAgain: Readonly<Record<string, string>> = { '/console/deposit/address': tronAddress(301) }
/** What is to be opened is closed first. */
const closings: Readonly<Record<string, Endpoint>> = {
  '/console/countries/open': closeCountry,
  '/console/network/open': closeNetwork,
}
/** A sale has to be shared out first: `ieo.behavior.pg.test.ts` looks for its announcement. */
const ELSEWHERE = 'ieo-list'

interface Text {
  readonly language: string
  readonly title: string
  readonly content: string
}
/** What is published of a proposal, by language. */
async function announcementOf(proposal: string): Promise<Map<string, Text>> {
  const { rows } = await sql<Text>`
    select t.language, t.title, t.content from content_item i
    join content_version_text v on v.version_id = i.version_id join content_text t on t.id = v.text_id
    where i.announces = ${BigInt(proposal)}::bigint and i.category = 'announcements'`.execute(exchange.db)
  return new Map(rows.map((row) => [row.language, row]))
}

async function propose(call: Endpoint, fields: Readonly<Record<string, string>> = {}) {
  const input = { ...inputFor(call, {}), ...others[call.path], ...fields }
  if (call.path === '/console/ieo/edit') Object.assign(input, { id: await announcedSale(), price: '0.7' })
  const closing = closings[call.path]
  if (closing) await exchange.send('operators', closing, exchange.maker.token, input)
  return exchange.send('operators', call, exchange.maker.token, input)
}
const announcedSale = async () =>
  String(
    (await sql<{ id: bigint }>`select id from ieo_project where code = 'IEOB'`.execute(exchange.db)).rows[0]!
      .id,
  )
const approve = (id: string, again = '') =>
  exchange.send('operators', approveProposal, exchange.checker.token, { id, reason: 'checked', again })

test('every kind of proposal announces what it changes of customers’ terms, or has a reason not to', () => {
  const undecided = actions.filter(
    ({ kind, announces }) => (announces !== undefined) === kind in notAnnounced,
  )
  expect(undecided.map(({ kind }) => kind)).toEqual([])
  const kinds = new Set(actions.map(({ kind }) => kind))
  expect(Object.keys(notAnnounced).filter((kind) => !kinds.has(kind))).toEqual([])
})

test('each kind that announces publishes it in all seven languages when it is approved, and not before', async () => {
  const announcing = actions.filter(({ announces }) => announces).map(({ kind }) => kind)
  const told = new Set<string>()
  for (const call of proposing) {
    const reply = await propose(call)
    const { id, kind } = (reply.data ?? {}) as { id?: string; kind?: string }
    if (id === undefined || !announcing.includes(kind!)) continue
    expect(await announcementOf(id), kind).toEqual(new Map())
    const approved = await approve(id, typedAgain[call.path])
    expect(approved, `${kind}: ${approved.text}`).toMatchObject({ ok: true })
    const texts = await announcementOf(id)
    expect([...texts.keys()].toSorted(), kind).toEqual([...languages].toSorted())
    expect(new Set([...texts.values()].map(({ title }) => title)).size, kind).toBeGreaterThanOrEqual(6)
    for (const { title, content } of texts.values()) {
      expect(`${title} ${content}`).not.toMatch(
        /undefined|\bnull\b|\{|\bterms\.(?:term|what|word|title|line)/,
      )
      expect(content).toContain('UTC')
    }
    told.add(kind!)
  }
  expect([...told, ELSEWHERE].toSorted()).toEqual(announcing.toSorted())
})

test('nothing announces a proposal that waits, which is approved all the same', async () => {
  const reply = await propose(proposeLoanTerms, { dailyRate: '0.0005' })
  const { id } = reply.data as { id: string }
  const forged = sql`insert into content_item (kind, announces, created_at) values ('news', ${BigInt(id)}::bigint, now())`
  await expect(forged.execute(exchange.db)).rejects.toThrow('content_item_announces_approved')
  expect(await approve(id)).toMatchObject({ ok: true })
  expect((await announcementOf(id)).size).toBe(languages.length)
})

test('what was ordered before is said to keep its terms where it does, and nowhere else', async () => {
  const solana = { network: 'Solana' }
  const litecoin = { network: 'Litecoin', confirmations: '5' }
  const cases: [string, Endpoint, Record<string, string>, boolean][] = [
    ['a rate of loans', proposeLoanTerms, { dailyRate: '0.0006' }, true],
    ['a fee of withdrawals', proposeWithdrawalTerms, { fee: '3' }, true],
    ['a pause of one way', proposeWithdrawalTerms, { fee: '3', isPaused: '1' }, false],
    ['a pause of all withdrawals', proposeWithdrawalPause, { isPaused: '1' }, false],
    ['withdrawals going on', proposeWithdrawalPause, { isPaused: '0' }, false],
    ['more confirmations', proposeNetworkTerms, { ...solana, confirmations: '90' }, false],
    ['fewer confirmations', proposeNetworkTerms, { ...solana, confirmations: '50' }, true],
    ['a larger least deposit', proposeNetworkTerms, { ...litecoin, minimum: '0.5' }, false],
    ['a smaller one', proposeNetworkTerms, { ...litecoin, minimum: '0.2' }, true],
    ['a fee of trading', proposeTerms, { takerFeeBps: '11' }, true],
    ['a halt', proposeTerms, { status: 'halted' }, false],
    ['the end of a halt', proposeTerms, { status: 'trading' }, false],
  ]
  // So that each of these changes something, whatever was approved before.
  const first = await propose(proposeWithdrawalPause, { isPaused: '0' })
  expect(await approve((first.data as { id: string }).id)).toMatchObject({ ok: true })
  for (const [name, call, fields, isKept] of cases) {
    const { id } = (await propose(call, fields)).data as { id: string }
    expect(await approve(id), name).toMatchObject({ ok: true })
    const texts = await announcementOf(id)
    expect(texts.size, name).toBe(languages.length)
    if (fields.network === solana.network) {
      const number = fields.confirmations!
      expect(texts.get('en')!.content).toMatch(new RegExp(`: ${number}, before (?!${number}\\b)\\d`))
    }
    for (const language of languages)
      expect(texts.get(language)!.content.includes(termTexts(language)('terms.kept')), name).toBe(isKept)
  }
})

test('an address that many pay to is announced as replaced, and not itself; its minimum with the amounts', async () => {
  const announced = async (fields: Record<string, string>) => {
    const { id } = (await propose(proposeDepositAddress, { network: 'BEP20', ...fields })).data as {
      id: string
    }
    expect(await approve(id, fields.address)).toMatchObject({ ok: true })
    return announcementOf(id)
  }
  const [first, second] = [evmAddress(302), evmAddress(303)]
  const opened = await announced({ address: first, minimum: '20' })
  expect(opened.get('en')).toMatchObject({ title: 'Deposits USDT BNB Smart Chain (BEP20): now open' })
  expect(opened.get('en')!.content).toContain('- Minimum: 20.00 USDT')
  const raised = (await announced({ address: first, minimum: '30' })).get('en')!.content
  expect(raised).toContain('- Minimum: 30.00 USDT, before 20.00 USDT')
  expect(raised).not.toContain('Address')
  const replaced = await announced({ address: second, minimum: '30' })
  expect(replaced.get('en')!.content).toContain('- Address to pay to: replaced, see the deposit page')
  for (const { title, content } of replaced.values()) {
    expect(`${title} ${content}`).not.toContain(second)
    expect(content).not.toContain('30.00')
  }
  // The same again changes nothing that customers are shown.
  expect((await announced({ address: second, minimum: '30' })).size).toBe(0)
})

describe('what something else keeps closed is not announced as open', () => {
  async function approved(call: Endpoint, fields: Record<string, string>, again = '') {
    const { id } = (await propose(call, fields)).data as { id: string }
    expect(await approve(id, again)).toMatchObject({ ok: true })
    return (await announcementOf(id)).get('en')
  }
  const close = async (direction: string, network: string) =>
    expect(
      await exchange.send('operators', closeNetwork, exchange.maker.token, {
        ...{ network, direction, reason: 'its node is down' },
      }),
    ).toMatchObject({ ok: true })
  /** Closes it once more first, as `propose` does of all that is to be opened. */
  const openWithdrawals = (network: string) =>
    approved(proposeNetworkOpening, { network, direction: 'withdrawal' })
  const terms = (network: string, isPaused: string, fee = '2') =>
    approved(proposeWithdrawalTerms, { currency: 'USDT', network, fee, minimum: '10', isPaused })
  const pauseAll = (isPaused: string) => approved(proposeWithdrawalPause, { isPaused })

  test('withdrawals by a network, while all are paused or its one way is', async () => {
    await pauseAll('1')
    expect(await openWithdrawals('Bitcoin')).toBeUndefined()
    expect((await pauseAll('0'))?.content).toContain('- Paused: no, before yes')
    expect(await openWithdrawals('Bitcoin')).toMatchObject({ title: 'Withdrawals Bitcoin: now open' })
    await terms('TRC20', '1')
    expect(await openWithdrawals('TRC20')).toBeUndefined()
    expect((await terms('TRC20', '0'))?.content).toContain('- Paused: no, before yes')
    expect(await openWithdrawals('TRC20')).toMatchObject({ title: 'Withdrawals Tron (TRC20): now open' })
  })

  test('a way whose terms pause it no more, while its network is closed or all are paused; its other terms are told', async () => {
    await terms('TRC20', '1')
    await close('withdrawal', 'TRC20')
    expect(await terms('TRC20', '0')).toBeUndefined()
    await terms('TRC20', '1')
    const changed = (await terms('TRC20', '0', '4'))!.content
    expect(changed).toContain('- Fee: 4.00 USDT, before 2.00 USDT')
    expect(changed).not.toContain('Paused')
    expect(await openWithdrawals('TRC20')).toMatchObject({ title: 'Withdrawals Tron (TRC20): now open' })
    await terms('TRC20', '1')
    await pauseAll('1')
    expect(await terms('TRC20', '0')).toBeUndefined()
    expect((await pauseAll('0'))?.content).toContain('- Paused: no, before yes')
  })

  test('all withdrawals, while each of them is closed by itself', async () => {
    const { data } = await exchange.send('operators', consoleWithdrawalTerms, exchange.maker.token, {})
    const { ways } = data as {
      ways: {
        currency: string
        network: string
        fee: string
        minimum: string
        feeBps: number
        isPaused: boolean
      }[]
    }
    // Those that are paused already are, since terms that change nothing are refused.
    const open = ways.filter(({ isPaused }) => !isPaused)
    const each = async (isPaused: string) => {
      for (const { currency, network, fee, minimum, feeBps } of open)
        await approved(proposeWithdrawalTerms, {
          currency,
          network,
          fee,
          minimum,
          feeBps: String(feeBps),
          isPaused,
        })
    }
    await each('1')
    await pauseAll('1')
    expect(await pauseAll('0')).toBeUndefined()
    await each('0')
  })

  test('a shared address, while its network is closed for deposits', async () => {
    const address = { currency: 'UNI', network: 'ERC20', address: evmAddress(310), minimum: '5' }
    await close('deposit', 'ERC20')
    expect(await approved(proposeDepositAddress, address, address.address)).toBeUndefined()
    expect(await approved(proposeNetworkOpening, { network: 'ERC20', direction: 'deposit' })).toMatchObject({
      title: 'Deposits Ethereum (ERC20): now open',
    })
    const other = { ...address, currency: 'LINK' }
    expect(await approved(proposeDepositAddress, other, address.address)).toMatchObject({
      title: 'Deposits LINK Ethereum (ERC20): now open',
    })
  })
})

test('savings that are marked otherwise have no new terms, also after they had some', async () => {
  const edit = async (fields: Record<string, string>) => {
    const { id } = (await propose(proposeEarnEdit, fields)).data as { id: string }
    expect(await approve(id)).toMatchObject({ ok: true })
    return (await announcementOf(id)).get('en')?.content
  }
  await edit({ minimum: '11' })
  expect(await edit({ minimum: '12' })).toContain('- Minimum: 12.00 USDT, before 11.00 USDT')
  for (const tag of productTags) expect(await edit({ minimum: '12', tag })).toBeUndefined()
  expect(await edit({ minimum: '12' })).toBeUndefined()
})

describe('an announcement', () => {
  let proposal = ''
  let item = ''
  let points = 440
  beforeEach(async () => {
    const reply = await propose(proposeLoanTerms, { scoreFloor: String(++points) })
    proposal = (reply.data as { id: string }).id
    expect(await approve(proposal)).toMatchObject({ ok: true })
    const { rows } = await sql<{ id: bigint }>`
      select id from content_item where announces = ${BigInt(proposal)}::bigint`.execute(exchange.db)
    item = String(rows[0]!.id)
  })

  test('says what it was, what it is, and from when on, and stands among the announcements', async () => {
    const texts = await announcementOf(proposal)
    expect(texts.get('en')).toMatchObject({
      title: 'Loans: new terms',
      content: expect.stringContaining(`Limit counts from a score of: ${points}, before ${points - 1}`),
    })
    expect(texts.get('zh')!.content).toContain(`计算额度的起始分：${points}（原为 ${points - 1}）`)
    // What is as it was is not told.
    expect(texts.get('en')!.content).not.toContain('Maximum')
    const { data } = await exchange.send('customers', newsList, undefined, { category: 'announcements' })
    const [newest] = (data as { items: { id: string; title: string }[] }).items
    expect(newest).toMatchObject({ id: item, title: 'Loans: new terms' })
  })

  test('is neither changed, nor published anew, nor taken back by anybody', async () => {
    const { token } = exchange.maker
    for (const [call, fields] of [
      [withdrawContent, { id: item, reason: 'rather not' }],
      [saveContent, { id: item, language: 'en', title: 'Nothing', content: 'Nothing' }],
      [proposeContent, { id: item, category: 'activities', reason: 'rather not' }],
    ] as const)
      expect((await exchange.send('operators', call, token, fields)).error).toBe('CONTENT_ANNOUNCES_TERMS')
    const id = BigInt(item)
    for (const statement of [
      sql`update content_item set version_id = null where id = ${id}`,
      sql`update content_item set category = 'activities' where id = ${id}`,
      sql`update content_item set announces = null where id = ${id}`,
      sql`delete from content_item where id = ${id}`,
      sql`update content_text set content = 'x' where item_id = ${id}`,
      sql`delete from content_version_text where item_id = ${id}`,
    ])
      await expect(statement.execute(exchange.db)).rejects.toThrow()
    expect((await announcementOf(proposal)).size).toBe(languages.length)
  })

  test('is not written for a proposal that is refused, and once for one that is approved twice', async () => {
    const count = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from content_item where announces is not null`.execute(exchange.db)
      ).rows[0]!.n
    const before = await count()
    expect((await approve(proposal)).error).toBe('PROPOSAL_NOT_PENDING')
    const { data } = await propose(proposeLoanTerms, { scoreFloor: '460' })
    await sql`insert into loan_terms select version + 1, daily_rate, overdue_rate, minimum, maximum, per_point, score_floor,
      max_outstanding, ${BigInt(proposal)}, now() from loan_terms order by version desc limit 1`.execute(
      exchange.db,
    )
    const { id } = data as { id: string }
    expect((await approve(id)).error).toBe('PROPOSAL_OUTDATED')
    expect((await announcementOf(id)).size).toBe(0)
    expect(await count()).toBe(before)
    const back = { id, reason: 'outdated' }
    expect(await exchange.send('operators', sendBackProposal, exchange.checker.token, back)).toMatchObject({
      ok: true,
    })
  })
})
