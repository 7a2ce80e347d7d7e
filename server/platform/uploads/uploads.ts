import { createHash, randomBytes } from 'node:crypto'
import { Refusal, type RefusalCode, refusal } from '#domain/errors.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/upload/contract.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '../db/database.ts'
import type { ANSWERED } from '../http/context.ts'
import { type Route, route } from '../http/route.ts'
import type { Job } from '../jobs.ts'
import type { Sealer } from '../sealer.ts'
import { createCodeReader } from './codes.ts'
import { createImageCleaner, imageKind } from './image.ts'
import {
  countUploadsSince,
  deleteMarked,
  findUpload,
  insertUpload,
  markAbandoned,
  markedUploads,
  type UploadRow,
} from './store.ts'
import { openVault } from './vault.ts'

/** Images a customer may send in 24 hours, with those that could not be read. */
export const UPLOADS_PER_DAY = 50
/** Refusals of an image that was read, or would have taken long to read. */
const COSTLY: readonly RefusalCode[] = ['UPLOAD_UNREADABLE', 'UPLOAD_TOO_MANY_PIXELS']
/** How long an image waits for something to refer to it. */
const ABANDONED_AFTER_MS = DAY_MS
const MAX_SWEPT = 1_000

export interface StoredImage {
  readonly upload: UploadRow
  readonly bytes: Buffer
  readonly type: 'image/jpeg' | 'image/png'
}

export interface Uploads {
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
  /** Stores an image for its owner; returns its id. */
  keep(customerId: bigint, bytes: Buffer): Promise<string>
  /** An image by its id, whoever owns it: the caller has checked, and audited, who looks. */
  readUpload(id: string): Promise<StoredImage | undefined>
  /**
   * The texts of the QR codes in an owner's image, each once.
   *
   * Refuses: UPLOAD_UNKNOWN for an image that is not the owner's; what the reader of codes refuses.
   */
  readCodes(customerId: bigint, id: string): Promise<readonly string[]>
}

/** Puts the upload of images together. */
export function createUploads(options: { db: Db; clock: Clock; dataDir: string; sealer: Sealer }): Uploads {
  const { db, clock } = options
  const vault = openVault(options.dataDir, options.sealer)
  const clean = createImageCleaner()
  const readCodesOf = createCodeReader()
  /** When each customer's images of this day were refused after they had been read. */
  const refusedAt = new Map<bigint, readonly number[]>()

  /** Refuses: TOO_MANY_REQUESTS past the day's number, and what the cleaner refuses. */
  async function keep(customerId: bigint, sent: Buffer): Promise<string> {
    const nowMs = clock.nowMs()
    const refusedToday = (refusedAt.get(customerId) ?? []).filter((atMs) => atMs > nowMs - DAY_MS)
    const kept = await countUploadsSince(db, customerId, nowMs - DAY_MS)
    if (kept + refusedToday.length >= UPLOADS_PER_DAY)
      throw refusal('TOO_MANY_REQUESTS', { seconds: DAY_MS / SECOND_MS })
    const { bytes, width, height } = await clean(customerId, sent).catch((error) => {
      // It cost as much as one that was taken.
      if (error instanceof Refusal && COSTLY.includes(error.code))
        refusedAt.set(customerId, [...(refusedAt.get(customerId) ?? []), nowMs].slice(-UPLOADS_PER_DAY))
      throw error
    })
    const id = randomBytes(16).toString('base64url')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    // The row first: after a crash here no file is without a row, and both are swept later.
    await insertUpload(db, { id, customer_id: customerId, sha256, bytes: bytes.length, width, height }, nowMs)
    await vault.put(id, bytes)
    return id
  }

  async function readUpload(id: string): Promise<StoredImage | undefined> {
    const upload = await findUpload(db, id)
    if (!upload) return undefined
    const bytes = await vault.get(id)
    return { upload, bytes, type: imageKind(bytes) === 'png' ? 'image/png' : 'image/jpeg' }
  }

  async function readCodes(customerId: bigint, id: string): Promise<readonly string[]> {
    const stored = await readUpload(id)
    // Another customer's image is refused like a missing one.
    if (stored?.upload.customer_id !== customerId) throw refusal('UPLOAD_UNKNOWN')
    return readCodesOf(customerId, stored.bytes)
  }

  /**
   * Removes images that nothing refers to. They are marked first, so that they cannot be attached any
   * more.
   */
  async function sweep(): Promise<void> {
    const dayAgoMs = clock.nowMs() - DAY_MS
    for (const [customer, times] of refusedAt) if ((times.at(-1) ?? 0) <= dayAgoMs) refusedAt.delete(customer)
    await markAbandoned(db, clock.nowMs() - ABANDONED_AFTER_MS, MAX_SWEPT)
    for (const id of await markedUploads(db, MAX_SWEPT)) {
      await vault.remove(id)
      await deleteMarked(db, id)
    }
  }

  const routes = [
    route(calls.upload, (_, { customer, file }) => {
      if (!file) throw refusal('UPLOAD_MISSING')
      return keep(customer.id, file.bytes)
    }),
    route(calls.viewUpload, async ({ id }, ctx): Promise<typeof ANSWERED> => {
      const upload = await findUpload(db, id)
      // Another customer's image is refused like a missing one.
      if (upload?.customer_id !== ctx.customer.id) throw refusal('NOT_FOUND')
      const { bytes, type } = (await readUpload(id))!
      return ctx.reply({ bytes, type })
    }),
  ]
  const jobs = [{ name: 'sweep uploads', everyMs: HOUR_MS, run: sweep }]
  return { routes, jobs, keep, readUpload, readCodes }
}
