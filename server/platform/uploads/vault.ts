import { access, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '#domain/errors.ts'
import { removeAtomic, writeFileAtomic } from '../atomic-file.ts'
import type { Sealer } from '../sealer.ts'

/** Files that only this server can read, each sealed for the id it was stored under. */
export interface Vault {
  /** Stores bytes; when it returns they are on the disk. */
  put(id: string, bytes: Buffer): Promise<void>
  /** Reads them back; fails when the file is missing or was changed. */
  get(id: string): Promise<Buffer>
  /** Whether there is a file, whatever is in it. */
  has(id: string): Promise<boolean>
  /** Removes them for good, also what a cut-off `put` left; nothing happens where there is nothing. */
  remove(id: string): Promise<void>
}

/** Opens a vault, that of uploads or another, in a folder of `DATA_DIR`. */
export function openVault(dataDir: string, sealer: Sealer, folder = 'uploads'): Vault {
  const folderOf = (id: string) => join(dataDir, folder, id.slice(0, 2))
  const pathOf = (id: string) => {
    assert(/^[\w-]{22}$/.test(id), 'an upload’s id names a file')
    return join(folderOf(id), id)
  }

  return {
    async put(id, bytes) {
      const path = pathOf(id)
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      await writeFileAtomic(path, sealer.seal(bytes, id))
    },

    async get(id) {
      return sealer.unseal(await readFile(pathOf(id)), id)
    },

    has: (id) =>
      access(pathOf(id)).then(
        () => true,
        () => false,
      ),

    async remove(id) {
      await removeAtomic(pathOf(id))
    },
  }
}
