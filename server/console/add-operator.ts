import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { generateURI } from 'otplib'
import { type Role, roles } from '#domain/console/roles.ts'
import { readContact } from '#domain/user/contact.ts'
import { realClock } from '#server/core/clock.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { hasSealerKey, openSealer } from '#server/platform/sealer.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import { worldKind } from '../world-kind.ts'
import { createOperatorDesk, type NewOperator } from './sign-in.ts'

/** A command that was not done, for a reason that one line tells. */
export class CommandError extends Error {}

export const USAGE = 'npm run operator -- add EMAIL "NAME" ROLE[,ROLE…]'
const LONGEST_NAME = 60

export interface AddedOperator {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly password: string
  readonly totpSecret: string
  /** The secret as authenticator apps take it. */
  readonly otpauthUrl: string
}

/**
 * `operator add`: adds an operator to the database that the settings name. Who may run a program on the
 * machine may do this; the log says who it was.
 *
 * Refuses: (by throwing one line) a wrong command line or setting, a database that was never started or is
 * in use by a server, a data folder without the server's key, an email address that an operator has.
 */
export async function addOperator(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<AddedOperator> {
  const operator = readOperator(args)
  const settings = readSettings(env)
  const database = await openStarted(settings)
  try {
    const { db } = database
    const taken = await db
      .selectFrom('operator')
      .select('id')
      .where('email', '=', operator.email)
      .executeTakeFirst()
    if (taken) throw new CommandError(`${operator.email} is an operator already`)
    const sealer = openSealer(settings.dataDir)
    const desk = createOperatorDesk({ db, clock: realClock, authenticatorClock: realClock, sealer })
    const { password, totpSecret } = await db.transaction().execute((tx) => desk.create(tx, operator))
    const otpauthUrl = generateURI({ issuer: 'Plumb', label: operator.email, secret: totpSecret })
    return { ...operator, password, totpSecret, otpauthUrl }
  } finally {
    await database.close()
  }
}

function readOperator([command, email = '', name = '', list = '', ...rest]: readonly string[]): NewOperator {
  if (command !== 'add' || list === '' || rest.length > 0) throw new CommandError(`usage: ${USAGE}`)
  const contact = readContact(email, { kind: 'email' })
  if (!contact) throw new CommandError(`"${email}" is not an email address`)
  const shownName = name.trim()
  if (shownName === '' || shownName.length > LONGEST_NAME) {
    throw new CommandError(`the name must have 1 to ${LONGEST_NAME} characters`)
  }
  const own = list.split(',').map((word) => {
    const role = roles.find((known) => known === word.trim())
    if (!role) throw new CommandError(`"${word.trim()}" is not a role; the roles are ${roles.join(', ')}`)
    return role
  })
  return {
    email: contact.value,
    name: shownName,
    roles: [...new Set(own)],
    addedBy: `the command line, ${userInfo().username} on ${hostname()}`,
  }
}

/** Opens the database of a Plumb that was started before; a folder or address typed wrong makes no new one. */
async function openStarted(settings: Settings): Promise<Database> {
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl && !existsSync(join(dataDir, 'pg'))) {
    throw new CommandError(`there is no Plumb in ${dataDir}; start it once, or set DATA_DIR`)
  }
  // With a key of its own the command would add somebody whom the server can never let in.
  if (!hasSealerKey(dataDir)) {
    throw new CommandError(`${dataDir} has no key of this Plumb; set DATA_DIR as the server has it`)
  }
  const database = await openDatabase({ databaseUrl, dataDir })
  const { isNew } = await worldKind(database.db, settings)
  if (!isNew) return database
  await database.close()
  throw new CommandError('this database is empty; start Plumb on it once')
}
