import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Role, roles } from '#domain/console/roles.ts'
import { Refusal } from '#domain/errors.ts'
import { readContact } from '#domain/user/contact.ts'
import { realClock } from '#server/platform/clock.ts'
import { type Database, openDatabase, type Tx } from '#server/platform/db/database.ts'
import { hasSealerKey, openSealer } from '#server/platform/sealer.ts'
import { readSettings, type Settings } from '#server/platform/settings.ts'
import { totpUri } from '#server/users/totp.ts'
import { environmentOf } from '../environment.ts'
import { createOperatorService, type NewOperator, type OperatorService } from './sign-in.ts'

/** A command that was not done, for a reason that one line tells. */
export class CommandError extends Error {}

export const USAGE =
  'npm run operator -- add EMAIL "NAME" ROLE[,ROLE…] | reset-credentials EMAIL | disable EMAIL'
const MAX_NAME_LENGTH = 60

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
  return withOperators(env, async (tx, operators) => {
    if (await findOperator(tx, operator.email)) {
      throw new CommandError(`${operator.email} is an operator already`)
    }
    const { password, totpSecret } = await operators.create(tx, operator)
    return { ...operator, password, totpSecret, otpauthUrl: totpUri(operator.email, totpSecret) }
  })
}

/**
 * `operator reset-credentials`: a new password and secret for an operator who lost theirs or was disabled.
 *
 * Refuses: (by throwing one line) as `addOperator`, and an address that no operator has.
 */
export async function resetOperatorCredentials(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<AddedOperator> {
  const email = readEmail(args, 'reset-credentials')
  return withOperators(env, async (tx, operators) => {
    const { id, name, roles } = await knownOperator(tx, email)
    const { password, totpSecret } = await operators.resetCredentials(tx, id, onThisMachine())
    return { email, name, roles, password, totpSecret, otpauthUrl: totpUri(email, totpSecret) }
  })
}

/** `operator disable`: ends an operator's sessions and lets them begin no other. Refuses: as `resetOperatorCredentials`. */
export async function disableOperator(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly email: string; readonly name: string }> {
  const email = readEmail(args, 'disable')
  return withOperators(env, async (tx, operators) => {
    const { id, name } = await knownOperator(tx, email)
    await operators.disable(tx, id, onThisMachine()).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'OPERATOR_LAST_ADMIN') throw error
      throw new CommandError(`${email} is the only administrator; add another one first`)
    })
    return { email, name }
  })
}

/** Runs work with the operator service of the configured database, in one transaction. */
async function withOperators<T>(
  env: Readonly<Record<string, string | undefined>>,
  work: (tx: Tx, operators: OperatorService) => Promise<T>,
): Promise<T> {
  const settings = readSettings(env)
  const database = await openStarted(settings)
  try {
    const { db } = database
    const sealer = await openSealer(settings.dataDir)
    const operators = createOperatorService({ db, clock: realClock, authenticatorClock: realClock, sealer })
    return await db.transaction().execute((tx) => work(tx, operators))
  } finally {
    await database.close()
  }
}

const findOperator = (tx: Tx, email: string) =>
  tx.selectFrom('operator').select(['id', 'name', 'roles']).where('email', '=', email).executeTakeFirst()

async function knownOperator(tx: Tx, email: string) {
  const found = await findOperator(tx, email)
  if (!found) throw new CommandError(`${email} is not an operator`)
  return found
}

/** For the log. */
const onThisMachine = () => `the command line, ${userInfo().username} on ${hostname()}`

function readEmail([command, email = '', ...rest]: readonly string[], expected: string): string {
  if (command !== expected || email === '' || rest.length > 0) throw new CommandError(`usage: ${USAGE}`)
  return emailOf(email)
}

function emailOf(typed: string): string {
  const contact = readContact(typed, { kind: 'email' })
  if (!contact) throw new CommandError(`"${typed}" is not an email address`)
  return contact.value
}

function readOperator([command, email = '', name = '', list = '', ...rest]: readonly string[]): NewOperator {
  if (command !== 'add' || list === '' || rest.length > 0) throw new CommandError(`usage: ${USAGE}`)
  const address = emailOf(email)
  const shownName = name.trim()
  if (shownName === '' || shownName.length > MAX_NAME_LENGTH) {
    throw new CommandError(`the name must have 1 to ${MAX_NAME_LENGTH} characters`)
  }
  const own = list.split(',').map((word) => {
    const role = roles.find((known) => known === word.trim())
    if (!role) throw new CommandError(`"${word.trim()}" is not a role; the roles are ${roles.join(', ')}`)
    return role
  })
  return {
    email: address,
    name: shownName,
    roles: [...new Set(own)],
    addedBy: onThisMachine(),
  }
}

/** Opens the database of a Plumb that was started before; a folder or address typed wrong makes no new one. */
async function openStarted(settings: Settings): Promise<Database> {
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl && !existsSync(join(dataDir, 'pg'))) {
    throw new CommandError(`there is no Plumb in ${dataDir}; start it once, or set DATA_DIR`)
  }
  // With another key the operator could never sign in.
  if (!hasSealerKey(dataDir)) {
    throw new CommandError(`${dataDir} has no key of this Plumb; set DATA_DIR as the server has it`)
  }
  // The tables are a server's to change: one may be running, and of an older version.
  const database = await openDatabase({ databaseUrl, dataDir, migrates: false })
  const { isNew } = await environmentOf(database.db, settings)
  if (!isNew) return database
  await database.close()
  throw new CommandError('this database is empty; start Plumb on it once')
}
