import type { CaseId, CustomerId } from '#domain/ids.ts'
import { type Details, idTypes, readIdNumber, type VerificationTier } from '#domain/verification/rules.ts'
import type { Counter } from '#server/platform/counters.ts'
import type { AsOwner } from '#server/platform/http/context.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import type { Product } from '../product.ts'
import type { PhotoDeps } from './photos.ts'
import type { CaseRow } from './store.ts'

/** What customers said of themselves, sealed for the case or draft that it is of. */

export interface VerificationDeps extends PhotoDeps {
  /** Counts how often a customer has sent a document's number, taken or not. */
  readonly submissions: Counter
  readonly asOwner: AsOwner
  /** All products: what they keep of a customer is erased too. */
  readonly products: readonly Pick<Product, 'erase'>[]
}

/** What a case’s details are sealed for. */
export const caseSubject = (id: CaseId) => `case:${id}`
/** What a draft’s details are sealed for. */
export const draftSubject = (customer: CustomerId, tier: VerificationTier) => `draft:${customer}:${tier}`

/** Seals details for what they are of. */
export const sealed = ({ sealer }: PrivateData, details: Details, subject: string): Buffer =>
  sealer.seal(Buffer.from(JSON.stringify(details)), subject)
/** Opens details. Refuses: (by throwing) those of something else. */
export const unsealed = ({ sealer }: PrivateData, bytes: Uint8Array, subject: string): Details =>
  JSON.parse(sealer.unseal(Buffer.from(bytes), subject).toString()) as Details

/** What a case says; nothing once it was removed. */
export const detailsOf = (privateData: PrivateData, row: Pick<CaseRow, 'id' | 'details'>): Details =>
  row.details === null ? {} : unsealed(privateData, row.details, caseSubject(row.id))

/**
 * What stands for a document's number where it must be one account's: one fingerprint for each kind of document, because its
 * sender says which kind it is of.
 */
export const fingerprintsOf = (
  privateData: Pick<PrivateData, 'fingerprint'>,
  { idNumber }: Details,
): string[] => fingerprintsOfNumber(privateData, readIdNumber(idNumber!)!)

/** The same of a number as it is compared. */
export const fingerprintsOfNumber = (
  { fingerprint }: Pick<PrivateData, 'fingerprint'>,
  number: string,
): string[] => idTypes.map((type) => fingerprint(`${type}:${number}`))
