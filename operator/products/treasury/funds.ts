import type { OutputOf } from '#domain/endpoint.ts'
import type { consoleTreasury } from '#domain/treasury/console.ts'
import { TREASURY } from '#domain/treasury/rules.ts'

export type Treasury = OutputOf<typeof consoleTreasury>
/** What the platform has in one currency. */
export type Funds = Treasury['funds'][number]

/** The balance of one fund, by the server's name of it. */
export const balanceOf = (funds: Funds, name: string): string =>
  funds.balances.find(({ fund }) => fund === name)?.balance ?? '0'

/** The fund that all others are filled from, then those others in their order. */
export const treasuryFirst = <Fund extends { readonly name: string }>(funds: readonly Fund[]): Fund[] => [
  ...funds.filter(({ name }) => name === TREASURY),
  ...funds.filter(({ name }) => name !== TREASURY),
]
