import { sql } from 'kysely'
import type { LedgerHealth } from '#domain/console/contract.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/core/clock.ts'
import { FIRST_CUSTOMER, houseAccounts, MARKET_MAKER } from '#server/core/ledger/accounts.ts'
import { auditHistory, auditLedger, isSound, isUnbroken } from '#server/core/ledger/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'

const CHECK_EVERY_MS = 5 * MINUTE_MS

/** Checks the books from time to time and remembers the last answer. */
export function createLedgerHealth(db: Db, clock: Clock) {
  let last: LedgerHealth | null = null

  /** `isThorough` looks at every transfer that ever was, for whoever asks; otherwise only at what they led to. */
  async function check(isThorough = true): Promise<LedgerHealth> {
    const audit = await auditLedger(db)
    const { torn, broken } = isThorough ? await auditHistory(db) : { torn: [], broken: [] }
    last = {
      currencies: audit.currencies,
      accounts: audit.accounts,
      unbalanced: audit.unbalanced.map(({ currency }) => currency),
      drifted: audit.drifted.length + torn.length + broken.length,
      negative: audit.negative.length,
      isSound: isSound(audit) && isUnbroken({ torn, broken }),
      checkedAtMs: clock.nowMs(),
    }
    return last
  }

  const job: Job = {
    name: 'console: check the books',
    everyMs: CHECK_EVERY_MS,
    run: async () => void (await check(false)),
  }
  return { check, last: () => last, job }
}

/** What customers, the house's traders, its own accounts and the outside world hold, by currency. */
export async function balanceSheet(db: Db) {
  const { rows } = await sql<{ currency: number; owner: bigint; balance: bigint }>`
    select currency, case
        when owner < ${MARKET_MAKER}::bigint then owner
        when owner < ${FIRST_CUSTOMER}::bigint then ${MARKET_MAKER}::bigint
        else ${FIRST_CUSTOMER}::bigint
      end as owner, sum(balance)::bigint as balance
    from (select ((id / 8) % 512)::int as currency, id / 4096 as owner, balance from account) a
    group by 1, 2`.execute(db)

  return currencies
    .filter(({ number }) => rows.some((row) => row.currency === number))
    .map(({ code, number }) => {
      const own = rows.filter((row) => row.currency === number)
      const of = (owner: bigint) => own.find((row) => row.owner === owner)?.balance ?? 0n
      const total = (of: (owner: bigint) => boolean) =>
        own.filter((row) => of(row.owner)).reduce((sum, row) => sum + row.balance, 0n)
      return {
        currency: code,
        customers: formatAmount(of(FIRST_CUSTOMER), code),
        traders: formatAmount(of(MARKET_MAKER), code),
        house: Object.entries(houseAccounts)
          .filter(([account, owner]) => account !== 'outside' && of(owner) !== 0n)
          .map(([account, owner]) => ({ account, balance: formatAmount(of(owner), code) })),
        outside: formatAmount(of(houseAccounts.outside), code),
        houseTotal: formatAmount(
          total((owner) => owner < MARKET_MAKER && owner !== houseAccounts.outside),
          code,
        ),
        sum: formatAmount(
          total(() => true),
          code,
        ),
      }
    })
}
