import type { consoleTreasury } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { type AccountId, accountId, MARKET_MAKER, platformAccount } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { wallets } from '#server/products/account-kinds.ts'
import { earnAccounts } from '#server/products/earn/accounts.ts'
import { coverage, isCovered } from '#server/products/earn/products.ts'
import { spotAccounts } from '#server/products/spot/accounts.ts'
import { walletAccounts } from '#server/products/wallet/accounts.ts'
import { listDepositAddresses } from '#server/products/wallet/deposit-addresses.ts'
import { type ProposalAction, pendingProposals, proposalView, reference } from './proposals.ts'

type Treasury = OutputOf<typeof consoleTreasury>

/** Everything the treasury page shows: what it has, where it is paid to, and what waits. */
export async function treasuryOverview(
  db: Db,
  actions: readonly ProposalAction[],
  viewer: Operator,
): Promise<Treasury> {
  const pending = []
  for (const row of await pendingProposals(db)) {
    if (row.subject.startsWith('treasury:')) pending.push(await proposalView(db, actions, row, viewer))
  }
  return { funds: await fundsOf(db), addresses: await addressesOf(db), pending }
}

/** The accounts that the page shows, by the names of its columns. */
const shown: Readonly<Record<string, (currency: string) => AccountId>> = {
  treasury: (currency) => platformAccount(walletAccounts.treasury, currency),
  interest: (currency) => platformAccount(earnAccounts.interest, currency),
  reserved: (currency) => platformAccount(earnAccounts.reserve, currency),
  marketMaker: (currency) => accountId(MARKET_MAKER, wallets.spot, 'available', currency),
  quoted: (currency) => accountId(MARKET_MAKER, wallets.spot, 'held', currency),
  fees: (currency) => platformAccount(spotAccounts.fees, currency),
  penalties: (currency) => platformAccount(earnAccounts.penalties, currency),
}

/** Every currency, also those of which the platform has nothing yet. */
async function fundsOf(db: Db): Promise<Treasury['funds']> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'balance'])
    .where(
      'id',
      'in',
      currencies.flatMap(({ code }) => Object.values(shown).map((account) => account(code))),
    )
    .execute()
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]))
  const covered = await coverage(db)
  return currencies.map(({ code }) => {
    const show = (name: keyof typeof shown) => formatAmount(balances.get(shown[name]!(code)) ?? 0n, code)
    return {
      currency: code,
      treasury: show('treasury'),
      interest: show('interest'),
      reserved: show('reserved'),
      marketMaker: show('marketMaker'),
      quoted: show('quoted'),
      fees: show('fees'),
      penalties: show('penalties'),
      isCovered: covered.filter(({ currency }) => currency === code).every(isCovered),
    }
  })
}

async function addressesOf(db: Db): Promise<Treasury['addresses']> {
  const accounts = await listDepositAddresses(db)
  const ids = accounts.flatMap(({ proposal }) => proposal ?? [])
  const proposals =
    ids.length === 0
      ? []
      : await db.selectFrom('proposal').select(['id', 'decided_at']).where('id', 'in', ids).execute()
  return accounts.map(({ proposal: id, ...account }) => {
    const proposal = proposals.find((one) => one.id === id)
    return {
      ...account,
      reference: proposal ? reference(proposal) : null,
      sinceMs: proposal?.decided_at ?? null,
    }
  })
}
