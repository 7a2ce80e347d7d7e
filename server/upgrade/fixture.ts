import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { postgresProgram } from '#server/testing/cluster.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import type { Credentials, Shown } from './quiet-app.ts'

/**
 * A fixture is what a version left behind: its database as SQL that any PostgreSQL takes, its data folder, and what
 * its customers were shown. One file for each version, `from-0.9.0.json.br`, is kept for good.
 */
export interface Fixture {
  readonly sql: string
  /** What time it was when its server had stopped. */
  readonly nowMs: number
  readonly customers: readonly (Credentials & Shown)[]
  /** The files of the data folder, by their paths in it; in base64. */
  readonly files: Readonly<Record<string, string>>
}

const FOLDER = import.meta.dirname
const fileOf = (version: string) => join(FOLDER, `from-${version}.json.br`)

/** What a dump of one database does not say: the role that its grants name, and who may do what in the database. */
const BEFORE = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'plumb_app') THEN CREATE ROLE plumb_app NOLOGIN; END IF;
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;
GRANT plumb_app TO CURRENT_USER;
`

/** The versions there is a fixture of. */
export const versions = (): string[] =>
  readdirSync(FOLDER).flatMap((name) => /^from-(.+)\.json\.br$/.exec(name)?.[1] ?? [])

/** What a version left behind, as it was kept. */
export const readFixture = (version: string): Fixture =>
  JSON.parse(brotliDecompressSync(readFileSync(fileOf(version))).toString()) as Fixture

/** Lays out a fixture's data folder; it is gone with the process. */
export function layDataFolder({ files }: Fixture): string {
  const folder = temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), Buffer.from(content, 'base64'))
  }
  return folder
}

/** Writes a fixture, of a PostgreSQL database and a data folder that no server has open; returns its file. */
export function writeFixture(
  version: string,
  from: Omit<Fixture, 'sql' | 'files'> & { readonly url: string; readonly dataDir: string },
): string {
  const { url, dataDir, nowMs, customers } = from
  const paths = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1))
    // Mails were sent, and a lock is gone with its process.
    .filter((path) => !/^(outbox\/|lock)/.test(path))
  const files = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(dataDir, path)).toString('base64')]),
  )
  const fixture: Fixture = { sql: `${BEFORE}${dumpOf(url)}`, nowMs, customers, files }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  writeFileSync(fileOf(version), brotliCompressSync(JSON.stringify(fixture), { params }))
  return fileOf(version)
}

/** A database as statements; those for `psql` alone are left out. */
function dumpOf(url: string): string {
  const args = ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-comments', `--dbname=${url}`]
  const dump = execFileSync(postgresProgram('pg_dump'), args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  return dump.replace(/^\\(un)?restrict .*$/gm, '')
}
