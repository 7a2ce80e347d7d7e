import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createFolder } from './folder.ts'

/**
 * Writes a file atomically and durably, with mode 0600: written to a temporary name, synced, then renamed.
 * An existing file is replaced.
 */
export async function writeFileAtomic(path: string, content: string | Buffer): Promise<void> {
  const temporaryPath = temporaryPathOf(path)
  try {
    const file = await open(temporaryPath, 'w', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Reads a file, or creates it (and its folders) on first use. It is never replaced. */
export async function readOrCreate(path: string, make: () => string | Buffer): Promise<Buffer> {
  createFolder(dirname(path))
  if (!existsSync(path)) await writeFileAtomic(path, make())
  return readFile(path)
}

/** Removes a file and any temporary file of an interrupted write. Safe when neither exists. */
export async function removeAtomic(path: string): Promise<void> {
  for (const file of [path, temporaryPathOf(path)]) await rm(file, { force: true })
}

const temporaryPathOf = (path: string) => `${path}.new`

/** A new directory entry is durable only after this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
