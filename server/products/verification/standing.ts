import { limitCurrencies, limitOf, type TierLimit, type TierLimits } from '#domain/eligibility/limits.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { isAtLeast } from '#domain/user/tiers.ts'
import type { VerificationView, verificationNeeds } from '#domain/verification/contract.ts'
import {
  caseReference,
  type Decided,
  type DetailName,
  type Details,
  type IdType,
  type Item,
  itemDetails,
  itemsOf,
  pick,
  pictures,
  readIdNumber,
  stateNumber,
  type VerificationStatus,
  type VerificationTier,
} from '#domain/verification/rules.ts'
import { levelHoursOf } from '#server/console/levels.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import { detailsOf, draftSubject, fingerprintsOfNumber, unsealed, type VerificationDeps } from './details.ts'
import { type CaseRow, casesOf, findDraft, ownsIdentity, verificationOfCustomer } from './store.ts'

/** What is known of a customer's verification. */

/** Whether a customer was verified with a document of this number; also who has erased their data since. */
export async function isOwnDocument(
  db: Db,
  privateData: Pick<PrivateData, 'fingerprint'>,
  customer: CustomerId,
  typed: string,
): Promise<boolean> {
  const number = readIdNumber(typed)
  if (number === undefined) return false
  return ownsIdentity(db, customer, fingerprintsOfNumber(privateData, number))
}

/** The status of a tier, by that of its newest case and by whether the customer has the tier. */
function statusOf(newest: VerificationStatus | undefined, isReached: boolean): VerificationStatus {
  if (isReached) return 'verified'
  return newest === 'under-review' || newest === 'rejected' ? newest : 'none'
}

/** Where a customer’s verification of a tier stands: its status, what it needs first, and its cases. */
export async function standing(db: Db | Tx, customer: CustomerId, tier: VerificationTier) {
  const who = await verificationOfCustomer(db, customer)
  // What was erased was never sent.
  const cases = (await casesOf(db, customer, tier)).filter(({ details }) => details !== null)
  const newest = cases.find(({ status }) => status !== 'withdrawn')
  const status: VerificationStatus = statusOf(
    newest?.status as VerificationStatus | undefined,
    isAtLeast(who.tier, tier),
  )
  const needs: (typeof verificationNeeds)[number][] = [
    ...(who.email === null ? (['email'] as const) : []),
    ...(who.mobile === null ? (['mobile'] as const) : []),
    ...(tier === 'advanced' && !isAtLeast(who.tier, 'basic') ? (['basic'] as const) : []),
  ]
  return { who, cases, newest, status, needs }
}

/** What was decided of the case before, where something of it was refused. */
export const decidedOf = (privateData: PrivateData, newest: CaseRow | undefined): Decided | undefined =>
  newest?.status === 'rejected' && newest.details !== null
    ? { details: detailsOf(privateData, newest), refusals: newest.refusals }
    : undefined

/** A verification as its customer sees it: never a document's number. */
export async function verificationOf(
  { db, privateData }: Pick<VerificationDeps, 'db' | 'privateData'>,
  customer: CustomerId,
  tier: VerificationTier,
): Promise<VerificationView> {
  const { cases, newest, status, needs } = await standing(db, customer, tier)
  const details = newest ? detailsOf(privateData, newest) : {}
  const row = await findDraft(db, customer, tier)
  const draft = row && unsealed(privateData, row.details, draftSubject(customer, tier))
  const { idNumber, phone: _phone, email: _email, ...shown } = draft ?? {}
  return {
    tier,
    status,
    state: stateNumber(status),
    reference: newest ? caseReference(newest.id) : null,
    needs,
    idType: (details.idType as IdType | undefined) ?? null,
    items: newest
      ? itemsOf(details).map((item) => ({
          item,
          state: stateOf(newest, item),
          why: newest.refusals[item] ?? null,
          picture: pictureOf(details, item),
        }))
      : [],
    refused: newest?.status === 'rejected' ? refusedOf(newest, details) : null,
    events: cases.toReversed().flatMap((one) => eventsOf(one)),
    draft:
      row && draft
        ? {
            ...(shown as Omit<NonNullable<VerificationView['draft']>, 'hasNumber' | 'savedAtMs'>),
            hasNumber: idNumber !== undefined,
            savedAtMs: row.saved_at,
          }
        : null,
    reviewHours: await levelHoursOf(db, 'verification'),
    limits: limitViews(await newestTierLimits(db)),
  }
}

/** What was sent of what was refused, to be corrected; of a document only its kind is told. */
function refusedOf({ refusals }: CaseRow, details: Details): VerificationView['refused'] {
  const shown = (['name', 'birthday', 'country', 'address'] as const).filter((item) => refusals[item])
  return pick(
    details,
    shown.flatMap((item): readonly DetailName[] => itemDetails[item]),
  )
}

const limitViews = (limits: TierLimits): VerificationView['limits'] =>
  (Object.keys(limitCurrencies) as TierLimit[]).map((name) => {
    const currency = limitCurrencies[name]
    const show = (tier: VerificationTier) => formatAmount(limitOf(limits, name, tier), currency)
    return { name, currency, basic: show('basic'), advanced: show('advanced') }
  })

const pictureOf = (details: Details, item: Item): string | null => {
  const picture = pictures.find((one) => one === item)
  return picture === undefined ? null : (details[picture] ?? null)
}

function stateOf(row: CaseRow, item: Item): 'waiting' | 'accepted' | 'refused' {
  if (row.refusals[item] !== undefined) return 'refused'
  return row.status === 'under-review' && !row.accepted_before.includes(item) ? 'waiting' : 'accepted'
}

const eventsOf = (row: CaseRow): VerificationView['events'] => [
  { kind: 'submitted', atMs: row.submitted_at, count: row.submission },
  ...(row.decided_at === null || row.status === 'under-review'
    ? []
    : [{ kind: row.status, atMs: row.decided_at, count: Object.keys(row.refusals).length }]),
]
