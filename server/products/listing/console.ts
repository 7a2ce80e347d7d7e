import { canManageProducts, canViewProducts } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import * as calls from '#domain/listing/console.ts'
import { adoptedListing } from '#domain/listing/listing.ts'
import {
  canBegin,
  DEFAULT_RESTING_BAND_BPS,
  type InstrumentTerms,
  invalidTerm,
  isStepSize,
  usualLotSize,
} from '#domain/listing/rules.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import {
  decimalsOf,
  type Instrument,
  type InstrumentClass,
  isWholeNotional,
  sessionOf,
} from '#domain/market/instrument.ts'
import { findInstrument, instruments } from '#domain/market/instruments.ts'
import { decimal } from '#domain/money/amount.ts'
import { type Currency, currencies, findCurrency } from '#domain/money/currencies.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import {
  bandField,
  feeField,
  fieldLines,
  line,
  type ProposalFields,
  readFields,
  textField,
  writeFields,
} from '#server/console/proposal-fields.ts'
import { proposalRoute } from '#server/console/proposal-route.ts'
import { type ProposalAction, pendingViews } from '#server/console/proposals.ts'
import type { Texts } from '#server/console/store.ts'
import { changedTerms, termLine } from '#server/console/terms-change.ts'
import {
  changeTerms,
  currentTerms,
  insertCurrency,
  insertInstrument,
  listTerms,
  raiseVersion,
} from '#server/markets/listing.ts'
import { instrumentView } from '#server/markets/quotes.ts'
import { type Route, route } from '#server/platform/http/route.ts'

/** What is listed: changed by two operators, or halted by one. Orders keep the terms they were made under. */

const fields: ProposalFields<InstrumentTerms> = {
  status: textField(
    'Orders',
    (status) => (status === 'trading' ? 'taken' : 'refused'),
    (status) => ({ word: status }),
  ),
  minNotional: textField('Smallest order'),
  makerFeeBps: feeField('Maker fee', unusualFee),
  takerFeeBps: feeField('Taker fee', unusualFee),
  collar: textField(
    'Price collar',
    (collar) => collar,
    (collar) => ({ word: collar === 'major' ? 'majors' : 'others' }),
  ),
  restingBandBps: bandField('Resting band', DEFAULT_RESTING_BAND_BPS),
}
/** Terms have no currency of their own: what is money in them is of the instrument's quote. */
const NO_CURRENCY = ''
const termsIn = (params: Texts) => readFields(fields, params, NO_CURRENCY)

const roles = { roles: canManageProducts, viewers: canViewProducts }
const subjectOf = (symbol: string) => `instrument:${symbol}`

const newTerms: ProposalAction = {
  kind: 'listing-terms',
  ...roles,
  async describe(_, { params }) {
    const before = getInstrument(params.symbol!)
    return {
      title: `Terms of ${before.label}`,
      lines: fieldLines(fields, termsIn(params), NO_CURRENCY, before),
    }
  },
  async announces(tx, { params }) {
    const before = await currentTerms(tx, params.symbol!)
    const lines = changedTerms(fields, termsIn(params), NO_CURRENCY, before)
    if (lines.length === 0) return undefined
    return {
      ...{ what: 'listing', about: getInstrument(params.symbol!).label, happens: 'changed', lines },
      // A halt is one of the orders that rest, too.
      keepsOrders: !lines.some(({ term }) => term === 'status'),
    }
  },
  async apply(tx, { id, params }, nowMs) {
    const symbol = params.symbol!
    await raiseVersion(tx)
    // What the checker saw was compared with terms that may be others by now: halted, say.
    if (String((await currentTerms(tx, symbol)).version) !== params.version)
      throw refusal('PROPOSAL_OUTDATED')
    await changeTerms(tx, symbol, termsIn(params), id, nowMs)
  },
}

const newCurrency: ProposalAction = {
  kind: 'listing-currency',
  ...roles,
  async describe(_, { params }) {
    return {
      title: `List ${params.code}`,
      lines: [
        line('Name', params.name!),
        line('Decimals', params.decimals!),
        line('Kind', params.kind!),
        line('Color', params.colour!),
      ],
    }
  },
  announces: async (_, { params }) => ({
    ...{ what: 'currency', about: params.code!, happens: 'listed', lines: [] },
  }),
  async apply(tx, { params }) {
    await raiseVersion(tx)
    await insertCurrency(tx, {
      code: params.code!,
      name: params.name!,
      decimals: Number(params.decimals),
      kind: params.kind as Currency['kind'],
      colour: params.colour!,
    })
  },
}

const newInstrument: ProposalAction = {
  kind: 'listing-instrument',
  ...roles,
  async describe(_, { params }) {
    return {
      title: `List ${params.base}/${params.quote}`,
      lines: [
        line('Name', params.name!),
        line('Class', params.class!),
        line('Tick', params.tickSize!),
        line('Step', params.stepSize!),
        line('One lot of its contract', `${lotOf(params) ?? '?'} ${params.base}`),
        line('Reference price', params.referencePrice!),
        ...fieldLines(fields, instrumentIn(params), NO_CURRENCY),
      ],
    }
  },
  async announces(_, { params }) {
    return {
      ...{ what: 'listing', about: `${params.base}/${params.quote}`, happens: 'listed' },
      lines: [
        termLine('tickSize', params.tickSize!),
        termLine('stepSize', params.stepSize!),
        ...changedTerms<InstrumentTerms>(fields, instrumentIn(params), NO_CURRENCY),
      ],
    }
  },
  async apply(tx, { id, params }, nowMs) {
    // One of before lots were proposed: of a future nobody has said what its lot is.
    if (lotOf(params) === undefined) throw refusal('PROPOSAL_OUTDATED')
    await raiseVersion(tx)
    await insertInstrument(tx, instrumentIn(params), id, nowMs)
  },
}

export const listingProposals: readonly ProposalAction[] = [newTerms, newCurrency, newInstrument]

/** The routes for the calls of `domain/listing/console.ts`. */
export const listingConsoleRoutes: Route[] = [
  route(calls.consoleListing, async (_, { db, operator }) => {
    const pending = await pendingViews(db, listingProposals, operator)
    return {
      version: adoptedListing().version,
      currencies: [...currencies],
      instruments: instruments.map((instrument) => ({
        ...instrumentView(instrument),
        pending: pending.find(({ subject }) => subject === subjectOf(instrument.symbol)) ?? null,
      })),
      drafts: pending.filter(({ kind }) => kind !== newTerms.kind),
    }
  }),
  route(calls.consoleTermsHistory, async ({ symbol }, { db }) =>
    (await listTerms(db, getInstrument(symbol).symbol)).map(({ proposal, ...terms }) => ({
      ...terms,
      minNotional: decimal(terms.minNotional),
      proposal: proposal === null ? null : `P-${proposal}`,
    })),
  ),
  proposalRoute(calls.proposeTerms, newTerms, async (tx, { symbol, reason: _, ...terms }) => {
    const { quote } = getInstrument(symbol)
    const { version } = await currentTerms(tx, symbol)
    const field = invalidTerm(terms, quote)
    if (field) throw refusal('PARAMETER_ERROR', { field })
    return {
      subject: subjectOf(symbol),
      params: { symbol, version: String(version), ...writeFields(fields, terms, NO_CURRENCY) },
    }
  }),
  route(calls.haltInstrument, async ({ symbol, reason }, { db, clock, operator }) => {
    getInstrument(symbol)
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await raiseVersion(tx)
      // By the terms of this moment: what this server has adopted may be a second old.
      const { version: _, ...terms } = await currentTerms(tx, symbol)
      if (terms.status === 'halted') return
      await changeTerms(tx, symbol, { ...terms, status: 'halted' }, null, nowMs)
      const entry = {
        operator: operator.id,
        action: 'halted',
        subject: subjectOf(symbol),
        detail: { reason },
      } as const
      await appendAuditLog(tx, entry, nowMs)
    })
    return {}
  }),
  proposalRoute(calls.proposeCurrency, newCurrency, (_, { code, name, decimals, kind, colour }) => {
    if (findCurrency(code)) throw refusal('ALREADY_LISTED', { name: code })
    return { subject: `currency:${code}`, params: { code, name, decimals: String(decimals), kind, colour } }
  }),
  proposalRoute(calls.proposeInstrument, newInstrument, (_, { reason: __, ...draft }) => {
    const { makerFeeBps, takerFeeBps, lotSize = usualLotSize(draft.class), ...rest } = draft
    if (lotSize === undefined) throw refusal('PARAMETER_ERROR', { field: 'lotSize' })
    const params = {
      ...{ ...rest, lotSize: String(lotSize) },
      ...{ makerFeeBps: String(makerFeeBps), takerFeeBps: String(takerFeeBps) },
    }
    const { symbol } = checkedInstrument(params)
    return { subject: subjectOf(symbol), params }
  }),
]

/** Refuses: INSTRUMENT_UNKNOWN. */
function getInstrument(symbol: string): Instrument {
  const instrument = findInstrument(symbol)
  if (!instrument) throw refusal('INSTRUMENT_UNKNOWN')
  return instrument
}

/**
 * A typed instrument, checked before anybody is asked to look.
 *
 * Refuses: ALREADY_LISTED; PARAMETER_ERROR with the first wrong field; CURRENCY_UNKNOWN for a coin whose quote
 * customers cannot hold.
 */
function checkedInstrument(params: Texts): Instrument {
  const field = (['tickSize', 'stepSize'] as const).find((name) => !isStepSize(params[name]!))
  if (field) throw refusal('PARAMETER_ERROR', { field })
  const instrument = instrumentIn(params)
  if (!canBegin(instrument)) throw refusal('PARAMETER_ERROR', { field: 'referencePrice' })
  if (findInstrument(instrument.symbol)) throw refusal('ALREADY_LISTED', { name: instrument.label })
  const term = invalidTerm(instrument, instrument.quote)
  if (term) throw refusal('PARAMETER_ERROR', { field: term })
  if (instrument.class === 'crypto' && !findCurrency(instrument.quote)) throw refusal('CURRENCY_UNKNOWN')
  if (instrument.products.includes('spot') && !isWholeNotional(instrument)) {
    throw refusal('PARAMETER_ERROR', { field: 'stepSize' })
  }
  return instrument
}

/** How much of base a proposed instrument's lot is; undefined where it is not said, and its class has no usual one. */
const lotOf = (params: Texts): number | undefined =>
  params.lotSize === undefined ? usualLotSize(params.class as InstrumentClass) : Number(params.lotSize)

/** What an approved proposal lists: halted, until its terms are changed. */
function instrumentIn(params: Texts): Instrument {
  const { base, quote, name, tickSize, stepSize, referencePrice, minNotional } = params as Record<
    string,
    string
  >
  const kind = params.class as InstrumentClass
  const isSpot = kind === 'crypto' && findCurrency(base!) !== undefined && findCurrency(quote!) !== undefined
  const { session, timeZone } = sessionOf(kind)
  return {
    symbol: `${base}-${quote}`,
    label: `${base}/${quote}`,
    name: name!,
    aliases: [],
    class: kind,
    base: base!,
    quote: quote!,
    tickSize: tickSize!,
    stepSize: stepSize!,
    minNotional: minNotional!,
    lotSize: lotOf(params) ?? 1,
    priceDecimals: decimalsOf(tickSize!),
    quantityDecimals: decimalsOf(stepSize!),
    session,
    timeZone,
    products: isSpot ? ['spot', 'contract', 'option'] : ['contract', 'option'],
    makerFeeBps: Number(params.makerFeeBps),
    takerFeeBps: Number(params.takerFeeBps),
    collar: 'other',
    restingBandBps: DEFAULT_RESTING_BAND_BPS,
    referencePrice: referencePrice!,
    status: 'halted',
    termsVersion: 1,
  }
}
