import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, refusal } from '#domain/errors.ts'
import { MAX_PICTURE_BYTES } from '#domain/nft/rules.ts'
import type { NftMediaKind, NftMediaType } from '#domain/nft/words.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ANSWERED, Context, UploadedFile } from '#server/platform/http/context.ts'
import { hashOfFile, type MediaFiles } from '#server/platform/media/media-files.ts'
import { videoType } from '#server/platform/media/video.ts'
import { createImageCleaner, imageKind } from '#server/platform/uploads/image.ts'
import { deleteMedia, findMedia, insertMedia, isReleased, lockAbandoned } from './media-store.ts'
import type { MediaRow } from './tables.ts'

/**
 * Pictures and videos. What operators send is a draft: nobody gets it but operators, until it belongs to something that two
 * of them approved. What a file is its content says; a picture is made anew from its pixels, a video is kept as it is.
 */

export interface MediaDeps {
  readonly db: Db
  readonly clock: Clock
  readonly media: MediaFiles
}

/** How long a draft waits for a proposal. */
const DRAFT_FOR_MS = 7 * DAY_MS
const MAX_SWEPT = 100
/** What is published never changes under its name; a browser asks again after an hour whether it is still shown. */
const PUBLIC = 'public, max-age=3600'
const PRIVATE = 'private, no-store'

const clean = createImageCleaner()

/**
 * Keeps what an operator sent as a draft; what was sent before is what it was.
 *
 * Refuses: UPLOAD_MISSING; UPLOAD_NOT_MEDIA; BODY_TOO_LARGE for a picture; what the cleaner of pictures refuses.
 */
export async function keepMedia(
  { db, clock, media }: MediaDeps,
  operator: bigint,
  file: UploadedFile | undefined,
): Promise<MediaRow> {
  if (!file) throw refusal('UPLOAD_MISSING')
  const folder = await mkdtemp(join(tmpdir(), 'plumb-media-'))
  try {
    let { path } = file
    if (path === undefined) {
      path = join(folder, 'sent')
      await writeFile(path, file.bytes, { mode: 0o600 })
    }
    const found = await prepare(operator, path, folder)
    const id = await hashOfFile(found.path)
    const { kind, type, width, height } = found
    const bytes = (await stat(found.path)).size
    // The row first: no file is without one.
    await insertMedia(db, { id, kind, type, bytes, width, height, operator }, clock.nowMs())
    await media.keep(found.path, id)
    const row = await findMedia(db, id)
    assert(row, 'a draft that was just kept is there')
    return row
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Prepared {
  readonly path: string
  readonly kind: NftMediaKind
  readonly type: NftMediaType
  readonly width: number | null
  readonly height: number | null
}

/** What is kept of a file: a picture made anew, or the video. */
async function prepare(operator: bigint, path: string, folder: string): Promise<Prepared> {
  const type = await videoType(path)
  if (type) return { path, kind: 'video', type, width: null, height: null }
  if ((await stat(path)).size > MAX_PICTURE_BYTES) throw refusal('BODY_TOO_LARGE')
  const sent = await readFile(path)
  const sentAs = imageKind(sent)
  if (sentAs !== 'jpeg' && sentAs !== 'png') throw refusal('UPLOAD_NOT_MEDIA')
  const { bytes, width, height } = await clean(operator, sent)
  const kept = join(folder, 'picture')
  await writeFile(kept, bytes, { mode: 0o600 })
  const isPng = imageKind(bytes) === 'png'
  return { path: kept, kind: 'picture', type: isPng ? 'image/png' : 'image/jpeg', width, height }
}

/** Sends a picture or video to anybody. Refuses: NOT_FOUND, also for drafts and what is hidden. */
export async function replyPublic(
  { db, media }: Pick<MediaDeps, 'db' | 'media'>,
  ctx: Context,
  id: string,
): Promise<typeof ANSWERED> {
  const row = await findMedia(db, id)
  if (!row || !isReleased(row)) throw refusal('NOT_FOUND')
  return reply(media, ctx, row, PUBLIC)
}

/** Sends it to an operator, drafts too. Refuses: NOT_FOUND. */
export async function replyToOperator(
  { db, media }: Pick<MediaDeps, 'db' | 'media'>,
  ctx: Context,
  id: string,
): Promise<typeof ANSWERED> {
  const row = await findMedia(db, id)
  if (!row) throw refusal('NOT_FOUND')
  return reply(media, ctx, row, PRIVATE)
}

async function reply(
  media: MediaFiles,
  ctx: Context,
  { id, type, bytes }: MediaRow,
  cacheControl: string,
): Promise<typeof ANSWERED> {
  // Cut off before its file was there: it is sent again.
  if (!(await media.has(id))) throw refusal('NOT_FOUND')
  return ctx.replyStored({ path: media.pathOf(id), bytes: Number(bytes), type, hash: id, cacheControl })
}

/** Removes drafts that nothing was made of: the file before its row is gone for good, so that none is without one. */
export async function sweepDrafts({ db, clock, media }: MediaDeps): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const id of await lockAbandoned(tx, clock.nowMs() - DRAFT_FOR_MS, MAX_SWEPT)) {
      await deleteMedia(tx, id)
      await media.remove(id)
    }
  })
}
