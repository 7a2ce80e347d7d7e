import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './folder.ts'

/**
 * Writes a file, for this user alone, that is there whole or not at all: a reader never finds half of it,
 * and neither does the next start after a kill or a loss of power. When it returns the file is on the disk.
 * One that is there already is replaced.
 */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const unfinished = unfinishedOf(path)
  try {
    const file = await open(unfinished, 'w', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Reads a file that is made on first use, with the folders above it, and never replaced. */
export async function readOrMake(path: string, make: () => string | Buffer): Promise<Buffer> {
  makeFolder(dirname(path))
  if (!existsSync(path)) await writeWhole(path, make())
  return readFile(path)
}

/** Removes such a file for good, also what a cut-off writing left; nothing happens where there is nothing. */
export async function removeWhole(path: string): Promise<void> {
  for (const file of [path, unfinishedOf(path)]) await rm(file, { force: true })
}

const unfinishedOf = (path: string) => `${path}.new`

/** A new name in a folder outlives a loss of power only after this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
