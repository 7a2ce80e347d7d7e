import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { virtualClock } from '#server/platform/clock.ts'
import { openTestConsole, TOTP_STEP_MS } from '#server/testing/console.ts'
import { openTestDatabase } from '#server/testing/database.ts'

/** What of the console the database itself refuses, and what many ask for at once. */

const database = await openTestDatabase()
const clock = virtualClock(Date.parse('2026-01-05T09:00:00Z'))
const { addOperator, post, get, login, tokenOf, close } = openTestConsole({ db: database.db, clock })

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

describe('signing in', () => {
  test('takes a code once, also from four at the same time', async () => {
    const person = await addOperator('finance')
    const together = await Promise.all(Array.from({ length: 4 }, () => login(person)))
    expect(together.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(await login(person)).toMatchObject({ error: 'OPERATOR_SIGN_IN_FAILED' })
    clock.advance(TOTP_STEP_MS)
    expect(await login(person)).toMatchObject({ code: 1 })
  })
})

describe('maker and checker', () => {
  const propose = async (token: string, change: Record<string, string> = {}) =>
    (await post('/console/earn/create', token, { ...terms, reason: 'spring offer', ...change })).data

  test('T79: nobody approves or sends back their own, not even by writing to the database', async () => {
    const person = await addOperator('finance', 'risk', 'admin')
    const token = await tokenOf(person)
    const { id } = await propose(token)
    for (const path of ['/console/proposal/approve', '/console/proposal/send_back']) {
      expect(await post(path, token, { id, reason: 'mine' })).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
    }
    await expect(
      sql`update proposal set status = 'approved', checker = maker, decision = 'mine', decided_at = now()
        where id = ${BigInt(id)}`.execute(database.db),
    ).rejects.toThrow(/proposal_maker_is_not_checker/)
    await expect(
      sql`update proposal set status = 'approved', decision = 'nobody', decided_at = now()
        where id = ${BigInt(id)}`.execute(database.db),
    ).rejects.toThrow(/proposal_decided/)
  })

  test('T79: a proposal is read by those who may see what it is about, and is not there for others', async () => {
    const maker = await tokenOf(await addOperator('finance'))
    const { id } = await propose(maker, { term_days: '45' })
    expect(await get('/console/proposal', maker, { id })).toMatchObject({ code: 1, data: { id } })
    const other = await tokenOf(await addOperator('compliance'))
    expect(await get('/console/proposal', other, { id })).toMatchObject({ error: 'NOT_FOUND' })
  })

  test('T81: what was proposed and who did it cannot be changed afterwards, nor the log', async () => {
    for (const statement of [
      sql`update proposal set params = '{}'`,
      sql`update proposal set maker = 1`,
      sql`delete from proposal`,
      sql`update audit_log set action = 'nothing'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
      sql`update operator set roles = array['admin']`,
      sql`delete from operator_session`,
    ]) {
      await expect(statement.execute(database.db)).rejects.toThrow(/permission denied/)
    }
  })

  test('a decision is made once: approved is not sent back, sent back is not approved, by sixty-four at once either', async () => {
    const maker = await tokenOf(await addOperator('finance'))
    const checkers = [await tokenOf(await addOperator('risk')), await tokenOf(await addOperator('finance'))]
    const before = (await get('/console/earn', maker)).data.products.length
    const { id } = await propose(maker, { term_days: '31' })
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        post(n % 3 === 0 ? '/console/proposal/send_back' : '/console/proposal/approve', checkers[n % 2]!, {
          id,
          reason: 'race',
        }),
      ),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    const status = (await get('/console/proposal', maker, { id })).data.status
    const products = (await get('/console/earn', maker)).data.products.length
    expect(products - before).toBe(status === 'approved' ? 1 : 0)
    for (const path of ['approve', 'send_back']) {
      expect(await post(`/console/proposal/${path}`, checkers[0]!, { id, reason: 'late' })).toMatchObject({
        error: 'PROPOSAL_NOT_PENDING',
      })
    }
  })
})
