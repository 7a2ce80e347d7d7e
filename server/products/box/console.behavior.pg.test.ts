import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/box/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { type BoxFixture, newSeed, openBoxFixture } from '#server/testing/box.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { auditBoxes } from './audit.ts'
import { codesOf, insertTestArtworks } from './testing.ts'

/** What two operators decide of blind boxes, and what one of them may do. */

let app: BoxFixture
let consoleApp: ReturnType<typeof openTestConsole>
let maker: string
let checker: string
beforeAll(async () => {
  app = await openBoxFixture()
  consoleApp = openTestConsole(app)
  maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  checker = await consoleApp.tokenOf(await consoleApp.addOperator('risk'))
})
afterAll(async () => {
  expect(await auditBoxes(app.db)).toEqual([])
  await consoleApp.close()
  await app.close()
})

const artworks = (codes: readonly string[]) =>
  app.db.transaction().execute((tx) => insertTestArtworks(tx, codes, app.clock.nowMs()))
const draft = (code: string, contents: string, changes: Record<string, string> = {}) => ({
  ...{ code, name: 'Harbor', description: 'Four views of a harbor', price: '10', per_customer: '2' },
  opens_at: String(app.clock.nowMs() + 60_000),
  ends_at: String(app.clock.nowMs() + 7 * DAY_MS),
  ...{ contents, reason: 'for the season', ...changes },
})
const propose = (input: Record<string, string>) => consoleApp.post('/console/box/create', maker, input)
const approve = (id: string, token = checker) =>
  consoleApp.post('/console/proposal/approve', token, { id, reason: 'seen' })

test('two people make a series; what the checker sees is the digest that is published', async () => {
  const codes = codesOf('HARBOR', 4)
  await artworks(codes)
  const contents = `${codes[0]} common, ${codes[1]} common, ${codes[2]} rare, ${codes[3]} legendary`
  expect((await propose(draft('HARBOR', `${codes[0]} shiny`))).error).toBe('TERMS_INVALID')
  expect((await propose(draft('HARBOR', `${codes[0]} common`))).error).toBe('TERMS_INVALID')
  expect((await propose(draft('HARBOR', `${contents}, NOBODY-1 rare`))).error).toBe('BOX_ITEM_TAKEN')
  expect((await propose(draft('HARBOR', contents, { per_customer: '5' }))).error).toBe('TERMS_INVALID')
  const { data, error } = await propose(draft('HARBOR', contents))
  expect(error).toBeUndefined()
  const digest = data.lines.find(({ label }: { label: string }) => label === 'Digest of the contents').value
  expect((await approve(data.id, maker)).error).toBeDefined()
  expect((await approve(data.id)).error).toBeUndefined()
  const series = (await app.call(calls.boxDetail, { code: 'HARBOR' })).data
  expect(series).toMatchObject({ inventory: digest, phase: 'announced', items: 4, boxes: 8 })
  expect(
    series.odds.map((each: { rarity: string; chancePercent: string }) => [each.rarity, each.chancePercent]),
  ).toEqual([
    ['common', '50.000'],
    ['rare', '25.000'],
    ['legendary', '25.000'],
  ])
  expect((await propose(draft('OTHER', contents))).error).toBe('BOX_ITEM_TAKEN')
})

test('what was approved are its contents: where an artwork is another by then, nothing is made', async () => {
  const codes = codesOf('QUAY', 2)
  await artworks(codes)
  const contents = `${codes[0]} common, ${codes[1]} rare`
  const { data } = await propose(draft('QUAY', contents))
  // One of the artworks is in another series by then.
  await artworks(['QUAY-9'])
  const other = await propose(draft('QUAYB', `${codes[0]} common, QUAY-9 rare`))
  expect((await approve(other.data.id)).error).toBeUndefined()
  expect((await approve(data.id)).error).toBe('BOX_ITEM_TAKEN')
  expect((await app.call(calls.boxDetail, { code: 'QUAY' })).error).toBe('NOT_FOUND')
})

test('what a proposal keeps of the contents and their digest must fit when it is carried out', async () => {
  const codes = codesOf('PIER', 2)
  await artworks(codes)
  const { data } = await propose(draft('PIER', `${codes[0]} common, ${codes[1]} legendary`))
  const asked = { id: BigInt(data.id) }
  const { params } = await app.db
    .selectFrom('proposal')
    .select('params')
    .where('id', '=', asked.id)
    .executeTakeFirstOrThrow()
  const { box } = await import('./product.ts')
  const action = box
    .open({ ...app.deps, products: [], privateData: { sealer: app.deps.sealer } } as never)
    .proposals!.find(({ kind }) => kind === 'box-create')!
  const given = params as unknown as Record<string, string>
  const altered = { ...given, contents: given.contents!.replace('legendary', 'common') }
  const by = { maker: 1n, checker: 2n, reason: 'another series' }
  const proposal = { ...asked, ...by, subject: 'box:new:1', params: altered }
  await expect(
    app.db.transaction().execute((tx) => action.apply(tx, proposal, app.clock.nowMs())),
  ).rejects.toMatchObject({ code: 'PROPOSAL_OUTDATED' })
})

test('one operator stops a series at once, two open it again, and none is opened that was closed since', async () => {
  await app.tick()
  const code = await app.series(4)
  const { series } = (await consoleApp.get('/console/box', maker)).data
  const { id } = series.find((each: { code: string }) => each.code === code)
  const customer = await app.customerWith('100')
  await app.buy(customer, code)
  const first = await consoleApp.post('/console/box/open', maker, { id, reason: 'why not' })
  expect((await consoleApp.post('/console/box/close', checker, { id, reason: 'odd' })).error).toBeUndefined()
  const buy = () => app.call(calls.buyBox, { code, clientSeed: newSeed() }, customer.token)
  expect((await buy()).error).toBe('BOX_CLOSED')
  expect((await approve(first.data.id)).error).toBe('PROPOSAL_OUTDATED')
  await consoleApp.post('/console/proposal/withdraw', maker, { id: first.data.id, reason: 'late' })
  const second = await consoleApp.post('/console/box/open', maker, { id, reason: 'looked at' })
  expect((await approve(second.data.id)).error).toBeUndefined()
  expect((await buy()).error).toBeUndefined()
  // Bought boxes are drawn whether their series is sold or not.
  await app.tick()
  await app.draw()
  const { data } = await consoleApp.get('/console/box/list', maker, { search: code })
  expect(data.items.map((each: { state: string; artwork: null }) => [each.state, each.artwork])).toEqual([
    ['drawn', null],
    ['drawn', null],
  ])
})
