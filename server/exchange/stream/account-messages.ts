import { type DecimalString, formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { ChangedWallet } from '#domain/wallet/contract.ts'
import { idNumber } from '../number.ts'
import type { positionFigures } from './contract-orders.ts'
import type { MovedWallet, WalletMove } from './wallet-moves.ts'

/** What the stream of a customer's own says of what they have. */

/** One move of a spot wallet that no order made. `i` tells it from any other. */
export const balanceUpdate = (move: WalletMove, nowMs: number) => moveMessage('balanceUpdate', move, nowMs)

/** The same of the funding wallet, under a name that clients do not add to what they know of spot. */
export const fundingUpdate = (move: WalletMove, nowMs: number) =>
  moveMessage('fundingBalanceUpdate', move, nowMs)

const moveMessage = (e: string, { id, currency, amount, atMs }: WalletMove, nowMs: number) => ({
  ...{ e, E: nowMs, a: currency, d: amountOf(currency, amount), T: atMs, i: idNumber(id) },
})

const amountOf = (currency: string, amount: bigint): DecimalString =>
  formatDecimal(amount, findCurrency(currency)!.decimals)

/** A wallet as a product tells it. */
export const shownWallet = ({ currency, available, held }: MovedWallet) => ({
  currency,
  available: amountOf(currency, available),
  held: amountOf(currency, held),
})

/** The contract wallet after a transfer into it or out of it. */
export const transferUpdate = (move: WalletMove, wallet: MovedWallet, nowMs: number) => {
  const { currency, available, held } = wallet
  const changed = {
    ...{ a: currency, wb: amountOf(currency, available + held), cw: amountOf(currency, available) },
    bc: amountOf(currency, move.amount),
  }
  const m = move.amount < 0n ? 'WITHDRAW' : 'DEPOSIT'
  return { e: 'ACCOUNT_UPDATE', E: nowMs, T: move.atMs, i: idNumber(move.id), a: { m, B: [changed], P: [] } }
}

/** Spot wallets that changed, as they stand. */
export const accountPosition = (
  wallets: readonly Pick<ChangedWallet, 'currency' | 'available' | 'held'>[],
  nowMs: number,
) => ({
  e: 'outboundAccountPosition',
  E: nowMs,
  u: nowMs,
  B: wallets.map(({ currency, available, held }) => ({ a: currency, f: available, l: held })),
})

/** The account of contracts: what is in the wallet, and the positions that changed. */
export const accountUpdate = (
  told: {
    readonly wallets: readonly ChangedWallet[]
    readonly positions: readonly ReturnType<typeof positionFigures>[]
    readonly reason: string
  },
  nowMs: number,
) => ({
  e: 'ACCOUNT_UPDATE',
  E: nowMs,
  T: nowMs,
  a: {
    m: told.reason,
    B: told.wallets.map(({ currency, available, held }) => ({
      a: currency,
      wb: sumOf(currency, available, held),
      cw: available,
      bc: '0',
    })),
    P: told.positions,
  },
})

/** Two amounts of a currency together. */
function sumOf(currency: string, one: string, other: string): string {
  const { decimals } = findCurrency(currency)!
  return formatDecimal(parseDecimal(one, decimals)! + parseDecimal(other, decimals)!, decimals)
}
