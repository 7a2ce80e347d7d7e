import type { AuditAction } from '#domain/console/audit-actions.ts'
import { refusal } from '#domain/errors.ts'
import type { CaseId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import {
  ageAt,
  caseReference,
  type Details,
  HELD_FOR_MS,
  type IdType,
  type Item,
  itemsOf,
  MAX_HOLDERS,
  maskNumber,
  OPEN_FOR_MS,
  type Picture,
  pictures,
  type Refusals,
  readBirthday,
  VIEW_ADDRESS_MS,
  VIEWS_PER_DAY,
  VIEWS_PER_HOUR,
} from '#domain/verification/rules.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { nextId } from '#server/platform/ids.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { lockCustomer } from '#server/users/store.ts'
import { detailsOf, fingerprintsOf } from './details.ts'
import { nameOf, otherName } from './names.ts'
import {
  askedPhotos,
  countViews,
  findPhoto,
  type Holder,
  holdersOf,
  insertOpening,
  insertSeen,
  insertView,
  knownPhotos,
  lockViewer,
  openUntil,
  seenPhotos,
} from './photo-store.ts'
import { readPhoto } from './photos.ts'
import { marked, watermark } from './pictures.ts'
import { subjects, verifiedNames } from './service.ts'
import { type CaseRow, findCase, isOthersIdentity, lockCase } from './store.ts'

/** What a reviewer sees of a case: nothing before it is opened, and each photo once for each look that is counted. */

/** A case that can be seen. Refuses: NOT_FOUND for none, and for one that was erased. */
export async function requireCase(db: Db | Tx, id: CaseId): Promise<CaseRow> {
  const row = await findCase(db, id)
  if (!row) throw refusal('NOT_FOUND')
  return row
}

/** A case that waits, whose details are there. Refuses: NOT_FOUND, VERIFICATION_NOT_UNDER_REVIEW. */
export function requireWaiting(row: CaseRow | undefined): CaseRow {
  if (!row) throw refusal('NOT_FOUND')
  if (row.status !== 'under-review') throw refusal('VERIFICATION_NOT_UNDER_REVIEW')
  return row
}

/**
 * The same, held with its customer until the transaction ends: the customer first, as by whoever sends or erases, so that
 * none waits for the other. Refuses: as `requireWaiting`.
 */
export async function lockWaiting(tx: Tx, id: CaseId): Promise<CaseRow> {
  const { customer_id } = await requireCase(tx, id)
  await lockCustomer(tx, customer_id, 'to change')
  return requireWaiting(await lockCase(tx, id))
}

/** The photos of a case that an operator has not looked at. */
export async function unseenPictures(
  db: Db | Tx,
  privateData: PrivateData,
  row: CaseRow,
  operator: bigint,
): Promise<Picture[]> {
  const details = detailsOf(privateData, row)
  const seen = await seenPhotos(db, row.id, operator)
  return pictures.filter((picture) => details[picture] !== undefined && !seen.has(details[picture]))
}

/** Those of the unseen ones that the operator asked for and that could not be shown. */
export async function unshownAmong(
  db: Db | Tx,
  privateData: PrivateData,
  row: CaseRow,
  operator: bigint,
  unseen: readonly Picture[],
): Promise<Picture[]> {
  if (unseen.length === 0) return []
  const details = detailsOf(privateData, row)
  const asked = await askedPhotos(db, row.id, operator)
  return unseen.filter((one) => asked.has(details[one]!))
}

/**
 * Whoever decides has looked at every photo of a case. One that cannot be shown can be refused all the same: otherwise nobody
 * could decide the case.
 *
 * Refuses: VERIFICATION_PHOTOS_UNSEEN.
 */
export async function requireSeen(
  db: Db | Tx,
  privateData: PrivateData,
  row: CaseRow,
  operator: bigint,
  refusals: Refusals = {},
): Promise<void> {
  const unseen = await unseenPictures(db, privateData, row, operator)
  const unshown = await unshownAmong(db, privateData, row, operator, unseen)
  if (unseen.some((picture) => !(picture in refusals && unshown.includes(picture))))
    throw refusal('VERIFICATION_PHOTOS_UNSEEN')
}

/**
 * Counts a look at a document, an opened case or a photo, before anything of it is shown; an unusual number in an hour
 * is a line of its own. No other look of the same operator is counted before the transaction ends.
 *
 * Refuses: VERIFICATION_QUOTA.
 */
async function countLook(
  tx: Tx,
  operator: Operator,
  record: () => Promise<void>,
  line: {
    readonly subject: string
    readonly action: AuditAction
    readonly detail?: { readonly photo: string }
  },
  nowMs: number,
): Promise<void> {
  await lockViewer(tx, operator.id)
  if ((await countViews(tx, operator.id, nowMs - DAY_MS)) >= VIEWS_PER_DAY)
    throw refusal('VERIFICATION_QUOTA', { maximum: VIEWS_PER_DAY })
  await record()
  await appendAuditLog(tx, { operator: operator.id, ...line }, nowMs)
  const inHour = await countViews(tx, operator.id, nowMs - HOUR_MS)
  if (inHour <= VIEWS_PER_HOUR) return
  const unusual = { action: 'viewed-unusually-many', detail: { documents: String(inHour) } } as const
  await appendAuditLog(tx, { operator: operator.id, subject: line.subject, ...unusual }, nowMs)
}

/** Who has cases now: whoever opened them within 24 hours, and may review still. */
export const holdersNow = (
  db: Db | Tx,
  ids: readonly CaseId[],
  nowMs: number,
): Promise<Map<CaseId, Holder[]>> => holdersOf(db, ids, nowMs - HELD_FOR_MS)

/** Whether a case is others', so that an operator cannot have it too. */
export const isHeldByOthers = (holders: readonly Holder[], operator: bigint): boolean =>
  holders.length >= MAX_HOLDERS && !holders.some(({ id }) => id === operator)

/** Refuses: VERIFICATION_HELD, with the names of those who have the case. */
async function requireFree(tx: Tx, id: CaseId, operator: bigint, nowMs: number): Promise<void> {
  const holders = (await holdersNow(tx, [id], nowMs)).get(id) ?? []
  if (!isHeldByOthers(holders, operator)) return
  const names = holders.map(({ name }) => name).join(', ')
  throw refusal('VERIFICATION_HELD', { names, hours: HELD_FOR_MS / HOUR_MS })
}

/**
 * Opens a case for five minutes: what reviewing takes, the number but for its end left out. It counts like a photo. Two
 * operators at a time have a case, each for 24 hours after opening it.
 *
 * Refuses: NOT_FOUND, VERIFICATION_NOT_UNDER_REVIEW, VERIFICATION_HELD, VERIFICATION_QUOTA.
 */
export async function openCase(
  db: Db,
  privateData: PrivateData,
  id: CaseId,
  operator: Operator,
  nowMs: number,
) {
  const untilMs = nowMs + OPEN_FOR_MS
  const row = await db.transaction().execute(async (tx) => {
    // Held, so that of three at once the third finds the other two.
    const row = requireWaiting(await lockCase(tx, id))
    await requireFree(tx, id, operator.id, nowMs)
    const record = () => insertOpening(tx, { id: nextId(), row: id, operator: operator.id, untilMs }, nowMs)
    await countLook(tx, operator, record, { subject: subjects.of(id), action: 'opened' }, nowMs)
    return row
  })
  const details = detailsOf(privateData, row)
  const found = await Promise.all(
    pictures.map(async (picture) => {
      const photo = details[picture] && (await findPhoto(db, row.customer_id, details[picture]))
      return photo ? [{ picture, photo }] : []
    }),
  )
  const photos = found.flat()
  const known = await knownPhotos(
    db,
    row.customer_id,
    photos.map(({ photo }) => photo),
  )
  const isOthers =
    details.idNumber !== undefined &&
    (await isOthersIdentity(db, row.customer_id, fingerprintsOf(privateData, details)))
  const verified = await verifiedNames(db, privateData, row.customer_id)
  return {
    openUntilMs: untilMs,
    idType: (details.idType as IdType | undefined) ?? null,
    details: itemsOf(details).map((item) => ({
      ...shown(item, details, row.submitted_at, isOthers),
      verifiedName: (item === 'name' && otherName(details, verified)) || null,
    })),
    photos: photos.map(({ picture, photo: { width, height, hints, sha256 } }) => ({
      ...{ picture, width, height, ...hints },
      isKnown: known.has(sha256),
    })),
  }
}

/** An item as a reviewer reads it; photos have no words. */
function shown(item: Item, details: Details, submittedAtMs: number, isOthers: boolean) {
  const value: Partial<Record<Item, string | undefined>> = {
    name: nameOf(details),
    birthday: details.birthday,
    number: details.idNumber && maskNumber(details.idNumber),
    country: details.country,
    address: details.address,
  }
  const bornMs = item === 'birthday' && details.birthday ? readBirthday(details.birthday) : undefined
  return {
    item,
    value: value[item] ?? null,
    check: checkOf(item, isOthers),
    age: bornMs === undefined ? null : ageAt(bornMs, submittedAtMs),
  }
}

function checkOf(item: Item, isOthers: boolean): 'age' | 'one-account' | 'other-account' | null {
  if (item === 'number') return isOthers ? 'other-account' : 'one-account'
  return item === 'birthday' ? 'age' : null
}

/** Whether an operator has a case open now. */
export const hasOpen = async (db: Db | Tx, id: CaseId, operator: bigint, nowMs: number): Promise<boolean> =>
  ((await openUntil(db, id, operator)) ?? 0) > nowMs

const addressText = (id: CaseId, picture: Picture, operator: Operator, untilMs: number) =>
  `photo ${id} ${picture} ${operator.id} ${operator.sessionId} ${untilMs}`

/**
 * Signs the address of one photo, for this operator's session alone and a minute.
 *
 * Refuses: NOT_FOUND without an open case, as for a case that is not there.
 */
export async function signAddress(
  db: Db,
  privateData: PrivateData,
  { id, picture }: { readonly id: CaseId; readonly picture: Picture },
  operator: Operator,
  nowMs: number,
): Promise<{ untilMs: number; signature: string }> {
  await requirePhoto(db, privateData, { id, picture }, operator, nowMs)
  const untilMs = nowMs + VIEW_ADDRESS_MS
  return { untilMs, signature: privateData.sign(addressText(id, picture, operator, untilMs)) }
}

async function requirePhoto(
  db: Db | Tx,
  privateData: PrivateData,
  { id, picture }: { readonly id: CaseId; readonly picture: Picture },
  operator: Operator,
  nowMs: number,
): Promise<string> {
  const row = await findCase(db, id)
  if (!row || row.sealed_until !== null || !(await hasOpen(db, id, operator.id, nowMs)))
    throw refusal('NOT_FOUND')
  const photo = detailsOf(privateData, row)[picture]
  if (photo === undefined) throw refusal('NOT_FOUND')
  return photo
}

/**
 * Shows one photo with the viewer, the case and the time over it. The look is counted and stands in the log before any
 * byte is sent; the photo is seen once there is a picture to send.
 *
 * Refuses: NOT_FOUND for an address that is over or another's, or a case that is not open; VERIFICATION_QUOTA.
 */
export async function viewPhoto(
  db: Db,
  privateData: PrivateData,
  address: {
    readonly id: CaseId
    readonly picture: Picture
    readonly untilMs: number
    readonly signature: string
  },
  operator: Operator,
  nowMs: number,
): Promise<{ bytes: Buffer; type: 'image/jpeg' }> {
  const { id, picture, untilMs, signature } = address
  const text = addressText(id, picture, operator, untilMs)
  if (untilMs <= nowMs || !privateData.isSignatureOf(text, signature)) throw refusal('NOT_FOUND')
  const view = nextId()
  const photo = await db.transaction().execute(async (tx) => {
    const found = await requirePhoto(tx, privateData, address, operator, nowMs)
    const record = () => insertView(tx, { id: view, row: id, operator: operator.id, photo: found }, nowMs)
    const line = { subject: subjects.of(id), action: 'viewed-photo', detail: { photo: picture } } as const
    await countLook(tx, operator, record, line, nowMs)
    return found
  })
  const { bytes } = await readPhoto({ privateData }, photo)
  const shown = await marked(`operator:${operator.id}`, bytes, watermark(operator, caseReference(id), nowMs))
  await insertSeen(db, view, nowMs)
  return { bytes: shown, type: 'image/jpeg' }
}

/** The refusals of a decision. Refuses: PARAMETER_ERROR for none, and for an item that the case does not have or that was accepted before. */
export function readRefusals(row: CaseRow, details: Details, given: Refusals): Refusals {
  const said = Object.entries(given).filter(([, why]) => why !== undefined) as [Item, string][]
  if (said.length === 0) throw refusal('PARAMETER_ERROR', { field: 'name' })
  const reviewable = itemsOf(details).filter((item) => !row.accepted_before.includes(item))
  const wrong = said.find(([item]) => !reviewable.includes(item))
  if (wrong) throw refusal('PARAMETER_ERROR', { field: wrong[0] })
  return Object.fromEntries(said)
}
