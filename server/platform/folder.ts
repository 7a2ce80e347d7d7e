import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes a folder and those above it, for this user alone; nothing happens where it is already.
 *
 * Node's own `recursive` takes "no such file" for a missing parent and tries again for ever where the
 * parent is there, as in /proc.
 */
export function createFolder(folder: string): void {
  if (isFolder(folder)) return
  createFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have made it meanwhile; a file of that name is in the way.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Makes the data folder, with the one for keys that every installation has.
 *
 * Refuses: with one clear sentence where nothing can be made.
 */
export function requireDataFolder(folder: string): void {
  try {
    createFolder(join(folder, 'keys'))
  } catch (error) {
    throw notWritable(folder, error)
  }
}

/** The error for a data folder that cannot be written, in one sentence. */
export function notWritable(folder: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException
  return new Error(`the data folder ${folder} cannot be written (${code}); set another DATA_DIR`, {
    cause: error,
  })
}
