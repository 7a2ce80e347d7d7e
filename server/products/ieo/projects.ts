import { refusal } from '#domain/errors.ts'
import { canEdit, type IeoDraft, invalidIeo, PAID_IN } from '#domain/ieo/rules.ts'
import { canBegin, DEFAULT_RESTING_BAND_BPS, invalidTerm, isStepSize } from '#domain/listing/rules.ts'
import { decimalsOf, type Instrument, sessionOf } from '#domain/market/instrument.ts'
import { trimZeros } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { requireCurrency } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { insertCurrency, insertInstrument, raiseVersion } from '#server/markets/listing.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { draftColumns, lockProject, type ProjectRow, projectOfRow, symbolOf } from './store.ts'
import { showMoney } from './views.ts'

/** What operators can do with projects, inside the caller's transaction. */

/** Refuses: TERMS_INVALID with the first wrong field; ALREADY_LISTED for a coin of another project. */
export async function checkDraft(db: Db | Tx, draft: IeoDraft, id?: bigint): Promise<void> {
  const field = invalidIeo(draft)
  if (field) throw refusal('TERMS_INVALID', { field })
  let query = db
    .selectFrom('ieo_project')
    .select('id')
    .where('code', '=', draft.code)
    .where('status', '<>', 'failed')
  if (id !== undefined) query = query.where('id', '<>', id)
  if (await query.executeTakeFirst()) throw refusal('ALREADY_LISTED', { name: draft.code })
}

/** Announces a project. Refuses: what `checkDraft` does. */
export async function insertProject(tx: Tx, draft: IeoDraft, nowMs: number): Promise<ProjectRow> {
  await checkDraft(tx, draft)
  const at = new Date(nowMs)
  return tx
    .insertInto('ieo_project')
    .values({ ...draftColumns(draft), status: 'sale', is_open: true, created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Gives a project that has not opened other terms. Refuses: PROPOSAL_OUTDATED once it has; what `checkDraft` does. */
export async function editProject(tx: Tx, id: bigint, draft: IeoDraft, nowMs: number): Promise<void> {
  const row = await lockProject(tx, id)
  if (!canEdit(projectOfRow(row), nowMs)) throw refusal('PROPOSAL_OUTDATED')
  await checkDraft(tx, draft, id)
  await tx
    .updateTable('ieo_project')
    .set({ ...draftColumns(draft), updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** Takes no more orders in a project, or takes them again. Refuses: NOT_FOUND. */
export async function setProjectOpen(tx: Tx, id: bigint, isOpen: boolean, nowMs: number): Promise<void> {
  const row = await lockProject(tx, id)
  if (row.status !== 'sale') throw refusal('IEO_CLOSED')
  await tx
    .updateTable('ieo_project')
    .set({ is_open: isOpen, updated_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** How a coin is listed, and what the issuer delivered. */
export interface ListingTerms {
  readonly received: bigint
  readonly payment: string
  readonly tickSize: string
  readonly stepSize: string
  readonly minNotional: string
  readonly makerFeeBps: number
  readonly takerFeeBps: number
}

/** The market of a coin: of spot alone, beginning at the price of the sale. */
export function instrumentOf(row: ProjectRow, terms: ListingTerms): Instrument {
  const { tickSize, stepSize, minNotional, makerFeeBps, takerFeeBps } = terms
  const { session, timeZone } = sessionOf('crypto')
  return {
    ...{ symbol: symbolOf(row), label: `${row.code}/${PAID_IN}`, name: row.name, aliases: [] },
    ...{ class: 'crypto', base: row.code, quote: PAID_IN, tickSize, stepSize, minNotional },
    ...{ priceDecimals: decimalsOf(tickSize), quantityDecimals: decimalsOf(stepSize), session, timeZone },
    ...{ products: ['spot'], makerFeeBps, takerFeeBps, collar: 'other' },
    ...{ restingBandBps: DEFAULT_RESTING_BAND_BPS, referencePrice: trimZeros(showMoney(row.price)) },
    ...{ status: 'trading', termsVersion: 1, lotSize: 1 },
  }
}

/**
 * Checks a listing before anybody is asked to look, and again when it happens.
 *
 * Refuses: IEO_NOT_ALLOTTED before the sale was shared out and after it was listed or called off; ALREADY_LISTED;
 *          TERMS_INVALID with the first wrong field.
 */
export function checkListing(row: ProjectRow, terms: ListingTerms): void {
  if (row.status !== 'allotted') throw refusal('IEO_NOT_ALLOTTED')
  if (findCurrency(row.code)) throw refusal('ALREADY_LISTED', { name: row.code })
  const wrong = (field: string) => refusal('TERMS_INVALID', { field })
  if (terms.received < row.sold + row.allotted!) throw wrong('received')
  for (const field of ['tickSize', 'stepSize'] as const) if (!isStepSize(terms[field])) throw wrong(field)
  const instrument = instrumentOf(row, terms)
  const { priceDecimals, quantityDecimals } = instrument
  if (quantityDecimals > row.decimals) throw wrong('stepSize')
  if (priceDecimals + quantityDecimals > requireCurrency(PAID_IN).decimals) throw wrong('stepSize')
  if (!canBegin(instrument)) throw wrong('tickSize')
  const term = invalidTerm(instrument, PAID_IN)
  if (term) throw wrong(term)
}

/** Lists the coin of a project: currency, market, and everything that is due with it by the job. Refuses: as `checkListing`. */
export async function listProject(
  tx: Tx,
  id: bigint,
  terms: ListingTerms,
  proposal: bigint | null,
  nowMs: number,
): Promise<void> {
  await raiseVersion(tx)
  const row = await lockProject(tx, id)
  checkListing(row, terms)
  const listed = await tx
    .selectFrom('currency')
    .select('code')
    .where('code', '=', row.code)
    .executeTakeFirst()
  if (listed) throw refusal('ALREADY_LISTED', { name: row.code })
  const { code, name, decimals, colour } = row
  await insertCurrency(tx, { code, name, decimals, kind: 'crypto', colour })
  await insertInstrument(tx, instrumentOf(row, terms), proposal, nowMs)
  await tx
    .updateTable('ieo_project')
    .set({
      ...{ status: 'listed', received: terms.received, payment: terms.payment },
      listed_at: new Date(nowMs),
      unlocks_at: new Date(nowMs + row.lock_days * DAY_MS),
      updated_at: new Date(nowMs),
    })
    .where('id', '=', id)
    .execute()
}
