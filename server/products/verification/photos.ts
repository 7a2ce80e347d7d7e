import { randomBytes } from 'node:crypto'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { type DetailName, type Details, pictures } from '#domain/verification/rules.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { imageKind } from '#server/platform/uploads/image.ts'
import { releaseUpload } from '#server/platform/uploads/store.ts'
import type { Uploads } from '#server/platform/uploads/uploads.ts'
import {
  deletePhoto,
  dropLoosePhotos,
  droppedPhotos,
  findPhoto,
  insertPhoto,
  type PhotoRow,
} from './photo-store.ts'
import { lookAt } from './pictures.ts'

/** Photos of documents: taken out of the uploads, and kept where only their owner and a reviewer of the case see them. */

/** How long a photo waits for a draft or a case that says it. */
const LOOSE_FOR_MS = DAY_MS
const MAX_SWEPT = 500

export interface PhotoDeps {
  readonly db: Db
  readonly uploads: Pick<Uploads, 'readUpload'>
  readonly privateData: PrivateData
}

/** Details with each photo by its own id in the place of its upload's. Refuses: VERIFICATION_PHOTO_UNKNOWN. */
export async function withPhotos(
  deps: PhotoDeps,
  customer: CustomerId,
  details: Details,
  nowMs: number,
): Promise<Details> {
  const kept: Partial<Record<DetailName, string>> = { ...details }
  for (const picture of pictures) {
    const sent = details[picture]
    if (sent !== undefined) kept[picture] = (await takePhoto(deps, customer, sent, nowMs)).id
  }
  return kept
}

/** The photos that details say. */
export const photosIn = (details: Details): string[] => pictures.flatMap((picture) => details[picture] ?? [])

/**
 * A customer's photo, made of an upload where it is none yet: re-encoded already, it is sealed with a key of its own,
 * and the upload is removed.
 */
async function takePhoto(
  { db, uploads, privateData }: PhotoDeps,
  customer: CustomerId,
  sent: string,
  nowMs: number,
): Promise<PhotoRow> {
  const known = await findPhoto(db, customer, sent)
  const stored = await uploads.readUpload(sent)
  if (known) {
    // Cut off before its file was written: made again of its upload, which is released only afterwards.
    if (stored) await keepFile(known.id, stored.bytes)
    else if (!(await privateData.vault.has(known.id))) throw refusal('VERIFICATION_PHOTO_UNKNOWN')
    return known
  }
  // Another customer's is refused like a missing one.
  if (stored?.upload.customer_id !== customer) throw refusal('VERIFICATION_PHOTO_UNKNOWN')
  const { width, height, sha256 } = stored.upload
  const photo = {
    ...{ id: randomBytes(16).toString('base64url'), customer_id: customer, upload: sent },
    ...{ width, height, sha256, hints: await lookAt(`customer:${customer}`, stored.bytes) },
  }
  // The row first: no file is without one, and what nothing says is swept.
  if (!(await insertPhoto(db, photo, nowMs))) {
    const other = await findPhoto(db, customer, sent)
    if (!other) throw refusal('VERIFICATION_PHOTO_UNKNOWN')
    // Whoever recorded it may have been cut off since: none is kept without its file.
    await keepFile(other.id, stored.bytes)
    return other
  }
  await keepFile(photo.id, stored.bytes)
  return photo

  async function keepFile(id: string, bytes: Buffer): Promise<void> {
    await privateData.vault.put(id, bytes)
    await releaseUpload(db, sent)
  }
}

/** A photo's bytes, for whoever may see it. */
export async function readPhoto(
  { privateData }: Pick<PhotoDeps, 'privateData'>,
  id: string,
): Promise<{ bytes: Buffer; type: 'image/jpeg' | 'image/png' }> {
  const bytes = await privateData.vault.get(id)
  return { bytes, type: imageKind(bytes) === 'png' ? 'image/png' : 'image/jpeg' }
}

/** Removes photos that nothing says, and those that were dropped. */
export async function sweepPhotos(deps: PhotoDeps, nowMs: number): Promise<void> {
  await dropLoosePhotos(deps.db, nowMs - LOOSE_FOR_MS)
  await removePhotos(deps, await droppedPhotos(deps.db, MAX_SWEPT))
}

/** Removes photos that were dropped: first the files, so that none is left without a row. */
export async function removePhotos(
  { db, privateData }: Pick<PhotoDeps, 'db' | 'privateData'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await privateData.vault.remove(id)
    await deletePhoto(db, id)
  }
}
