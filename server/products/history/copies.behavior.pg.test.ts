import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleQueue } from '#domain/console/contract.ts'
import {
  contractClose,
  contractCsv,
  contractDetail,
  contractList,
  contractOpen,
  contractSubmit,
} from '#domain/contract/contract.ts'
import { acceptLead } from '#domain/copy/console.ts'
import { copyAcceptAgreement, copyApply, copyFollow, copyPositions } from '#domain/copy/contract.ts'
import { historyCsv, historyList } from '#domain/history/contract.ts'
import { editProfile } from '#domain/user/contract.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'

/** What was opened by copying says so wherever its customer finds it, and can be looked at alone. */

let exchange: Exchange
let relationId: string
/** Alice's copy that is closed, the one that is open, and a position of her own that is closed. */
let [copied, open, own] = ['', '', '']

const market = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' } as const

beforeAll(async () => {
  exchange = await openExchange()
  const { alice, bob, maker } = exchange
  await bob.ask(copyApply, { introduction: 'Slow and small' })
  const queued = (await maker.ask(consoleQueue)).items.find(({ product }) => product === 'copy')
  await maker.ask(acceptLead, { id: queued!.id, reason: 'known and sound' })
  await alice.ask(copyAcceptAgreement, { version: '1' })
  relationId = (await alice.ask(copyFollow, { leadId: queued!.id, mode: 'amount', number: '100' })).id

  const lead = [await bob.ask(contractSubmit, market), await bob.ask(contractSubmit, market)] as const
  own = (await alice.ask(contractSubmit, { ...market, lots: '0.01' })).id
  const copies = (await alice.ask(copyPositions, { relationId })).items
  const copyOf = (id: string) => copies.find(({ leadPositionId }) => leadPositionId === id)!.id
  ;[copied, open] = [copyOf(lead[0].id), copyOf(lead[1].id)]
  await alice.ask(contractClose, { id: own })
  await exchange.advance(1_000)
  await bob.ask(contractClose, { id: lead[0].id })
  // Another name afterwards: what was copied keeps the one that the follower knew.
  await bob.ask(editProfile, { nickname: 'Robert' })
})
afterAll(() => exchange?.close())

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

test('a copy names its relation and its lead in every list, an own position neither', async () => {
  const { alice, bob } = exchange
  const origin = { relationId, leadName: 'bob' }
  const { items } = await alice.ask(contractList)
  expect(items.map(({ id, relationId, leadName }) => ({ id, relationId, leadName }))).toEqual([
    { id: own, relationId: null, leadName: null },
    ...[open, copied].map((id) => ({ id, ...origin })),
  ])
  expect((await alice.ask(contractOpen)).items).toMatchObject([{ id: open, ...origin }])
  expect((await alice.ask(contractDetail, { id: copied })).position).toMatchObject(origin)
  for (const { relationId, leadName } of (await bob.ask(contractList)).items) {
    expect({ relationId, leadName }).toEqual({ relationId: null, leadName: null })
  }
})

test('contract orders are listed without copies or with nothing else, and so is their file', async () => {
  const { alice } = exchange
  const listed = async (filter: Record<string, string>) =>
    idsOf((await alice.ask(contractList, filter)).items)
  expect(await listed({ isCopied: '1' })).toEqual([open, copied])
  expect(await listed({ isCopied: '1', status: 'closed' })).toEqual([copied])
  expect(await listed({ isCopied: '0' })).toEqual([own])
  const first = await alice.ask(contractList, { isCopied: '1', limit: '1' })
  const second = await alice.ask(contractList, { isCopied: '1', limit: '1', cursor: first.next! })
  expect([...idsOf(first.items), ...idsOf(second.items)]).toEqual([open, copied])
  const rows = await fileOf(contractCsv, { isCopied: '1', status: 'closed' })
  expect(rows).toMatchObject([{ id: copied, relation_id: relationId, lead_name: 'bob' }])
})

test('in the history copies are a product of their own', async () => {
  const { alice, bob } = exchange
  const listed = async (filter: Record<string, string>) => (await alice.ask(historyList, filter)).items
  expect(await listed({})).toMatchObject([
    { product: 'copy', id: copied, status: 'closed', relationId, leadName: 'bob' },
    { product: 'contract', id: own, status: 'closed', relationId: null, leadName: null },
  ])
  expect(idsOf(await listed({ product: 'copy' }))).toEqual([copied])
  expect(idsOf(await listed({ product: 'contract' }))).toEqual([own])
  const { position } = await alice.ask(contractDetail, { id: copied })
  expect(await listed({ product: 'copy' })).toMatchObject([
    { openPrice: position.entryPrice, closePrice: position.closePrice, fee: position.fee },
  ])
  expect((await bob.ask(historyList, { product: 'copy' })).items).toEqual([])
  expect(await fileOf(historyCsv, { product: 'copy' })).toMatchObject([
    { product: 'copy', id: copied, relation_id: relationId, lead_name: 'bob' },
  ])
})

/** The rows of one of Alice's files, by the names of its columns; no cell of these has a comma. */
async function fileOf(call: typeof historyCsv | typeof contractCsv, filter: object) {
  const { text } = await exchange.send('customers', call, exchange.alice.token, { ...filter })
  const [head, ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(head!.map((name, at) => [name, cells[at]])))
}
