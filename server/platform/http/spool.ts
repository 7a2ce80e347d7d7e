import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refusal } from '#domain/errors.ts'
import type { UploadedFile } from './context.ts'

/** Files that may be large go to the disk as they come: the memory holds a piece of each. */

interface FilePart {
  readonly file: Readable & { truncated: boolean }
  readonly filename: string
}

/** Writes a part to a file that only this process reads. Refuses: BODY_TOO_LARGE. */
export async function spool({ file, filename }: FilePart): Promise<UploadedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'plumb-upload-'))
  const path = join(folder, 'file')
  try {
    await pipeline(file, createWriteStream(path, { mode: 0o600 }))
    if (file.truncated) throw refusal('BODY_TOO_LARGE')
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return { bytes: Buffer.alloc(0), fileName: filename, path }
}

/** Removes what was written of a call that is answered. */
export async function removeSpooled(file: UploadedFile | undefined): Promise<void> {
  if (file?.path !== undefined) await rm(dirname(file.path), { recursive: true, force: true })
}
