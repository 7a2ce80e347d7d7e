import { consoleContractExposure, type ExposureLine } from '#domain/contract/console.ts'
import { formatLots } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { OpenExposure } from '#server/console/dashboard.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { counterparty, insurance } from './accounts.ts'
import type { ContractEngine } from './engine.ts'
import { coverOf, type Exposure, neededOf } from './exposure.ts'

const amount = (value: bigint) => formatAmount(value, MARGIN_CURRENCY)

type Exposures = Pick<ContractEngine, 'exposures'>

const openIn = (engine: Exposures) =>
  [...engine.exposures()].filter(([, { longLots, shortLots }]) => longLots + shortLots > 0n)

const sumOf = (open: ReturnType<typeof openIn>, of: (exposure: Exposure) => bigint) =>
  open.reduce((total, [, exposure]) => total + of(exposure), 0n)

/** What the platform would have to pay under stress, and what it has for it. */
export const contractExposure =
  (engine: Exposures) =>
  async (db: Db): Promise<OpenExposure> => {
    const open = openIn(engine)
    const needed = sumOf(open, neededOf)
    const balances = await balancesOfAccounts(db, [counterparty(), insurance()])
    const has = balances.get(counterparty())!
    const instruments = open.map(([symbol, exposure]) => ({
      ...{ symbol, net: `${formatLots(exposure.netLots)} lots`, needed: neededOf(exposure) },
    }))
    return {
      ...{ currency: MARGIN_CURRENCY, needed, has, isCovered: needed <= has, instruments },
      insurance: { needed: needed > has ? needed - has : 0n, has: balances.get(insurance())! },
    }
  }

/** Rounds: down, so that nothing seems covered that is not. */
const percentOf = (part: bigint, of: bigint) => (of === 0n ? null : formatDecimal((part * 10_000n) / of, 2))

/** What operators see of contracts. */
export const contractConsoleRoutes = (engine: Exposures): Route[] => [
  route(consoleContractExposure, async (_, { db }) => {
    const balances = await balancesOfAccounts(db, [counterparty(), insurance()])
    const open = openIn(engine)
    const needed = sumOf(open, neededOf)
    const own = balances.get(counterparty())!
    const insured = balances.get(insurance())!
    const { fromInsurance, uncovered } = coverOf(needed, own, insured)
    return {
      currency: MARGIN_CURRENCY,
      counterparty: amount(own),
      insurance: amount(insured),
      openInterest: amount(sumOf(open, ({ openInterest }) => openInterest)),
      needed: amount(needed),
      isCovered: needed <= own,
      coveragePercent: percentOf(own, needed),
      insuredPercent: percentOf(own + insured, needed),
      ...{ fromInsurance: amount(fromInsurance), uncovered: amount(uncovered) },
      instruments: open.map(([symbol, exposure]) => lineOf(symbol, exposure)),
    }
  }),
]

function lineOf(symbol: string, exposure: Exposure): ExposureLine {
  const instrument = findInstrument(symbol)!
  const { longLots, shortLots, netLots, openInterest, unrealized, stress, stressBps } = exposure
  return {
    ...{ symbol, label: instrument.label, longLots: formatLots(longLots), shortLots: formatLots(shortLots) },
    ...{ netLots: formatLots(netLots), openInterest: amount(openInterest), unrealized: amount(unrealized) },
    ...{ stressBps, stress: amount(stress) },
    needed: amount(neededOf(exposure)),
  }
}
