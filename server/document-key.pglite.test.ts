import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { privateDataWith } from '#server/platform/private-data.ts'
import { spawnServer } from '#server/testing/server-process.ts'
import { migratedFolder } from '#server/testing/workdir.ts'
import { requireDocumentKey } from './document-key.ts'

test('a server with another document key than at the first start does not start, and the line says why', async () => {
  const dataDir = migratedFolder()
  const key = randomBytes(32)
  const database = await openDatabase({ dataDir })
  // Twice with the same key, as at the first start and the second.
  for (const _ of [1, 2]) await requireDocumentKey(database.db, privateDataWith(dataDir, key))
  await database.close()
  const other = randomBytes(32).toString('hex')
  for (const setting of [{}, { DOCUMENT_KEY: other }]) {
    const server = spawnServer({ DATA_DIR: dataDir, ...setting })
    expect((await server.ended).code).toBe(1)
    expect(server.lines()).toEqual([
      expect.stringMatching(/^Plumb did not start: DOCUMENT_KEY must be the key/),
    ])
    expect(server.lines().join()).not.toContain(other)
  }
})
