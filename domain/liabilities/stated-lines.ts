import { isSeen, type OwnAddress, type StatedChain, type StatedCurrency, type StatedLook } from './stated.ts'

/**
 * The lines of a statement about currencies. Below the line of each stand those of its chains:
 *
 *     USDT 7 1230000000 0
 *     on Ethereum main 6 0xdac1…1ec7 block 19000000 0x88e9…b3a6 2026-01-02T11:52:00.000Z
 *     deposits 3 40000000
 *     paying 0x5aAe…eAed 8000000
 *     cold 0xfB69…d359 80000000
 *
 * `on` names chain, network, decimals, the token's contract or `coin`, the block and when it was read. A chain that was not
 * read has `unseen Ethereum main last 2026-01-02T08:00:00.000Z`, or `never`.
 */

const CURRENCY = /^([A-Z0-9]{1,10}) (\d{1,2}) (\d{1,19}) (-?\d{1,20})$/
const ON =
  /^on ([A-Za-z]{1,20}) ([a-z]{1,20}) (\d{1,2}) ([A-Za-z0-9]{1,120}) block (\d{1,15}) ((?:0x)?[0-9a-f]{64}) (\S+)$/
const DEPOSITS = /^deposits (\d{1,9}) (\d{1,78})$/
const OWN = /^(paying|cold) ([A-Za-z0-9]{1,120}) (\d{1,78})$/
const UNSEEN = /^unseen ([A-Za-z]{1,20}) ([a-z]{1,20}) last (\S+)$/

const COIN = 'coin'
const NEVER = 'never'

/** What a statement says of a coin or token on a chain, line by line. */
export function chainLines({ chain, network, look }: StatedChain): string[] {
  if (!isSeen(look)) return [`unseen ${chain} ${network} last ${timeOr(look.lastAtMs)}`]
  const { decimals, token = COIN, height, hash, atMs, deposits, own } = look
  return [
    `on ${chain} ${network} ${decimals} ${token} block ${height} ${hash} ${timeOr(atMs)}`,
    `deposits ${deposits.addresses} ${deposits.amount}`,
    ...own.map(({ kind, address, amount }) => `${kind} ${address} ${amount}`),
  ]
}

const timeOr = (atMs: number | undefined): string =>
  atMs === undefined ? NEVER : new Date(atMs).toISOString()

type Building<T> = { -readonly [K in keyof T]: T[K] }

/** Reads such lines; what is none of them is left out. */
export function readCurrencies(lines: readonly string[]): StatedCurrency[] {
  const currencies: (StatedCurrency & { readonly chains: StatedChain[] })[] = []
  let look: (Building<StatedLook> & { readonly own: OwnAddress[] }) | undefined
  for (const line of lines) {
    const parts = (pattern: RegExp) => pattern.exec(line)?.slice(1)
    const [currency, on, deposits, own, unseen] = [CURRENCY, ON, DEPOSITS, OWN, UNSEEN].map(parts)
    if (currency) {
      const [code, decimals, liabilities, ledger] = currency as [string, string, string, string]
      look = undefined
      currencies.push({
        ...{ code, decimals: Number(decimals), liabilities: BigInt(liabilities), ledger: BigInt(ledger) },
        chains: [],
      })
    } else if (on) {
      const [chain, network, decimals, token, height, hash, time] = on as [
        ...[string, string, string, string, string, string, string],
      ]
      look = {
        ...{ atMs: Date.parse(time), height: Number(height), hash, decimals: Number(decimals) },
        ...{ token: token === COIN ? undefined : token, deposits: { addresses: 0, amount: 0n }, own: [] },
      }
      currencies.at(-1)?.chains.push({ chain, network, look })
    } else if (deposits) {
      const [addresses, amount] = deposits as [string, string]
      if (look) look.deposits = { addresses: Number(addresses), amount: BigInt(amount) }
    } else if (own) {
      const [kind, address, amount] = own as [OwnAddress['kind'], string, string]
      look?.own.push({ kind, address, amount: BigInt(amount) })
    } else if (unseen) {
      const [chain, network, time] = unseen as [string, string, string]
      look = undefined
      const lastAtMs = time === NEVER ? undefined : Date.parse(time)
      currencies.at(-1)?.chains.push({ chain, network, look: { lastAtMs } })
    }
  }
  return currencies
}
