import { sql } from 'kysely'
import {
  type ChangedTerms,
  type ContractTerms,
  contractTermsOf,
  type OfferedTerms,
} from '#domain/contract/terms.ts'
import { refusal } from '#domain/errors.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { units } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The terms of contracts that operators have changed: rows that are only ever added. */

interface TermsRow {
  readonly symbol: string
  readonly version: number
  readonly leverages: string
  readonly fee_bps: number
  readonly financing_bps: number
  readonly maintenance_bps: number
  readonly margin_call_bps: number
  readonly collar_bps: number
  readonly slippage_bps: number
  readonly stress_bps: number
  readonly max_position: bigint
  readonly max_open_interest: bigint
}

/** The newest changed terms by instrument; nothing of those that nobody has changed. */
export async function newestTerms(db: Db | Tx): Promise<Map<string, ChangedTerms>> {
  const { rows } = await sql<TermsRow>`
    select distinct on (symbol) * from contract_terms order by symbol, version desc`.execute(db)
  return new Map(rows.map((row) => [row.symbol, toTerms(row)]))
}

/** An instrument with the terms of its contract as they are now. Refuses: INSTRUMENT_UNKNOWN where it has none. */
export async function termsNow(
  db: Db | Tx,
  symbol: string,
): Promise<{ readonly instrument: Instrument; readonly terms: ContractTerms }> {
  const instrument = findInstrument(symbol)
  const { rows } = await sql<TermsRow>`
    select * from contract_terms where symbol = ${symbol} order by version desc limit 1`.execute(db)
  const terms = instrument && contractTermsOf(instrument, rows[0] && toTerms(rows[0]))
  if (!terms) throw refusal('INSTRUMENT_UNKNOWN')
  return { instrument, terms }
}

const toTerms = (row: TermsRow): ChangedTerms => ({
  version: row.version,
  leverages: row.leverages.split(' ').map(Number),
  ...{ feeBps: row.fee_bps, financingBps: row.financing_bps },
  ...{ maintenanceBps: row.maintenance_bps, marginCallBps: row.margin_call_bps },
  ...{ collarBps: row.collar_bps, slippageBps: row.slippage_bps, stressBps: row.stress_bps },
  ...{ maxPosition: units(row.max_position), maxOpenInterest: units(row.max_open_interest) },
})

/** Adds the next terms of an instrument's contract. Only one of two that follow the same version can be added. */
export async function insertTerms(
  tx: Tx,
  symbol: string,
  version: number,
  terms: OfferedTerms,
  proposal: bigint,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into contract_terms values (${symbol}, ${version}::integer, ${terms.leverages.join(' ')},
      ${terms.feeBps}::integer, ${terms.financingBps}::integer, ${terms.maintenanceBps}::integer,
      ${terms.marginCallBps}::integer, ${terms.collarBps}::integer, ${terms.slippageBps}::integer,
      ${terms.stressBps}::integer, ${terms.maxPosition}::bigint, ${terms.maxOpenInterest}::bigint,
      ${proposal}::bigint, ${new Date(nowMs)}::timestamptz)`.execute(tx)
}
