import type { ChainAsset } from '#domain/chain/chains.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { type DecimalString, formatDecimal, trimZeros, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/reserves/console.ts'
import { compare, isOld } from '#domain/reserves/rules.ts'
import { decidedAtOf, pendingViews, reference } from '#server/console/proposals.ts'
import { hasBalances } from '#server/core/chain/balances.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { proposalRoutes, reservesProposals } from './proposals.ts'
import { readReserves } from './service.ts'
import { coldAddresses, type Look } from './store.ts'

type Answer = OutputOf<typeof calls.consoleReserves>

/** Operators see what was found on chains beside what should be there, and which addresses count. */
export const reservesConsoleRoutes = (chains: readonly ChainSettings[]): Route[] => [
  route(calls.consoleReserves, async (_, { db, clock, operator }) => {
    const { lines, silent, byCurrency, owedAtMs } = await readReserves(db, chains)
    return {
      chains: chains.map((settings) => {
        const { name } = settings.chain
        return {
          chain: name,
          isLookedAt: hasBalances(settings),
          silentSinceMs: silent.get(name) ?? null,
          lines: lines
            .filter(({ chain }) => chain === name)
            .map(({ chain, asset, look }) => ({
              ...{ chain, currency: asset.currency },
              look: look ? lookView(look, asset, clock.nowMs()) : null,
            })),
        }
      }),
      currencies: byCurrency.map(({ currency, hasChain, coverageBps, ...sums }) => {
        const show = (amount: bigint) => formatAmount(units(amount), currency)
        return {
          ...{ currency, hasChain },
          owed: sums.owed === undefined ? null : show(sums.owed),
          recorded: show(sums.recorded),
          found: sums.found === undefined ? null : show(sums.found),
          elsewhere: show(sums.elsewhere),
          coverageBps: coverageBps === undefined ? null : Number(coverageBps),
        }
      }),
      owedAtMs: owedAtMs ?? null,
      addresses: await addressViews(db),
      pending: await pendingViews(db, reservesProposals, operator),
    }
  }),
  ...proposalRoutes(chains),
]

function lookView(
  look: Look,
  { decimals }: ChainAsset,
  nowMs: number,
): NonNullable<Answer['chains'][number]['lines'][number]['look']> {
  const show = (amount: bigint) => trimZeros(formatDecimal(amount, decimals)) as DecimalString
  const { expected, found, difference, missing, result } = compare(look)
  const { atMs, height, hash: block, addresses, feesUnknown } = look
  return {
    ...{ atMs, height, block, addresses, feesUnknown, result },
    expected: show(expected),
    found: show(found),
    difference: show(difference),
    missing: show(missing),
    onDeposit: show(look.onDeposit),
    onPayer: show(look.onPayer),
    onCold: show(look.onCold),
    arrived: show(look.arrived),
    byHand: show(look.byHand),
    funded: show(look.funded),
    paid: show(look.paid),
    fees: show(look.fees),
    underWay: show(look.underWay),
    isOld: isOld(look, nowMs),
  }
}

async function addressViews(db: Db): Promise<Answer['addresses']> {
  const addresses = await coldAddresses(db)
  const decidedAt = await decidedAtOf(
    db,
    addresses.map(({ proposal }) => proposal),
  )
  return addresses.map(({ id, proposal, ...address }) => ({
    ...address,
    id: String(id),
    reference: reference({ id: proposal }),
    sinceMs: decidedAt.get(proposal) ?? null,
  }))
}
