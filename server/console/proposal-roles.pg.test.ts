import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/console/roles.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestConsole } from '#server/testing/console.ts'
import { isMakerAllowed } from './proposals.ts'

/** Every checker may press the same button; whether it does anything is decided by the kind of the proposal. */

let app: TestApp
let operators: ReturnType<typeof openTestConsole>
beforeAll(async () => {
  app = await openTestApp()
  operators = openTestConsole(app)
})
afterAll(async () => {
  await operators.close()
  await app.close()
})

const tokenOf = async (...roles: Role[]) => operators.tokenOf(await operators.addOperator(...roles))

const funding = {
  ...{
    currency: 'USDT',
    amount: '1000',
    chain: 'Ethereum',
    tx_reference: 'ab'.repeat(32),
    reason: 'capital',
  },
}

test('a proposal about the platform’s money is decided by finance alone, and stays pending for all others', async () => {
  const maker = await tokenOf('finance')
  const { data: proposal } = await operators.post('/console/treasury/fund', maker, funding)
  expect(proposal).toMatchObject({ status: 'pending' })
  for (const roles of [['compliance'], ['risk'], ['compliance', 'risk']] as const) {
    const checker = await tokenOf(...roles)
    for (const decision of ['approve', 'send_back']) {
      const answer = await operators.post(`/console/proposal/${decision}`, checker, {
        id: proposal.id,
        reason: 'seen',
      })
      expect([roles, decision, answer.error]).toEqual([roles, decision, 'OPERATOR_ROLE_REQUIRED'])
    }
  }
  const { status } = await app.db
    .selectFrom('proposal')
    .select('status')
    .where('id', '=', BigInt(proposal.id))
    .executeTakeFirstOrThrow()
  expect(status).toBe('pending')
  const decided = await operators.post('/console/proposal/approve', await tokenOf('finance'), {
    id: proposal.id,
    reason: 'seen',
  })
  expect(decided.data).toMatchObject({ status: 'approved' })
})

test('what an operator proposed who was disabled since is not approved, says so, and is sent back', async () => {
  const person = await operators.addOperator('finance')
  const maker = await operators.tokenOf(person)
  const checker = await tokenOf('finance')
  const { data: proposal } = await operators.post('/console/treasury/fund', maker, {
    ...funding,
    tx_reference: 'cd'.repeat(32),
  })
  expect(proposal).toMatchObject({ canApprove: true })
  const queued = async () =>
    (await operators.get('/console/queue', checker)).data.items.find(
      ({ id }: { id: string }) => id === proposal.id,
    )
  expect(await queued()).toMatchObject({ risk: [] })

  await app.db.updateTable('operator').set({ is_active: false }).where('id', '=', person.id).execute()
  const decision = { id: proposal.id, reason: 'seen' }
  expect(await operators.post('/console/proposal/approve', checker, decision)).toMatchObject({
    error: 'PROPOSAL_MAKER_INACTIVE',
  })
  expect(await queued()).toMatchObject({
    viewerAction: 'check',
    risk: [expect.stringContaining('only be sent back')],
  })
  expect((await operators.get('/console/proposal', checker, { id: proposal.id })).data).toMatchObject({
    status: 'pending',
    canApprove: false,
  })
  expect((await operators.post('/console/proposal/send_back', checker, decision)).data).toMatchObject({
    status: 'sent-back',
  })
})

test('nor is what an operator proposed who has lost the role', () => {
  const allowed = { roles: ['finance'] } as const
  expect(isMakerAllowed(allowed, { is_active: true, roles: ['support', 'finance'] })).toBe(true)
  expect(isMakerAllowed(allowed, { is_active: true, roles: ['support'] })).toBe(false)
  expect(isMakerAllowed(allowed, { is_active: false, roles: ['finance'] })).toBe(false)
  expect(isMakerAllowed(allowed, undefined)).toBe(false)
})
