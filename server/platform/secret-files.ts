import { readFileSync, type Stats, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { chains } from '#domain/chain/chains.ts'
import { SettingError } from './setting-error.ts'

/**
 * The settings that hold something to be kept from others: a password, a key, or what tells of every customer's address.
 * Each may be in a file that the setting of the same name with `_FILE` names, so that it is in no environment, which
 * programs that are started inherit and `docker inspect` shows.
 */
export const secretSettings: readonly string[] = [
  ...[
    'DATABASE_URL',
    'DOCUMENT_KEY',
    'HISTORY_URL',
    'MAIL_URL',
    'MASSIVE_KEY',
    'OTLP_URL',
    'REDIS_URL',
    'SMS_URL',
  ],
  ...Object.values(chains).flatMap(({ name }) => [
    `${name.toUpperCase()}_RPC_URL`,
    `${name.toUpperCase()}_XPUB`,
  ]),
]

/** Far longer than any of them. */
const MAX_BYTES = 16_384

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads what is in files, so that whoever reads settings finds each under its own name.
 *
 * Refuses: (SettingError) a setting that is given twice, and a file that cannot be read, is empty or has more than a line.
 * What a file holds is never said, nor what was given for its name and may be the secret itself.
 *
 * Returns: the settings, and what to warn of.
 */
export function withSecretFiles(env: Environment): {
  readonly env: Environment
  readonly warnings: readonly string[]
} {
  const found: Record<string, string> = {}
  const warnings: string[] = []
  for (const name of secretSettings) {
    const [value, path] = [env[name], env[`${name}_FILE`]]
    if (!path) continue
    if (value) throw new SettingError(`${name} and ${name}_FILE are the same setting: set one of them`)
    found[name] = readSecret(`${name}_FILE`, path)
    if (isOpenToAll(statSync(path)))
      warnings.push(
        `${name}_FILE: every user of this machine may read ${path}: take that right away (chmod o=)`,
      )
  }
  return { env: Object.keys(found).length === 0 ? env : { ...env, ...found }, warnings }
}

function readSecret(name: string, path: string): string {
  const wrong = (why: string) =>
    new SettingError(`${name} must name a file that can be read, not ${said(path)}: ${why}`)
  const text = readText(path, wrong)
  // Every editor ends a file with one, and `echo` as well.
  const value = text.replace(/\r?\n$/, '')
  if (value === '') throw new SettingError(`${name}: the file "${path}" is empty`)
  // An address with a line break in it would be taken for one without.
  if (/[\r\n]/.test(value))
    throw new SettingError(`${name}: the file "${path}" must hold one line, the value of the setting alone`)
  return value
}

/** The name of a file as it may be printed: one who mistakes the setting gives the address or the key in its place. */
const said = (path: string): string =>
  isAbsolute(path) && !path.includes('://') ? `"${path}"` : 'what is given (no whole path from the root)'

function readText(path: string, wrong: (why: string) => SettingError): string {
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) throw wrong('it is a folder')
    // Reading one could wait for ever.
    if (!stats.isFile()) throw wrong('it is no ordinary file')
    if (stats.size > MAX_BYTES) throw wrong(`it has more than ${MAX_BYTES} bytes`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof SettingError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw wrong('there is none')
    throw wrong(code === 'EACCES' ? 'this user may not read it' : String(code))
  }
}

/** Windows has no such rights, and says that everybody may. */
const isOpenToAll = ({ mode }: Stats): boolean => process.platform !== 'win32' && (mode & 0o007) !== 0
