import { consoleContractExposure, type ExposureLine } from '#domain/contract/console.ts'
import { formatLots } from '#domain/contract/rules.ts'
import { contractTermsOf, MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { counterparty, insurance } from './accounts.ts'
import type { ContractEngine } from './engine.ts'
import { type Exposure, neededOf } from './exposure.ts'

const amount = (value: bigint) => formatAmount(value, MARGIN_CURRENCY)

/** What operators see of contracts. */
export const contractConsoleRoutes = (engine: Pick<ContractEngine, 'exposures'>): Route[] => [
  route(consoleContractExposure, async (_, { db }) => {
    const balances = await balancesOfAccounts(db, [counterparty(), insurance()])
    const open = [...engine.exposures()].filter(([, { longLots, shortLots }]) => longLots + shortLots > 0n)
    const sum = (of: (exposure: Exposure) => bigint) =>
      open.reduce((total, [, exposure]) => total + of(exposure), 0n)
    const needed = sum(neededOf)
    const own = balances.get(counterparty())!
    return {
      currency: MARGIN_CURRENCY,
      counterparty: amount(own),
      insurance: amount(balances.get(insurance())!),
      openInterest: amount(sum(({ openInterest }) => openInterest)),
      needed: amount(needed),
      isCovered: needed <= own,
      instruments: open.map(([symbol, exposure]) => lineOf(symbol, exposure)),
    }
  }),
]

function lineOf(symbol: string, exposure: Exposure): ExposureLine {
  const instrument = findInstrument(symbol)!
  const { longLots, shortLots, netLots, openInterest, unrealized, stress } = exposure
  return {
    ...{ symbol, label: instrument.label, longLots: formatLots(longLots), shortLots: formatLots(shortLots) },
    ...{ netLots: formatLots(netLots), openInterest: amount(openInterest), unrealized: amount(unrealized) },
    ...{ stressBps: contractTermsOf(instrument)!.stressBps, stress: amount(stress) },
    needed: amount(neededOf(exposure)),
  }
}
