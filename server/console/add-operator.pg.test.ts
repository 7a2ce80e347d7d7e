import { join } from 'node:path'
import { generateSync } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { SECOND_MS } from '#domain/time.ts'
import { virtualClock } from '#server/platform/clock.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { openSealer } from '#server/platform/sealer.ts'
import { createBareDatabaseUrl, testDatabaseKind } from '#server/testing/database.ts'
import { type Installation, openInstallation } from '#server/testing/installation.ts'
import { testOnPglite, testOnPostgres } from '#server/testing/only-on.ts'
import { addOperator } from './add-operator.ts'
import { createOperatorService } from './sign-in.ts'

/** The command opens the database itself, by its settings: each test is outside of it before and after. */

let installation: Installation
beforeAll(async () => {
  installation = await openInstallation()
})

const add = (...args: string[]) => addOperator(['add', ...args], installation.env)

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

    await installation.inside(async ({ db }) => {
      const clock = virtualClock(Date.UTC(2026, 0, 2))
      const code = generateSync({ secret: added.totpSecret, epoch: Math.floor(clock.nowMs() / SECOND_MS) })
      const operators = createOperatorService({
        db,
        clock,
        authenticatorClock: clock,
        sealer: await openSealer(installation.folder),
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

  test('refuses another command, a wrong setting, and a database that Plumb never ran on', async () => {
    await expect(addOperator(['remove', 'x@plumb.test', 'X', 'admin'], installation.env)).rejects.toThrow(
      'usage:',
    )
    const good = ['add', 'x@plumb.test', 'X', 'admin']
    await expect(addOperator(good, { ...installation.env, PORT: 'eighty' })).rejects.toThrow(
      'PORT must be a port',
    )
    await expect(addOperator(good, { DATA_DIR: join(installation.folder, 'typo') })).rejects.toThrow(
      /^there is no Plumb in .+typo; start it once, or set DATA_DIR$/,
    )
    if (testDatabaseKind === 'postgres') {
      const empty = { DATABASE_URL: await createBareDatabaseUrl(), DATA_DIR: installation.folder }
      await expect(addOperator(good, empty)).rejects.toThrow(/its schema is of another version, or not there/)
      const elsewhere = { ...installation.env, DATA_DIR: join(installation.folder, 'typo') }
      await expect(addOperator(good, elsewhere)).rejects.toThrow(
        /typo has no key of this Plumb; set DATA_DIR as the server has it$/,
      )
    }
  })

  testOnPglite('says to stop the server that holds the folder', async () => {
    const server = await lockFolder(installation.folder)
    await expect(add('x@plumb.test', 'X', 'admin')).rejects.toThrow(
      `is in use by process ${process.pid}; stop it first`,
    )
    server.release()
  })

  testOnPostgres('works beside a server on PostgreSQL', async () => {
    await installation.inside(async ({ db }) => {
      await add('edith@plumb.test', 'Edith', 'risk')
      const row = await db.selectFrom('operator').select('name').where('email', '=', 'edith@plumb.test')
      expect(await row.executeTakeFirst()).toEqual({ name: 'Edith' })
    })
  })
})
