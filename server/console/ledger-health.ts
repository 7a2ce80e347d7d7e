import { sql } from 'kysely'
import type { Logger } from 'pino'
import { differencesOf, type LedgerHealth } from '#domain/console/contract.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { type AccountId, type AccountKind, FIRST_CUSTOMER, PLATFORM } from '#server/core/ledger/accounts.ts'
import {
  type Audit,
  auditBalances,
  auditHistory,
  auditLedger,
  driftError,
  errorsOfHistory,
  MAX_REPORTED,
  tornError,
} from '#server/core/ledger/audit.ts'
import {
  checkpointChainErrors,
  type SeenCheckpoint,
  type Signer,
  seeNewest,
} from '#server/core/ledger/checkpoint.ts'
import { type NewEntriesAudit, verifyNewEntries } from '#server/core/ledger/verify.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'

const CHECK_EVERY_MS = MINUTE_MS
/** A check takes no more of the time than one part in so many, and waits for no longer than this. */
const REST = { times: 20, mostMs: 5 * MINUTE_MS }
/** Somebody waits for it. */
const FIRST_LOOK_MS = SECOND_MS

interface LedgerHealthDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly signer: Signer
}

/** What of an audit is said: of accounts that drifted, and are not named among the errors, only how many. */
type Audited = Omit<Audit, 'drifted'> & { readonly drifted: readonly unknown[] }

/** Checks the ledger periodically and keeps the last result. */
export function createLedgerHealth({ db, clock, log, signer }: LedgerHealthDeps) {
  let last: LedgerHealth | null = null
  let restsUntilMs = 0
  /** What the last check of everything found in what is verified once: a check of what is new says nothing of it. */
  let errorsInAll: readonly string[] = []
  /** The accounts that these name as drifted. */
  let namedInAll: ReadonlySet<bigint> = new Set()
  /** The newest checkpoint as this process saw it, which nobody can set back in the database. */
  let seen: SeenCheckpoint | undefined

  let checking: Promise<LedgerHealth> | undefined

  /** Balances, and the entries since the last signed checkpoint; then signs the next. Never overlaps itself. */
  function checkNew(limits?: { readonly runMs: number }): Promise<LedgerHealth> {
    checking ??= check(limits).finally(() => {
      checking = undefined
    })
    return checking
  }

  async function check(limits?: { readonly runMs: number }): Promise<LedgerHealth> {
    const balances = await auditBalances(db)
    const fresh = await verifyNewEntries(db, signer, clock.nowMs(), { ...limits, seen })
    if (fresh.checkpoint.length === 0) seen = await seeNewest(db)
    const drifted = fresh.drifted.filter((account) => !namedInAll.has(account))
    return keep({ ...balances, drifted }, [...errorsOfNew(fresh), ...errorsInAll])
  }

  /** The last result; before the first, that of a short check, or null while a longer one is under way. */
  const latest = async (): Promise<LedgerHealth | null> =>
    last ?? (checking ? null : await checkNew({ runMs: FIRST_LOOK_MS }))

  let checkingAll: Promise<LedgerHealth> | undefined

  /** Everything, from the first entry on: what an operator asks for. Who asks meanwhile gets the answer of the same check. */
  function checkAll(): Promise<LedgerHealth> {
    checkingAll ??= checkEverything().finally(() => {
      checkingAll = undefined
    })
    return checkingAll
  }

  async function checkEverything(): Promise<LedgerHealth> {
    const audit = await auditLedger(db)
    const history = errorsOfHistory(await auditHistory(db))
    const signed = await checkpointChainErrors(db, signer.publicKey)
    const named = audit.drifted.slice(0, MAX_REPORTED)
    namedInAll = new Set(named.map(({ account }) => account))
    errorsInAll = [...named.map(driftError), ...history, ...signed]
    return keep({ ...audit, drifted: audit.drifted.slice(MAX_REPORTED) }, errorsInAll)
  }

  function keep(audit: Audited, errors: readonly string[]): LedgerHealth {
    const found = {
      unbalanced: audit.unbalanced.map(({ currency }) => currency),
      drifted: audit.drifted.length,
      negative: audit.negative.length,
      // Both checks can find the same.
      errors: [...new Set(errors)],
    }
    const { currencies, accounts } = audit
    const now = { ...found, currencies, accounts, checkedAtMs: clock.nowMs() }
    const isSound = differencesOf(now) === 0
    // Once, and not every minute: somebody who looks for when it began finds it.
    if (!isSound && last?.isSound !== false) log.error(found, 'the check of the ledger found differences')
    last = { ...now, isSound }
    return last
  }

  const job: Job = {
    name: 'console: check the ledger',
    everyMs: CHECK_EVERY_MS,
    async run() {
      const beginMs = performance.now()
      if (beginMs < restsUntilMs) return
      await checkNew()
      const endMs = performance.now()
      // The time to the next timer is part of it.
      restsUntilMs = endMs + Math.min((endMs - beginMs) * REST.times, REST.mostMs) - CHECK_EVERY_MS
    },
  }
  return { checkAll, latest, last: () => last, job }
}

/** What is wrong in what is new, in words; accounts that drifted are counted by themselves. */
const errorsOfNew = ({ torn, broken, checkpoint }: NewEntriesAudit): string[] => [
  ...torn.map(tornError),
  ...broken.map((account) => `account ${account}: an entry does not follow from the one before`),
  ...checkpoint,
]

/** What the balance sheet asks of a product. */
export interface SheetSource {
  readonly accounts?: Readonly<Record<string, AccountKind>>
  readonly setAside?: { readonly accounts: () => readonly AccountId[] }
}

/**
 * What customers, the platform's traders, its own accounts and the outside world have, by currency. What of the customers'
 * lies in accounts of the platform's is the customers', as in the published liabilities.
 */
export async function balanceSheet(db: Db, products: readonly SheetSource[]) {
  const kinds = products.flatMap(({ accounts }) => Object.values(accounts ?? {}))
  const setAside = products.flatMap(({ setAside }) => setAside?.accounts() ?? [])
  const nameOf = (number: number) => kinds.find((kind) => kind.number === number)?.name ?? `kind ${number}`
  const { rows } = await sql<{ currency: number; group: SheetGroup; kind: number; balance: bigint }>`
    select currency, "group", case "group" when 'platform' then kind else 0 end as kind,
      sum(balance)::bigint as balance
    from (
      select account_currency(id) as currency, account_kind(id) as kind, balance,
        case when account_may_be_negative(id) then 'outside'
          when id = any(${setAside}::bigint[]) then 'customers'
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
      const sumOf = (...groups: SheetGroup[]) =>
        own.filter(({ group }) => groups.includes(group)).reduce((sum, { balance }) => sum + balance, 0n)
      const total = (...groups: SheetGroup[]) => formatAmount(sumOf(...groups), code)
      const [owed, held] = [sumOf('customers'), -sumOf('outside')]
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
        /** What was brought in and not paid out, and what of it is the platform's and its traders'. */
        held: formatAmount(held, code),
        own: total('platform', 'traders'),
        /** What there is for what customers have, rounded down; null where nothing is owed. */
        coverageBps: owed === 0n ? null : Number((held * 10_000n) / owed),
      }
    })
}

/** Whose accounts a line of the balance sheet adds up. */
type SheetGroup = 'customers' | 'traders' | 'platform' | 'outside'
