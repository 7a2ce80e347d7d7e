import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from './folder.ts'

const KEY_BYTES = 32

/** Where a key of the server's own is. */
export const keyFile = (dataDir: string, name: string): string => join(dataDir, 'keys', name)

/**
 * A key of the server's own, made on first use in `DATA_DIR/keys`, readable by nobody else.
 *
 * Refuses: with one clear sentence when the file is not a key.
 */
export function secretKey(dataDir: string, name: string): Buffer {
  const path = keyFile(dataDir, name)
  makeFolder(dirname(path))
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, randomBytes(KEY_BYTES))
    fsyncSync(file)
    closeSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(path)
  if (key.length !== KEY_BYTES)
    throw new Error(`the key in ${path} must have ${KEY_BYTES} bytes, it has ${key.length}`)
  return key
}
