import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreate } from './atomic-file.ts'

const KEY_BYTES = 32

/** The path of a server key. */
export const keyFile = (dataDir: string, name: string): string => join(dataDir, 'keys', name)

/**
 * A server key, created on first use in `DATA_DIR/keys` with mode 0600.
 *
 * Refuses: with one clear sentence when the file is not a key; it is never replaced.
 */
export async function secretKey(dataDir: string, name: string): Promise<Buffer> {
  const path = keyFile(dataDir, name)
  const key = await readOrCreate(path, () => randomBytes(KEY_BYTES))
  if (key.length !== KEY_BYTES)
    throw new Error(`the key in ${path} must have ${KEY_BYTES} bytes, it has ${key.length}`)
  return key
}
