import { assert, refusal, requireAllowed } from '#domain/errors.ts'
import type { CaseId, CustomerId } from '#domain/ids.ts'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { type Contact, readContact } from '#domain/user/contact.ts'
import { isAtLeast } from '#domain/user/tiers.ts'
import {
  checkDetails,
  type Details,
  decideSubmit,
  itemsOf,
  KEPT_YEARS,
  MAX_SUBMISSIONS_A_DAY,
  mayDo,
  pick,
  takenDetails,
  type VerificationStatus,
  type VerificationTier,
  verificationTiers,
} from '#domain/verification/rules.ts'
import { withdrawPending } from '#server/console/proposals.ts'
import { subjectsOf } from '#server/console/subjects.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Counter, CreateCounter } from '#server/platform/counters.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { takeOne } from '#server/platform/http/rate-limits.ts'
import { nextId } from '#server/platform/ids.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { closedForRegistration, countryNameOf, requireMayRegister } from '#server/users/countries.ts'
import { lockCustomer } from '#server/users/store.ts'
import {
  caseSubject,
  detailsOf,
  draftSubject,
  fingerprintsOf,
  sealed,
  unsealed,
  type VerificationDeps,
} from './details.ts'
import { nameOf } from './names.ts'
import { dropPhotos, keepPhotos, sealPhotos } from './photo-store.ts'
import { type PhotoDeps, photosIn, removePhotos, sweepPhotos, withPhotos } from './photos.ts'
import { decidedOf, standing } from './standing.ts'
import {
  type CaseRow,
  casesOf,
  claimIdentities,
  decideCase,
  deleteDrafts,
  findDraft,
  insertCase,
  keptCasesOf,
  releaseIdentities,
  removeDetails,
  saveDraft as saveDraftRow,
  sealCases,
  sealedBefore,
  setTier,
  verificationOfCustomer,
} from './store.ts'

/** What a customer does: fill in, send, send again what was refused, erase. */

/** The names that a customer was verified by, the newest first; none of a customer who was not, or whose verification was erased. */
export const verifiedNames = async (
  db: Db | Tx,
  privateData: PrivateData,
  customer: CustomerId,
): Promise<string[]> =>
  (await casesOf(db, customer))
    .filter(({ status }) => status === 'verified')
    .map((row) => detailsOf(privateData, row))
    .map(nameOf)

/** Counts what customers send in a day. */
export const createSubmissionLimit = (createCounter: CreateCounter): Counter =>
  createCounter('verification', { points: MAX_SUBMISSIONS_A_DAY, duration: DAY_MS / SECOND_MS })

/** What operators' proposals and the audit log call a case. */
export const subjects = subjectsOf('verification')

/**
 * Keeps what is filled in. A number that was saved stays until another is.
 *
 * Refuses: VERIFICATION_UNDER_REVIEW, VERIFICATION_DONE, VERIFICATION_PHOTO_UNKNOWN, and what is wrong with what is
 * filled in.
 */
export async function saveDraft(
  deps: VerificationDeps,
  customer: CustomerId,
  tier: VerificationTier,
  given: Details,
  nowMs: number,
): Promise<void> {
  requireOpen((await standing(deps.db, customer, tier)).status)
  requireAllowed(checkDetails(given, nowMs))
  const details = await withPhotos(deps, customer, pick(given, takenDetails(tier)), nowMs)
  const replaced = await deps.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, customer, 'to change')
    const { status } = await standing(tx, customer, tier)
    requireOpen(status)
    const before = await draftOf(tx, deps.privateData, customer, tier)
    const kept = { ...pick(before, ['idNumber']), ...details }
    await keep(tx, customer, kept)
    const subject = draftSubject(customer, tier)
    await saveDraftRow(tx, customer, tier, sealed(deps.privateData, kept, subject), nowMs)
    return dropUnsaid(tx, deps.privateData, customer)
  })
  await removePhotos(deps, replaced)
}

function requireOpen(status: VerificationStatus): void {
  if (status === 'under-review') throw refusal('VERIFICATION_UNDER_REVIEW')
  if (!mayDo('submit', status)) throw refusal('VERIFICATION_DONE')
}

async function draftOf(
  db: Db | Tx,
  privateData: PrivateData,
  customer: CustomerId,
  tier: VerificationTier,
): Promise<Details> {
  const row = await findDraft(db, customer, tier)
  return row ? unsealed(privateData, row.details, draftSubject(customer, tier)) : {}
}

/** Keeps the photos that details say. Refuses: VERIFICATION_PHOTO_UNKNOWN for one that is being removed. */
async function keep(tx: Tx, customer: CustomerId, details: Details): Promise<void> {
  const photos = new Set(photosIn(details))
  if ((await keepPhotos(tx, customer, [...photos])) !== photos.size)
    throw refusal('VERIFICATION_PHOTO_UNKNOWN')
}

/**
 * Marks the customer's photos that no case and no draft says any more, and returns them; those that were just taken wait
 * for what will say them, unless these states have them too.
 */
async function dropUnsaid(
  tx: Tx,
  privateData: PrivateData,
  customer: CustomerId,
  states: Parameters<typeof dropPhotos>[2] = ['kept', 'sealed'],
): Promise<string[]> {
  const said = (await keptCasesOf(tx, customer)).map((row) => detailsOf(privateData, row))
  for (const tier of verificationTiers) said.push(await draftOf(tx, privateData, customer, tier))
  return dropPhotos(tx, customer, states, said.flatMap(photosIn))
}

/**
 * Sends a verification for review: what is given, what was accepted before, and the number of the draft where none is
 * given.
 *
 * Refuses: VERIFICATION_UNDER_REVIEW, VERIFICATION_DONE; VERIFICATION_CONTACTS_REQUIRED, VERIFICATION_BASIC_FIRST;
 * VERIFICATION_PHOTO_UNKNOWN; what `decideSubmit` refuses; CONTACT_INVALID, COUNTRY_NOT_OFFERED; TOO_MANY_REQUESTS, VERIFICATION_DOCUMENT_USED.
 */
export async function submit(
  deps: VerificationDeps,
  customer: CustomerId,
  tier: VerificationTier,
  given: Details,
  nowMs: number,
): Promise<void> {
  const { privateData } = deps
  requireReady(await standing(deps.db, customer, tier))
  const sent = await withPhotos(deps, customer, withoutEmpty(given), nowMs)
  const replaced = await deps.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, customer, 'to change')
    const now = await standing(tx, customer, tier)
    requireReady(now)
    const decided = decidedOf(privateData, now.newest)
    const draft = await draftOf(tx, privateData, customer, tier)
    const all = {
      ...pick(draft, ['idNumber']),
      ...(tier === 'advanced' && { phone: now.who.mobile!, email: now.who.email! }),
      ...sent,
    }
    const { details: said } = requireAllowed(decideSubmit(tier, all, decided, nowMs))
    const details = withContacts(said, now.who.mobile!)
    await requireMayRegister(tx, { country: details.country ?? null, mobile: now.who.mobile })
    // A rollback does not give it back: what is refused next says that a number is somebody's.
    await takeOne(deps.submissions, String(customer))
    if (!(await claimIdentities(tx, customer, fingerprintsOf(privateData, details))))
      throw refusal('VERIFICATION_DOCUMENT_USED')
    await keep(tx, customer, details)
    const id = nextId() as CaseId
    const acceptedBefore = decided ? itemsOf(decided.details).filter((item) => !decided.refusals[item]) : []
    await insertCase(
      tx,
      {
        ...{ id, customer_id: customer, tier, accepted_before: acceptedBefore },
        details: sealed(privateData, details, caseSubject(id)),
      },
      nowMs,
    )
    await deleteDrafts(tx, customer, tier)
    return dropUnsaid(tx, privateData, customer)
  })
  await removePhotos(deps, replaced)
}

/**
 * Details with phone and email in the one form that is stored and compared; a number without a country is of the bound
 * one's. Refuses: CONTACT_INVALID.
 */
function withContacts(details: Details, mobile: string): Details {
  const { areaCode } = readContact(mobile, { kind: 'mobile' }) as { areaCode?: string }
  const read = (typed: string, kind: Contact['kind']): string => {
    const contact = readContact(typed, { kind, areaCode })
    if (!contact) throw refusal('CONTACT_INVALID')
    return contact.value
  }
  const { phone, email } = details
  return {
    ...details,
    ...(phone !== undefined && { phone: read(phone, 'mobile') }),
    ...(email !== undefined && { email: read(email, 'email') }),
  }
}

const withoutEmpty = (details: Details): Details =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))

function requireReady({ status, needs }: Awaited<ReturnType<typeof standing>>): void {
  requireOpen(status)
  if (needs.includes('email') || needs.includes('mobile')) throw refusal('VERIFICATION_CONTACTS_REQUIRED')
  if (needs.includes('basic')) throw refusal('VERIFICATION_BASIC_FIRST')
}

/**
 * Checks that verifications are still taken from where the customer of a case lives: it may have been closed since the case was
 * sent.
 *
 * Refuses: VERIFICATION_COUNTRY_CLOSED.
 */
export async function requireCountryOpen(tx: Tx, privateData: PrivateData, row: CaseRow): Promise<void> {
  const { mobile } = await verificationOfCustomer(tx, row.customer_id)
  const { country = null } = detailsOf(privateData, row)
  const closed = await closedForRegistration(tx, { country, mobile })
  if (closed.length === 0) return
  throw refusal('VERIFICATION_COUNTRY_CLOSED', {
    country: closed.map(countryNameOf).join(', '),
  })
}

/**
 * Verifies a customer by a case that two operators accepted, in the caller's transaction.
 *
 * Refuses: VERIFICATION_COUNTRY_CLOSED; VERIFICATION_NOT_UNDER_REVIEW.
 */
export async function verify(
  tx: Tx,
  privateData: PrivateData,
  decided: { readonly row: CaseRow; readonly maker: bigint; readonly checker: bigint },
  nowMs: number,
): Promise<void> {
  const { row, maker, checker } = decided
  assert(maker !== checker, 'two operators verify')
  const { id, tier, customer_id: customer } = row
  await requireCountryOpen(tx, privateData, row)
  if (!(await decideCase(tx, { id, status: 'verified', maker, checker }, nowMs)))
    throw refusal('VERIFICATION_NOT_UNDER_REVIEW')
  const { tier: now } = await verificationOfCustomer(tx, customer)
  const { country } = detailsOf(privateData, row)
  await setTier(tx, customer, {
    tier: isAtLeast(now, tier) ? now : tier,
    ...(country !== undefined && { country }),
  })
  await tell(tx, row, `${tier}-verified`, nowMs)
}

/**
 * Refuses items of a case, each with a reason; what is not refused stays accepted.
 *
 * Refuses: VERIFICATION_NOT_UNDER_REVIEW.
 */
export async function reject(
  tx: Tx,
  privateData: PrivateData,
  decided: { readonly row: CaseRow; readonly refusals: CaseRow['refusals']; readonly maker: bigint },
  nowMs: number,
): Promise<void> {
  const { row, refusals, maker } = decided
  const { id, tier, customer_id: customer } = row
  if (!(await decideCase(tx, { id, status: 'rejected', refusals, maker }, nowMs)))
    throw refusal('VERIFICATION_NOT_UNDER_REVIEW')
  // What is not verified and does not wait is nobody's, accepted or not: whoever it belongs to can be verified.
  await releaseIdentities(tx, customer, await ownIdentities(tx, privateData, row))
  await tell(tx, row, `${tier}-rejected`, nowMs)
}

/** The fingerprints of a customer's documents that are verified, sealed ones too, or under review. */
async function ownIdentities(tx: Tx, privateData: PrivateData, { customer_id }: CaseRow): Promise<string[]> {
  return (await keptCasesOf(tx, customer_id))
    .filter(({ status }) => status === 'verified' || status === 'under-review')
    .flatMap((row) => fingerprintsOf(privateData, detailsOf(privateData, row)))
}

const tell = (
  tx: Tx,
  { id, customer_id: customer }: CaseRow,
  variant: 'basic-verified' | 'basic-rejected' | 'advanced-verified' | 'advanced-rejected',
  nowMs: number,
) =>
  writeNotices(
    tx,
    [{ customer, kind: 'verification-decided', subject: String(id), params: { variant } }],
    nowMs,
  )

/**
 * Erases a customer's personal data: drafts, photos, cases that did not verify and what other products keep are gone; cases
 * that did verify are seen by nobody from now on, and gone when the law allows it. What the ledger says of the customer stays.
 * It cannot be undone, so a session alone does not do it: `prove` runs the change once its owner has proved to be that.
 */
export async function erase(
  deps: Omit<VerificationDeps, 'asOwner' | 'submissions'>,
  customer: CustomerId,
  nowMs: number,
  prove: <T>(change: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<{ erased: number; sealedUntilMs: number | null }> {
  const { privateData } = deps
  const { photos, waiting, erased, sealedUntilMs } = await prove(async (tx) => {
    await lockCustomer(tx, customer, 'to change')
    const cases = (await casesOf(tx, customer)).filter(({ details }) => details !== null)
    const [verified, others] = [
      cases.filter(({ status }) => status === 'verified'),
      cases.filter(({ status }) => status !== 'verified'),
    ]
    const waiting = others.filter(({ status }) => status === 'under-review').map(({ id }) => id)
    for (const id of waiting) await decideCase(tx, { id, status: 'withdrawn', maker: null }, nowMs)
    // What was sealed before stays too.
    const lasting = (await keptCasesOf(tx, customer)).filter(({ status }) => status === 'verified')
    const kept = lasting.flatMap((row) => photosIn(detailsOf(privateData, row)))
    const identities = lasting.flatMap((row) => fingerprintsOf(privateData, detailsOf(privateData, row)))
    const untilMs = new Date(nowMs).setUTCFullYear(new Date(nowMs).getUTCFullYear() + KEPT_YEARS)
    await removeDetails(
      tx,
      others.map(({ id }) => id),
    )
    await sealCases(
      tx,
      verified.map(({ id }) => id),
      untilMs,
    )
    await deleteDrafts(tx, customer)
    await sealPhotos(tx, customer, kept)
    const photos = await dropUnsaid(tx, privateData, customer, ['loose', 'kept', 'sealed'])
    await releaseIdentities(tx, customer, identities)
    await setTier(tx, customer, { tier: 'unverified', country: null })
    let erased = photos.length + others.length
    for (const { erase } of deps.products) erased += (await erase?.(tx, customer, nowMs)) ?? 0
    const notice = { customer, kind: 'verification-erased', subject: String(nextId()), params: {} } as const
    await writeNotices(tx, [notice], nowMs)
    return { photos, waiting, erased, sealedUntilMs: verified.length > 0 ? untilMs : null }
  })
  // Whoever checks a proposal holds it before its customer: taken back apart, so that nobody waits for each other.
  await deps.db
    .transaction()
    .execute((tx) => withdrawPending(tx, waiting.map(subjects.of), 'Erased by the customer', nowMs))
  await removePhotos(deps, photos)
  return { erased, sealedUntilMs }
}

/** The same for an account that ends: nobody is asked, and nobody is told. */
export const eraseVerified = (
  deps: Omit<VerificationDeps, 'asOwner' | 'submissions'>,
  customer: CustomerId,
  nowMs: number,
) => erase(deps, customer, nowMs, (change) => deps.db.transaction().execute(change))

const MAX_SWEPT = 200

/** Removes what sealed cases say once their time is over, with their photos. */
export async function sweepSealed(deps: PhotoDeps, nowMs: number): Promise<void> {
  const { db, privateData } = deps
  for (const row of await sealedBefore(db, nowMs, MAX_SWEPT)) {
    await db.transaction().execute(async (tx) => {
      const customer = row.customer_id
      await lockCustomer(tx, customer, 'to change')
      await removeDetails(tx, [row.id])
      await dropUnsaid(tx, privateData, customer)
      // Those of another verification of the same customer stay.
      await releaseIdentities(tx, customer, await ownIdentities(tx, privateData, row))
    })
  }
  await sweepPhotos(deps, nowMs)
}
