import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '#domain/errors.ts'
import { removeAtomic, writeStreamAtomic } from '../atomic-file.ts'

/**
 * Files that are not secret, each named by the SHA-256 of what is in it: the same content is one file, and no name says
 * anything that the content does not. Who may get which, the product says that keeps the row of each.
 */
export interface MediaFiles {
  pathOf(hash: string): string
  has(hash: string): Promise<boolean>
  /** Copies a file under the hash of its content; when it returns it is on the disk. */
  keep(path: string, hash: string): Promise<void>
  remove(hash: string): Promise<void>
}

/** Opens the folder of `DATA_DIR`. */
export function openMediaFiles(dataDir: string): MediaFiles {
  const folderOf = (hash: string) => join(dataDir, 'media', hash.slice(0, 2))
  const pathOf = (hash: string) => {
    assert(/^[0-9a-f]{64}$/.test(hash), 'a hash names a file')
    return join(folderOf(hash), hash)
  }
  const has = (hash: string) =>
    access(pathOf(hash)).then(
      () => true,
      () => false,
    )
  return {
    pathOf,
    has,
    async keep(path, hash) {
      const kept = pathOf(hash)
      if (await has(hash)) return
      await mkdir(folderOf(hash), { recursive: true, mode: 0o700 })
      const written = await writeStreamAtomic(kept, createReadStream(path))
      assert(written.toString('hex') === hash, 'a file stays as it is while it is copied')
    },
    remove: (hash) => removeAtomic(pathOf(hash)),
  }
}

/** The SHA-256 of a file, read piece by piece. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
