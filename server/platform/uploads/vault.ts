import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '#domain/errors.ts'
import { secretKey } from '../secret-key.ts'

/** Files that only this server can read: AES-256-GCM, bound to the id they were stored under. */
export interface Vault {
  /** Stores bytes; when it returns they are on the disk. */
  put(id: string, bytes: Buffer): Promise<void>
  /** Reads them back; fails when the file is missing or was changed. */
  get(id: string): Promise<Buffer>
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Opens the vault in `DATA_DIR/uploads`. */
export function openVault(dataDir: string): Vault {
  const key = secretKey(dataDir, 'uploads')
  const folderOf = (id: string) => join(dataDir, 'uploads', id.slice(0, 2))
  const pathOf = (id: string) => {
    assert(/^[\w-]{22}$/.test(id), 'an upload’s id names a file')
    return join(folderOf(id), id)
  }

  return {
    async put(id, bytes) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
      const path = pathOf(id)
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      const file = await open(`${path}.new`, 'w', 0o600)
      try {
        await file.write(Buffer.concat([nonce, cipher.getAuthTag(), sealed]))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
    },

    async get(id) {
      const stored = await readFile(pathOf(id))
      const tag = stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(id))
        .setAuthTag(tag)
      return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}
