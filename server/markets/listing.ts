import { type ColumnType, type Generated, sql } from 'kysely'
import { adoptedListing, adoptListing, type Listing } from '#domain/listing/listing.ts'
import type { InstrumentTerms } from '#domain/listing/rules.ts'
import { decimalsOf, type Instrument } from '#domain/market/instrument.ts'
import type { Currency } from '#domain/money/currencies.ts'
import { seedListing } from '#domain/seed/listing.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** What is listed, as the database has it. */

interface InstrumentTable {
  symbol: string
  position: number
  label: string
  name: string
  aliases: readonly string[]
  class: Instrument['class']
  base: string
  quote: string
  tick_size: string
  step_size: string
  lot_size: number
  session: Instrument['session']
  time_zone: string
  products: readonly Instrument['products'][number][]
  reference_price: string
  terms_version: number
}

interface TermsTable {
  symbol: string
  version: number
  status: Instrument['status']
  min_notional: string
  maker_fee_bps: number
  taker_fee_bps: number
  collar: Instrument['collar']
  resting_band_bps: number
  /** None for those a new installation begins with. */
  proposal: bigint | null
  created_at: ColumnType<number, Date, never>
}

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    currency: Currency
    instrument: InstrumentTable
    instrument_terms: TermsTable
    listing: { installation: Generated<string>; version: number }
  }
}

/**
 * Adopts what the database lists, and fills it first where it lists nothing: what a new installation begins
 * with is written once.
 */
export async function openListing(db: Db, nowMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Of several servers that start on one new database the first writes, the others wait here.
    const { rows } = await sql`insert into listing (version) values (${seedListing.version})
      on conflict do nothing returning 1`.execute(tx)
    if (rows.length === 0) return
    for (const currency of seedListing.currencies) await tx.insertInto('currency').values(currency).execute()
    for (const instrument of seedListing.instruments) await insertInstrument(tx, instrument, null, nowMs)
  })
  adoptListing(await readListing(db))
}

/**
 * Adopts what the database lists, where its version is not the one adopted last.
 *
 * Returns: the new version; undefined when nothing was raised.
 */
export async function refreshListing(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('listing').select('version').executeTakeFirst()
  if (!row || row.version === adoptedListing().version) return undefined
  const listing = await readListing(db)
  adoptListing(listing)
  return listing.version
}

/** Everything that is listed, of one moment. */
async function readListing(db: Db): Promise<Listing> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const version = await tx
        .selectFrom('listing')
        .select(['installation', 'version'])
        .executeTakeFirstOrThrow()
      const currencies = await tx.selectFrom('currency').selectAll().orderBy('number').execute()
      const rows = await tx
        .selectFrom('instrument as i')
        .innerJoin('instrument_terms as t', (join) =>
          join.onRef('t.symbol', '=', 'i.symbol').onRef('t.version', '=', 'i.terms_version'),
        )
        .selectAll('i')
        .select([
          ...(['t.version', 't.status', 't.min_notional', 't.maker_fee_bps', 't.taker_fee_bps'] as const),
          ...(['t.collar', 't.resting_band_bps'] as const),
        ])
        .orderBy('i.position')
        .execute()
      return { ...version, currencies, instruments: rows.map(instrumentOf) }
    })
}

type TermsRow = Omit<TermsTable, 'symbol' | 'proposal' | 'created_at'>
/** Terms with their version. */
type VersionedTerms = InstrumentTerms & { readonly version: number }

const termsOf = (row: TermsRow): VersionedTerms => ({
  version: row.version,
  status: row.status,
  minNotional: row.min_notional,
  makerFeeBps: row.maker_fee_bps,
  takerFeeBps: row.taker_fee_bps,
  collar: row.collar,
  restingBandBps: row.resting_band_bps,
})

function instrumentOf(row: InstrumentTable & TermsRow): Instrument {
  const { version: termsVersion, ...terms } = termsOf(row)
  return {
    ...terms,
    termsVersion,
    symbol: row.symbol,
    label: row.label,
    name: row.name,
    aliases: row.aliases,
    class: row.class,
    base: row.base,
    quote: row.quote,
    tickSize: row.tick_size,
    stepSize: row.step_size,
    lotSize: row.lot_size,
    priceDecimals: decimalsOf(row.tick_size),
    quantityDecimals: decimalsOf(row.step_size),
    session: row.session,
    timeZone: row.time_zone,
    products: row.products,
    referencePrice: row.reference_price,
  }
}

/** Adds an instrument after all others, with its first terms. */
export async function insertInstrument(
  tx: Tx,
  instrument: Instrument,
  proposal: bigint | null,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into instrument (symbol, position, label, name, aliases, class, base, quote, tick_size, step_size,
      lot_size, session, time_zone, products, reference_price, terms_version)
    select ${instrument.symbol}, coalesce(max(position), 0) + 1, ${instrument.label}, ${instrument.name},
      ${[...instrument.aliases]}::text[], ${instrument.class}, ${instrument.base}, ${instrument.quote},
      ${instrument.tickSize}, ${instrument.stepSize}, ${instrument.lotSize}, ${instrument.session},
      ${instrument.timeZone},
      ${[...instrument.products]}::text[], ${instrument.referencePrice}, ${instrument.termsVersion}
    from instrument`.execute(tx)
  await insertTerms(tx, instrument.symbol, instrument.termsVersion, instrument, proposal, nowMs)
}

/** The terms of an instrument at this moment, and their version. */
export async function currentTerms(tx: Tx, symbol: string): Promise<VersionedTerms> {
  return termsOf(await termsRows(tx, symbol).executeTakeFirstOrThrow())
}

/** Gives an instrument its next terms. */
export async function changeTerms(
  tx: Tx,
  symbol: string,
  terms: InstrumentTerms,
  proposal: bigint | null,
  nowMs: number,
): Promise<void> {
  const { terms_version: version } = await tx
    .updateTable('instrument')
    .set(({ eb }) => ({ terms_version: eb('terms_version', '+', 1) }))
    .where('symbol', '=', symbol)
    .returning('terms_version')
    .executeTakeFirstOrThrow()
  await insertTerms(tx, symbol, version, terms, proposal, nowMs)
}

const insertTerms = (
  tx: Tx,
  symbol: string,
  version: number,
  { status, minNotional, makerFeeBps, takerFeeBps, collar, restingBandBps }: InstrumentTerms,
  proposal: bigint | null,
  nowMs: number,
) =>
  tx
    .insertInto('instrument_terms')
    .values({
      symbol,
      version,
      status,
      min_notional: minNotional,
      maker_fee_bps: makerFeeBps,
      taker_fee_bps: takerFeeBps,
      collar,
      resting_band_bps: restingBandBps,
      proposal,
      created_at: new Date(nowMs),
    })
    .execute()

/** All terms an instrument ever had, newest first, with the proposal that brought them. */
export async function listTerms(db: Db, symbol: string) {
  const rows = await termsRows(db, symbol).execute()
  return rows.map((row) => ({ ...termsOf(row), proposal: row.proposal, atMs: row.created_at }))
}

const termsRows = (db: Db | Tx, symbol: string) =>
  db.selectFrom('instrument_terms').selectAll().where('symbol', '=', symbol).orderBy('version', 'desc')

/** Adds a currency under the next number. */
export async function insertCurrency(tx: Tx, currency: Omit<Currency, 'number'>): Promise<void> {
  const { code, name, decimals, kind, colour } = currency
  await sql`
    insert into currency (number, code, name, decimals, kind, colour)
    select coalesce(max(number), 0) + 1, ${code}, ${name}, ${decimals}, ${kind}, ${colour} from currency`.execute(
    tx,
  )
}

/**
 * Has every server and app adopt what this transaction changes. Called first: changes wait for each other here,
 * so that each draws its number or version after the one before.
 */
export const raiseVersion = (tx: Tx) =>
  tx
    .updateTable('listing')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .execute()
