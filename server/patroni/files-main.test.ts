import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#server/platform/settings.ts'

const MAIN = fileURLToPath(new URL('files-main.ts', import.meta.url))

test('a server starts with the file of the database as it was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const nodes = 'db1=10.0.0.1,db2=10.0.0.2,db3=10.0.0.3'
  const out = join(folder, 'out')
  execFileSync(process.execPath, [MAIN, '--nodes', nodes, '--network', '10.0.0.0/24', '--out', out])
  const { databaseUrl } = readSettings({ DATABASE_URL_FILE: join(out, 'DATABASE_URL') })
  expect(databaseUrl).toMatch(/^postgres:\/\/plumb:[\w-]{32}@127\.0\.0\.1:5000\/plumb$/)
})
