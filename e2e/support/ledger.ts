import { expect } from 'vitest'
import { statement } from '#domain/statement/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { ask } from './customer.ts'
import { unitsOf } from './figures.ts'
import type { Plumb } from './plumb.ts'

/** Every entry of a customer's accounts, from the newest back to the first. */
export async function allEntries(plumb: Plumb, token: string) {
  const entries = []
  let cursor: string | null | undefined
  do {
    const page = await ask(plumb, token, statement, { limit: '100', ...(cursor && { cursor }) })
    entries.push(...page.items)
    cursor = page.next
  } while (cursor)
  return entries
}

/** Checks that the statement explains every balance to the last unit: the sum of its entries, account by account. */
export async function expectStatementEqualsBalances(plumb: Plumb, token: string): Promise<void> {
  const sums = new Map<string, bigint>()
  for (const { currency, walletType, state, amount } of await allEntries(plumb, token)) {
    const account = `${currency} ${walletType} ${state}`
    sums.set(account, (sums.get(account) ?? 0n) + unitsOf(amount, currency))
  }
  const { holdings } = await ask(plumb, token, walletList, {})
  for (const { currency, wallets } of holdings) {
    for (const { walletType, available, held } of wallets) {
      const account = `${currency} ${walletType}`
      expect(unitsOf(available, currency), `${account} available`).toBe(
        sums.get(`${account} available`) ?? 0n,
      )
      expect(unitsOf(held, currency), `${account} held`).toBe(sums.get(`${account} held`) ?? 0n)
    }
  }
}
