import { type Direction, profitOfAll } from '#domain/contract/rules.ts'
import { contractTermsOf, MARGIN_CURRENCY, tickValue } from '#domain/contract/terms.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { TapePrices, Unrealized, UnrealizedProfit } from '#server/core/ledger/unrealized.ts'
import { activePositions, type OpenAt, openAt } from './store.ts'
import { unrealizedPnl } from './views.ts'

/** What open positions have gained or lost: their margin is in the wallet's balance, this is not. */
export const contractUnrealized: UnrealizedProfit = {
  walletType: 'contract',
  currency: MARGIN_CURRENCY,
  async now(db, customer, { lastTick }) {
    const open = (await activePositions(db, customer)).filter(({ status }) => status === 'open')
    return sumOf(open.map((position) => unrealizedPnl(position, lastTick)))
  },
  async openThen(db, customer, moments) {
    const open = await openAt(db, customer, moments)
    return async (prices) => {
      const closes = await closesOf(open, prices, moments)
      return moments.map((_, at) => {
        const own = open.filter((one) => one.at === at)
        return sumOf(own.map((one) => profitThen(one, (symbol) => closes(symbol, at))))
      })
    }
  },
}

const sumOf = (profits: readonly (bigint | undefined)[]): Unrealized => ({
  amount: profits.reduce<bigint>((sum, profit) => sum + (profit ?? 0n), 0n),
  isWhole: !profits.includes(undefined),
})

/** The prices at the moments of all instruments that were open at any of them, and of what converts their quotes. */
async function closesOf(open: readonly OpenAt[], prices: TapePrices, moments: readonly number[]) {
  const symbols = new Set(open.map(({ symbol }) => symbol))
  for (const symbol of [...symbols]) {
    const conversion = conversionOf(symbol)
    if (conversion) symbols.add(conversion.symbol)
  }
  const closes = new Map<string, (number | undefined)[]>()
  for (const symbol of symbols) closes.set(symbol, await prices.closesBefore(symbol, moments))
  return (symbol: string, at: number) => closes.get(symbol)?.[at]
}

const conversionOf = (symbol: string) => contractTermsOf(findInstrument(symbol)!)?.conversion

/** What the lots of one direction and instrument had gained at the price of then; undefined without that. */
function profitThen(
  { symbol, direction, lotSize, lots, cost }: OpenAt,
  close: (symbol: string) => number | undefined,
): bigint | undefined {
  const conversion = conversionOf(symbol)
  const [price, pair] = [close(symbol), conversion && close(conversion.symbol)]
  if (price === undefined || (conversion && pair === undefined)) return undefined
  const value = tickValue(findInstrument(symbol)!, lotSize, conversion, pair && 2 * pair)
  return profitOfAll(value, direction as Direction, { lots, cost }, BigInt(price))
}
