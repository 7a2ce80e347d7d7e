import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { SECOND_MS } from '#domain/time.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openSealer } from '#server/platform/sealer.ts'
import { type Installation, openInstallation } from '#server/testing/installation.ts'
import { type AddedOperator, addOperator, disableOperator, resetOperatorCredentials } from './add-operator.ts'
import { createOperatorService, type OperatorService } from './sign-in.ts'

/** What the commands do and refuse; how they reach the two databases is in `add-operator.pg.test.ts`. */

let installation: Installation
beforeAll(async () => {
  installation = await openInstallation()
})

const add = (...args: string[]) => addOperator(['add', ...args], installation.env)

describe('operator add', () => {
  test('refuses an email address that an operator has, however it is written, and adds nothing', async () => {
    await add('grace@plumb.test', 'Grace', 'support')
    await expect(add('GRACE@plumb.test', 'Another', 'admin')).rejects.toThrow(
      'grace@plumb.test is an operator already',
    )
    const rows = await installation.inside(({ db }) =>
      db.selectFrom('operator').select('name').where('email', '=', 'grace@plumb.test').execute(),
    )
    expect(rows).toEqual([{ name: 'Grace' }])
  })

  test.each([
    [['x@plumb.test', 'X', 'boss'], '"boss" is not a role; the roles are support, compliance'],
    [['x@plumb.test', 'X', 'admin,'], '"" is not a role'],
    [['not an address', 'X', 'admin'], '"not an address" is not an email address'],
    [['+8613800138000', 'X', 'admin'], 'is not an email address'],
    [['x@plumb.test', ' ', 'admin'], 'the name must have 1 to 60 characters'],
    [['x@plumb.test', 'X'], 'usage: npm run operator'],
    [['x@plumb.test', 'Two', 'Words', 'admin'], 'usage: npm run operator'],
  ])('refuses %j', async (args, line) => {
    await expect(add(...args)).rejects.toThrow(line)
  })
})

describe('operator disable and reset-credentials', () => {
  test('ends every session and the old password for good; reset, the same person is back', async () => {
    const clock = virtualClock(Date.UTC(2026, 0, 2))
    const sealer = await openSealer(installation.folder)
    const operatorsOf = ({ db }: Database) =>
      createOperatorService({ db, clock, authenticatorClock: clock, sealer })
    const signIn = (operators: OperatorService, { email, password, totpSecret }: AddedOperator) => {
      clock.advance(60_000)
      const code = generateSync({ secret: totpSecret, epoch: Math.floor(clock.nowMs() / SECOND_MS) })
      return operators.signIn({ email, password, code }, '10.0.0.1')
    }
    const failed = { code: 'OPERATOR_SIGN_IN_FAILED' }

    const old = await add('leaver@plumb.test', 'A Leaver', 'finance')
    const token = await installation.inside(async (database) => {
      const session = await signIn(operatorsOf(database), old)
      expect(await operatorsOf(database).authenticate(session.token)).toMatchObject({ name: 'A Leaver' })
      return session.token
    })

    const gone = await disableOperator(['disable', 'LEAVER@plumb.test'], installation.env)
    expect(gone).toEqual({ email: 'leaver@plumb.test', name: 'A Leaver' })
    await installation.inside(async (database) => {
      expect(await operatorsOf(database).authenticate(token)).toBeUndefined()
      await expect(signIn(operatorsOf(database), old)).rejects.toMatchObject(failed)
    })

    const fresh = await resetOperatorCredentials(['reset-credentials', 'leaver@plumb.test'], installation.env)
    expect(fresh.roles).toEqual(['finance'])
    await installation.inside(async (database) => {
      const operators = operatorsOf(database)
      expect(await operators.authenticate(token)).toBeUndefined()
      await expect(signIn(operators, old)).rejects.toMatchObject(failed)
      const again = await signIn(operators, fresh)
      expect(await operators.authenticate(again.token)).toMatchObject({ name: 'A Leaver' })
      const told = await database.db
        .selectFrom('audit_log')
        .select('action')
        .where('subject', '=', `operator:${again.operator.id}`)
        .where('action', 'in', ['disabled', 'credentials-reset'])
        .orderBy('id')
        .execute()
      expect(told.map(({ action }) => action)).toEqual(['disabled', 'credentials-reset'])
    })
  })

  test('reset alone ends the sessions that were begun with what is replaced', async () => {
    const clock = virtualClock(Date.UTC(2026, 0, 2))
    const sealer = await openSealer(installation.folder)
    const operatorsOf = ({ db }: Database) =>
      createOperatorService({ db, clock, authenticatorClock: clock, sealer })
    const { email, password, totpSecret } = await add('stays@plumb.test', 'Somebody Else', 'finance')
    const [token, setup] = await installation.inside(async (database) => {
      const operators = operatorsOf(database)
      const code = generateSync({ secret: totpSecret, epoch: Math.floor(clock.nowMs() / SECOND_MS) })
      const { token, operator } = await operators.signIn({ email, password, code }, '10.0.0.1')
      const begun = await database.db.transaction().execute((tx) => operators.beginSetup(tx, operator.id))
      return [token, begun.code]
    })
    await resetOperatorCredentials(['reset-credentials', email], installation.env)
    await installation.inside(async (database) => {
      expect(await operatorsOf(database).authenticate(token)).toBeUndefined()
      // Nor does a code do anything that was mailed before.
      await expect(operatorsOf(database).readSetup(setup, '10.0.0.1')).rejects.toMatchObject({
        code: 'OPERATOR_SETUP_OVER',
      })
    })
  })

  test('refuses an address that no operator has, and a command line that says more', async () => {
    await expect(disableOperator(['disable', 'nobody@plumb.test'], installation.env)).rejects.toThrow(
      'nobody@plumb.test is not an operator',
    )
    await expect(
      resetOperatorCredentials(['reset-credentials', 'nobody@plumb.test'], installation.env),
    ).rejects.toThrow('is not an operator')
    await expect(
      resetOperatorCredentials(['reset-credentials', 'a@plumb.test', 'b'], installation.env),
    ).rejects.toThrow('usage:')
  })
})
