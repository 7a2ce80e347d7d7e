import { rmSync } from 'node:fs'
import { startServer } from '#server/testing/server-process.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { PREPARED_FOLDER } from './plumb.ts'

/**
 * Runs once before the browser tests: a first start, which makes the database and the demonstration, so that
 * each file begins with a copy of its folder instead of making both again.
 */
export default async function prepare(): Promise<() => void> {
  const folder = temporaryFolder()
  const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' })
  const { code } = await server.kill('SIGTERM')
  if (code !== 0) throw new Error(`the first start ended with ${code}: ${server.lines().join(' | ')}`)
  process.env[PREPARED_FOLDER] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
