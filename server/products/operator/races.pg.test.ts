import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperatorService, lockAdmins } from '#server/console/sign-in.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { meet } from '#server/testing/waiting.ts'

/** There is an administrator at any time, whatever is decided at once. */

let app: TestApp
let desk: ReturnType<typeof openTestConsole>
beforeAll(async () => {
  app = await openTestApp()
  desk = openTestConsole(app)
})
afterAll(async () => {
  await desk.close()
  await app.close()
})

const reason = { reason: 'agreed' }
const propose = (token: string, id: bigint) =>
  desk.post('/console/operators/disable', token, { id: `${id}`, ...reason })
const approve = (token: string, id: string) =>
  desk.post('/console/proposal/approve', token, { id, ...reason })

test('the last administrator who can sign in is neither disabled nor given other roles', async () => {
  const operators = createOperatorService({
    ...{ db: app.db, clock: app.clock, authenticatorClock: app.clock, sealer: sealerOf(randomBytes(32)) },
  })
  // Whoever was there before, or tests before this one, could sign in.
  await app.db.updateTable('operator').set({ is_active: false }).execute()
  const only = await desk.addOperator('admin')
  const waiting = await desk.addOperator('admin')
  // Who has yet to set up their sign-in cannot let anybody back in.
  await app.db.transaction().execute((tx) => operators.beginSetup(tx, waiting.id))
  const last = { code: 'OPERATOR_LAST_ADMIN' }
  const disable = ({ id }: Person) =>
    app.db.transaction().execute((tx) => operators.disable(tx, id, 'a test'))
  await expect(disable(only)).rejects.toMatchObject(last)
  await expect(
    app.db.transaction().execute((tx) => operators.setRoles(tx, only.id, ['risk'], 'a test')),
  ).rejects.toMatchObject(last)
  await disable(waiting)
  const second = await desk.addOperator('admin')
  await disable(second)
  await expect(disable(only)).rejects.toMatchObject(last)
})

test('of two administrators who are to be disabled at once by each other one stays', async () => {
  const [one, two, three] = [
    await desk.addOperator('admin'),
    await desk.addOperator('admin'),
    await desk.addOperator('admin'),
  ]
  const tokens = [await desk.tokenOf(one), await desk.tokenOf(two), await desk.tokenOf(three)] as const
  const aboutOne = (await propose(tokens[1], one.id)).data.id
  const aboutThree = (await propose(tokens[1], three.id)).data.id
  const ended = await meet(app.db, {
    lock: lockAdmins,
    parties: [() => approve(tokens[2], aboutOne), () => approve(tokens[0], aboutThree)],
  })
  const answers = ended.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))
  expect(answers).toMatchObject([{ code: 1 }, { error: 'OPERATOR_ROLE_REQUIRED' }])
  const states = await app.db
    .selectFrom('operator')
    .select(['id', 'is_active'])
    .where('id', 'in', [one.id, three.id])
    .orderBy('id')
    .execute()
  expect(states.map(({ is_active }) => is_active)).toEqual([false, true])
})
