import { createHash, randomBytes } from 'node:crypto'
import { refusal } from '#domain/errors.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/upload/contract.ts'
import type { Clock } from '#server/core/clock.ts'
import type { Db } from '../db/database.ts'
import type { ANSWERED } from '../http/context.ts'
import { type Route, route } from '../http/route.ts'
import { createImageCleaner, imageKind } from './image.ts'
import { countUploadsSince, findUpload, insertUpload, type UploadRow } from './store.ts'
import { openVault } from './vault.ts'

/** Images a customer may send in 24 hours. */
export const UPLOADS_PER_DAY = 50

export interface StoredImage {
  readonly upload: UploadRow
  readonly bytes: Buffer
  readonly type: 'image/jpeg' | 'image/png'
}

export interface Uploads {
  readonly routes: readonly Route[]
  /** Keeps an image for its owner; answers its id. */
  keep(owner: bigint, bytes: Buffer): Promise<string>
  /** An image by its id, whoever owns it: the caller has checked, and audited, who looks. */
  readUpload(id: string): Promise<StoredImage | undefined>
}

/** Puts the upload of images together. */
export function createUploads(options: { db: Db; clock: Clock; dataDir: string }): Uploads {
  const { db, clock } = options
  const vault = openVault(options.dataDir)
  const clean = createImageCleaner()

  /** Refuses: TOO_MANY_REQUESTS past the day's number, and what the cleaner refuses. */
  async function keep(owner: bigint, sent: Buffer): Promise<string> {
    const nowMs = clock.nowMs()
    if ((await countUploadsSince(db, owner, nowMs - DAY_MS)) >= UPLOADS_PER_DAY)
      throw refusal('TOO_MANY_REQUESTS', { seconds: DAY_MS / SECOND_MS })
    const { bytes, width, height } = await clean(sent)
    const id = randomBytes(16).toString('base64url')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await vault.put(id, bytes)
    await insertUpload(db, { id, owner, sha256, bytes: bytes.length, width, height }, nowMs)
    return id
  }

  async function readUpload(id: string): Promise<StoredImage | undefined> {
    const upload = await findUpload(db, id)
    if (!upload) return undefined
    const bytes = await vault.get(id)
    return { upload, bytes, type: imageKind(bytes) === 'png' ? 'image/png' : 'image/jpeg' }
  }

  const routes = [
    route(calls.upload, (_, { customer, file }) => {
      if (!file) throw refusal('UPLOAD_MISSING')
      return keep(customer.id, file.bytes)
    }),
    route(calls.viewUpload, async ({ id }, ctx): Promise<typeof ANSWERED> => {
      const upload = await findUpload(db, id)
      // The same answer for another's image as for none.
      if (upload?.owner !== ctx.customer.id) throw refusal('NOT_FOUND')
      const { bytes, type } = (await readUpload(id))!
      return ctx.reply({ bytes, type })
    }),
  ]
  return { routes, keep, readUpload }
}
