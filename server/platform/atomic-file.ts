import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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

/**
 * Writes what comes from a stream, in the same way.
 *
 * Returns: the SHA-256 of the file.
 */
export async function writeStreamAtomic(path: string, content: Readable): Promise<Buffer> {
  const temporaryPath = temporaryPathOf(path)
  const sha = createHash('sha256')
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sha.update(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(content, hashed, createWriteStream(temporaryPath, { mode: 0o600, flush: true }))
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
  return sha.digest()
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
