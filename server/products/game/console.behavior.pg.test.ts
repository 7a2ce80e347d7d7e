import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameBoard } from '#domain/game/contract.ts'
import { editProfile } from '#domain/user/contract.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { type GameFixture, openGameFixture } from '#server/testing/game.ts'

/** What operators see of the price game, and that a name is taken off its board with a reason. */

let app: GameFixture
let consoleApp: ReturnType<typeof openTestConsole>
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await openGameFixture()
  consoleApp = openTestConsole(app)
  for (const role of ['support', 'finance', 'compliance'] as const)
    tokens[role] = await consoleApp.tokenOf(await consoleApp.addOperator(role))
})
afterAll(async () => {
  await consoleApp.close()
  await app.close()
})

test('a round is listed with the tick that decided it, and a name is hidden and shown again, both logged', async () => {
  const me = await app.newCustomer()
  await app.call(editProfile, { nickname: 'Ana 7' }, me.token)
  const round = await app.openRound(me)
  await app.guess(me, round.id, '20000')
  app.goTo(round.endsAtMs)
  const tick = await app.tick(2_000_000)
  app.goTo(round.endsAtMs + 1)
  await app.tick(2_000_000)
  await app.settle()

  const rounds = (await consoleApp.get('/console/game/list', tokens.finance!)).data.items
  expect(rounds).toEqual([
    expect.objectContaining({ id: round.id, status: 'counted', sequence: tick!.sequence, price: '20000.00' }),
  ])
  const players = async () => (await consoleApp.get('/console/game/players', tokens.support!)).data.items
  expect(await players()).toEqual([
    expect.objectContaining({ customerId: String(me.id), nickname: 'Ana 7', points: 100, isHidden: false }),
  ])

  const onBoard = async () => (await app.call(gameBoard, { period: 'all' }, me.token)).data.items[0]
  const input = { customer_id: String(me.id), reason: 'offends others' }
  expect((await consoleApp.post('/console/game/hide', tokens.finance!, input)).error).toBe(
    'OPERATOR_ROLE_REQUIRED',
  )
  expect((await onBoard()).nickname).toBe('Ana 7')
  for (const _ of ['once', 'again'])
    expect((await consoleApp.post('/console/game/hide', tokens.support!, input)).error).toBeUndefined()
  expect(await onBoard()).toMatchObject({ nickname: null, points: 100 })
  expect((await players())[0].isHidden).toBe(true)
  expect((await consoleApp.post('/console/game/show', tokens.compliance!, input)).error).toBeUndefined()
  expect((await onBoard()).nickname).toBe('Ana 7')
  expect(
    (await consoleApp.post('/console/game/hide', tokens.support!, { ...input, customer_id: '1' })).error,
  ).toBe('NOT_FOUND')

  const log = await app.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('subject', '=', `customer:${me.id}`)
    .where('action', 'in', ['hid-nickname', 'showed-nickname'])
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { action: 'hid-nickname', detail: { reason: 'offends others', nickname: 'Ana 7' } },
    { action: 'showed-nickname', detail: { reason: 'offends others', nickname: 'Ana 7' } },
  ])
})
