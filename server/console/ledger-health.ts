import { sql } from 'kysely'
import type { LedgerHealth } from '#domain/console/contract.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { type AccountKind, FIRST_CUSTOMER, PLATFORM } from '#server/core/ledger/accounts.ts'
import { auditHistory, auditLedger, isConsistent, isUnbroken } from '#server/core/ledger/audit.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'

const CHECK_EVERY_MS = 5 * MINUTE_MS

/** Audits the ledger periodically and keeps the last result. */
export function createLedgerHealth(db: Db, clock: Clock) {
  let last: LedgerHealth | null = null

  /** `isThorough` also audits the whole history of transfers; otherwise only the balances. */
  async function check(isThorough = true): Promise<LedgerHealth> {
    const audit = await auditLedger(db)
    const { torn, broken } = isThorough ? await auditHistory(db) : { torn: [], broken: [] }
    last = {
      currencies: audit.currencies,
      accounts: audit.accounts,
      unbalanced: audit.unbalanced.map(({ currency }) => currency),
      drifted: audit.drifted.length + torn.length + broken.length,
      negative: audit.negative.length,
      isSound: isConsistent(audit) && isUnbroken({ torn, broken }),
      checkedAtMs: clock.nowMs(),
    }
    return last
  }

  const job: Job = {
    name: 'console: check the ledger',
    everyMs: CHECK_EVERY_MS,
    run: async () => void (await check(false)),
  }
  return { check, last: () => last, job }
}

/** What customers, the platform's traders, its own accounts and the outside world have, by currency. */
export async function balanceSheet(db: Db, kinds: readonly AccountKind[]) {
  const nameOf = (number: number) => kinds.find((kind) => kind.number === number)?.name ?? `kind ${number}`
  const { rows } = await sql<{ currency: number; group: SheetGroup; kind: number; balance: bigint }>`
    select currency, "group", case "group" when 'platform' then kind else 0 end as kind,
      sum(balance)::bigint as balance
    from (
      select account_currency(id) as currency, account_kind(id) as kind, balance,
        case when account_may_be_negative(id) then 'outside'
          when account_owner(id) = ${PLATFORM}::bigint then 'platform'
          when account_owner(id) < ${FIRST_CUSTOMER}::bigint then 'traders'
          else 'customers' end as "group"
      from account
    ) a
    group by 1, 2, 3 order by 3`.execute(db)

  return currencies
    .filter(({ number }) => rows.some((row) => row.currency === number))
    .map(({ code, number }) => {
      const own = rows.filter((row) => row.currency === number)
      const total = (...groups: SheetGroup[]) =>
        formatAmount(
          own.filter(({ group }) => groups.includes(group)).reduce((sum, { balance }) => sum + balance, 0n),
          code,
        )
      return {
        currency: code,
        customers: total('customers'),
        traders: total('traders'),
        platform: own
          .filter(({ group, balance }) => group === 'platform' && balance !== 0n)
          .map(({ kind, balance }) => ({ account: nameOf(kind), balance: formatAmount(balance, code) })),
        outside: total('outside'),
        platformTotal: total('platform'),
        sum: total('customers', 'traders', 'platform', 'outside'),
      }
    })
}

/** Whose accounts a line of the balance sheet adds up. */
type SheetGroup = 'customers' | 'traders' | 'platform' | 'outside'
