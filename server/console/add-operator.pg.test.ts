import { join } from 'node:path'
import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { SECOND_MS } from '#domain/time.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { openSealer } from '#server/platform/sealer.ts'
import { readSettings } from '#server/platform/settings.ts'
import { createBareDatabaseUrl, createTestDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { migratedFolder } from '#server/testing/workdir.ts'
import { ENVIRONMENT_SETTING } from '../environment.ts'
import { type AddedOperator, addOperator, disableOperator, resetOperatorCredentials } from './add-operator.ts'
import { createOperatorService, type OperatorService } from './sign-in.ts'

/** The command opens the database itself, by its settings: each test is outside of it before and after. */

const folder = migratedFolder()
const env: Record<string, string> = { DATA_DIR: folder }

beforeAll(async () => {
  if (testDatabaseKind === 'postgres') env.DATABASE_URL = await createTestDatabaseUrl()
  // What the first start does.
  await openSealer(folder)
  await inside(({ db }) =>
    db
      .insertInto('system_setting')
      .values({ name: ENVIRONMENT_SETTING, value: JSON.stringify('demo') })
      .execute(),
  )
})

async function inside<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(readSettings(env))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const add = (...args: string[]) => addOperator(['add', ...args], env)

describe('operator add', () => {
  test('adds somebody who signs in with what it printed, and the log says it was done on the machine', async () => {
    const added = await add('Ada@Plumb.test', ' Ada Lovelace ', 'finance, compliance,finance')
    expect(added).toMatchObject({
      email: 'ada@plumb.test',
      name: 'Ada Lovelace',
      roles: ['finance', 'compliance'],
    })
    const url = new URL(added.otpauthUrl)
    expect([url.protocol, url.host, url.searchParams.get('secret')]).toEqual([
      'otpauth:',
      'totp',
      added.totpSecret,
    ])

    await inside(async ({ db }) => {
      const clock = virtualClock(Date.UTC(2026, 0, 2))
      const code = generateSync({ secret: added.totpSecret, epoch: Math.floor(clock.nowMs() / SECOND_MS) })
      const operators = createOperatorService({
        db,
        clock,
        authenticatorClock: clock,
        sealer: await openSealer(folder),
      })
      const session = await operators.signIn(
        { email: added.email, password: added.password, code },
        '10.0.0.1',
      )
      expect(session.operator).toMatchObject({ name: 'Ada Lovelace', roles: ['finance', 'compliance'] })

      const lines = await db.selectFrom('audit_log').selectAll().where('action', '=', 'created').execute()
      expect(lines).toMatchObject([{ operator: null, subject: `operator:${session.operator.id}` }])
      expect(lines[0]!.detail).toMatchObject({ roles: 'finance compliance' })
      expect(lines[0]!.detail.by).toMatch(/^the command line, .+ on .+/)
      const written = JSON.stringify(lines.map(({ detail }) => detail))
      for (const secret of [added.password, added.totpSecret]) expect(written).not.toContain(secret)
    })
  })

  test('refuses an email address that an operator has, however it is written, and adds nothing', async () => {
    await add('grace@plumb.test', 'Grace', 'support')
    await expect(add('GRACE@plumb.test', 'Another', 'admin')).rejects.toThrow(
      'grace@plumb.test is an operator already',
    )
    const rows = await inside(({ db }) =>
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

  test('refuses another command, a wrong setting, and a database that Plumb never ran on', async () => {
    await expect(addOperator(['remove', 'x@plumb.test', 'X', 'admin'], env)).rejects.toThrow('usage:')
    const good = ['add', 'x@plumb.test', 'X', 'admin']
    await expect(addOperator(good, { ...env, PORT: 'eighty' })).rejects.toThrow('PORT must be a port')
    await expect(addOperator(good, { DATA_DIR: join(folder, 'typo') })).rejects.toThrow(
      /^there is no Plumb in .+typo; start it once, or set DATA_DIR$/,
    )
    if (testDatabaseKind === 'postgres') {
      const empty = { DATABASE_URL: await createBareDatabaseUrl(), DATA_DIR: folder }
      await expect(addOperator(good, empty)).rejects.toThrow('this database is empty')
      const elsewhere = { ...env, DATA_DIR: join(folder, 'typo') }
      await expect(addOperator(good, elsewhere)).rejects.toThrow(
        /typo has no key of this Plumb; set DATA_DIR as the server has it$/,
      )
    }
  })

  if (testDatabaseKind === 'pglite')
    test('says to stop the server that holds the folder', async () => {
      const server = await lockFolder(folder)
      await expect(add('x@plumb.test', 'X', 'admin')).rejects.toThrow(
        `is in use by process ${process.pid}; stop it first`,
      )
      server.release()
    })

  if (testDatabaseKind === 'postgres')
    test('works beside a server on PostgreSQL', async () => {
      await inside(async ({ db }) => {
        await add('edith@plumb.test', 'Edith', 'risk')
        const row = await db.selectFrom('operator').select('name').where('email', '=', 'edith@plumb.test')
        expect(await row.executeTakeFirst()).toEqual({ name: 'Edith' })
      })
    })
})

describe('operator disable and reset-credentials', () => {
  test('ends every session and the old password for good; reset, the same person is back', async () => {
    const clock = virtualClock(Date.UTC(2026, 0, 2))
    const sealer = await openSealer(folder)
    const operatorsOf = ({ db }: Database) =>
      createOperatorService({ db, clock, authenticatorClock: clock, sealer })
    const signIn = (operators: OperatorService, { email, password, totpSecret }: AddedOperator) => {
      clock.advance(60_000)
      const code = generateSync({ secret: totpSecret, epoch: Math.floor(clock.nowMs() / SECOND_MS) })
      return operators.signIn({ email, password, code }, '10.0.0.1')
    }
    const failed = { code: 'OPERATOR_SIGN_IN_FAILED' }

    const old = await add('leaver@plumb.test', 'A Leaver', 'finance')
    const token = await inside(async (database) => {
      const session = await signIn(operatorsOf(database), old)
      expect(await operatorsOf(database).authenticate(session.token)).toMatchObject({ name: 'A Leaver' })
      return session.token
    })

    const gone = await disableOperator(['disable', 'LEAVER@plumb.test'], env)
    expect(gone).toEqual({ email: 'leaver@plumb.test', name: 'A Leaver' })
    await inside(async (database) => {
      expect(await operatorsOf(database).authenticate(token)).toBeUndefined()
      await expect(signIn(operatorsOf(database), old)).rejects.toMatchObject(failed)
    })

    const fresh = await resetOperatorCredentials(['reset-credentials', 'leaver@plumb.test'], env)
    expect(fresh.roles).toEqual(['finance'])
    await inside(async (database) => {
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

  test('refuses an address that no operator has, and a command line that says more', async () => {
    await expect(disableOperator(['disable', 'nobody@plumb.test'], env)).rejects.toThrow(
      'nobody@plumb.test is not an operator',
    )
    await expect(resetOperatorCredentials(['reset-credentials', 'nobody@plumb.test'], env)).rejects.toThrow(
      'is not an operator',
    )
    await expect(resetOperatorCredentials(['reset-credentials', 'a@plumb.test', 'b'], env)).rejects.toThrow(
      'usage:',
    )
  })
})
