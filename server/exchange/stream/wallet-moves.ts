import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { Reason } from '#domain/reasons.ts'
import { spotReasons } from '#domain/spot/reasons.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { type AccountId, accountParts, accountRange } from '#server/core/ledger/accounts.ts'
import { UNDER_WAY_MS } from '#server/core/ledger/history.ts'
import { walletOf, wallets } from '#server/core/ledger/wallets.ts'
import type { Clock } from '#server/platform/clock.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import { moment } from '#server/platform/db/moment.ts'

/**
 * What moves customers' wallets beside their orders: deposits, withdrawals, transfers and what products pay.
 *
 * Read from the ledger, whoever wrote it: a job of another process tells nobody here. In every account the numbers of transfers
 * follow its balances, so what comes after the last one that was told is all that is new, and each is told once.
 */

/** Told by what an order's own messages say. Of contracts, all but what comes from another wallet is of positions. */
const ofOrders: readonly Reason[] = spotReasons
const intoContracts: readonly Reason[] = ['account-transfer', 'demo-grant']

const told = ['funding', 'spot', 'contract'] as const satisfies readonly WalletType[]

/** One transfer, by what it changed of what can be spent of a wallet. */
export interface WalletMove {
  readonly id: bigint
  readonly walletType: WalletType
  readonly currency: string
  /** Below zero where it was taken. */
  readonly amount: bigint
  readonly atMs: number
}

/** A wallet as it stands after some moves, all of one moment. */
export interface MovedWallet {
  readonly walletType: WalletType
  readonly currency: string
  readonly available: bigint
  readonly held: bigint
}

export interface Moved {
  readonly customer: CustomerId
  readonly moves: readonly WalletMove[]
  /** Those that they moved. */
  readonly wallets: readonly MovedWallet[]
}

export interface WalletMoves {
  /** What is committed after this has returned is told. Returns: whether they were watched before. */
  watch(customer: CustomerId): Promise<boolean>
  /** What has moved since it was asked last; what could not be read is told by the next time. Forgets who is not `wanted` any more. */
  read(isWanted: (customer: CustomerId) => boolean): Promise<readonly Moved[]>
}

interface Watched {
  /** How many entries there were in all. */
  entries: bigint
  /** The last transfer of each account that was told of, or was there before. */
  readonly through: Map<AccountId, bigint>
  wantedAtMs: number
}

interface Account {
  readonly id: AccountId
  readonly owner: CustomerId
  readonly balance: bigint
  readonly version: bigint
  readonly last: bigint
}

/** From when they are watched until they listen, a handshake passes. */
const UNWANTED_MS = MINUTE_MS

export function createWalletMoves({ db, clock }: { readonly db: Db; readonly clock: Clock }): WalletMoves {
  const watched = new Map<CustomerId, Watched>()
  let reading: Promise<unknown> = Promise.resolve()

  function forgetUnwanted(isWanted: (customer: CustomerId) => boolean) {
    const nowMs = clock.nowMs()
    for (const [customer, one] of watched) {
      if (isWanted(customer)) one.wantedAtMs = nowMs
      else if (nowMs - one.wantedAtMs > UNWANTED_MS) watched.delete(customer)
    }
  }

  async function readNew(): Promise<readonly Moved[]> {
    const asked = new Map(watched)
    if (asked.size === 0) return []
    const counts = await entriesOf(db, [...asked.keys()])
    const changed = [...asked.keys()].filter((one) => counts.get(one) !== asked.get(one)!.entries)
    if (changed.length === 0) return []
    const accounts = await accountsOf(db, changed)
    const afterOf = ({ id, owner }: Account) => asked.get(owner)!.through.get(id) ?? 0n
    const newer = accounts
      .map((account) => ({ ...account, after: afterOf(account) }))
      .filter(({ last, after }) => last > after)
    const available = newer.filter(({ id }) => accountParts(id).state === 'available')
    const moves = await movesOf(db, available, clock.nowMs() - UNDER_WAY_MS)
    // Nothing has failed: what is told now is not told again.
    for (const { id, owner, last } of newer) asked.get(owner)!.through.set(id, last)
    for (const [owner, own] of Map.groupBy(accounts, (one) => one.owner))
      asked.get(owner)!.entries = sumOf(own)
    const balances = new Map(accounts.map(({ id, balance }) => [id, balance]))
    return changed.flatMap((customer) => {
      const own = moves.filter(({ owner }) => owner === customer)
      if (own.length === 0) return []
      return [{ customer, moves: own.map(({ move }) => move), wallets: walletsOf(own, balances) }]
    })
  }

  return {
    async watch(customer) {
      const known = watched.get(customer)
      if (known) {
        known.wantedAtMs = clock.nowMs()
        return true
      }
      const accounts = await accountsOf(db, [customer])
      if (watched.has(customer)) return true
      watched.set(customer, {
        ...{ entries: sumOf(accounts), wantedAtMs: clock.nowMs() },
        through: new Map(accounts.map(({ id, last }) => [id, last])),
      })
      return false
    },
    read(isWanted) {
      forgetUnwanted(isWanted)
      // One after the other: two at once would tell the same twice.
      const next = reading.then(readNew, readNew)
      reading = next.catch(() => {})
      return next
    },
  }
}

const sumOf = (accounts: readonly Account[]): bigint =>
  accounts.reduce((sum, { version }) => sum + version, 0n)

const bounds = (customers: readonly CustomerId[]) => sql`
  unnest(${arrayLiteral(customers, (customer) => customer)}::bigint[],
    ${arrayLiteral(customers, (customer) => accountRange(customer)[0])}::bigint[],
    ${arrayLiteral(customers, (customer) => accountRange(customer)[1])}::bigint[]) o (owner, first, last)`

const kinds = () =>
  sql`account_kind(a.id) = any(${arrayLiteral(told, (type) => BigInt(wallets[type].number))}::integer[])`

/** How many entries each customer's wallets have: what has none more has not moved. */
async function entriesOf(db: Db, customers: readonly CustomerId[]): Promise<Map<CustomerId, bigint>> {
  const { rows } = await sql<{ owner: CustomerId; entries: bigint }>`
    select o.owner, coalesce(sum(a.version), 0)::bigint as entries from ${bounds(customers)}
    left join account a on a.id between o.first and o.last and ${kinds()} group by o.owner`.execute(db)
  return new Map(rows.map(({ owner, entries }) => [owner, entries]))
}

async function accountsOf(db: Db, customers: readonly CustomerId[]): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select a.id, o.owner, a.balance, a.version, a.last_transfer as last from ${bounds(customers)}
    join account a on a.id between o.first and o.last and ${kinds()}`.execute(db)
  return rows
}

/** What moved some accounts after one transfer, through another; `fromMs`: nothing of it is older. */
async function movesOf(db: Db, accounts: readonly (Account & { readonly after: bigint })[], fromMs: number) {
  if (accounts.length === 0) return []
  const { rows } = await sql<{ id: bigint; account: AccountId; amount: bigint; at: number }>`
    select e.transfer_id as id, e.account_id as account, e.amount, e.created_at as at
    from unnest(${arrayLiteral(accounts, ({ id }) => id)}::bigint[],
      ${arrayLiteral(accounts, ({ after }) => after)}::bigint[],
      ${arrayLiteral(accounts, ({ last }) => last)}::bigint[]) o (account, after, last)
    join entry e on e.account_id = o.account and e.transfer_id > o.after and e.transfer_id <= o.last
      and e.created_at >= ${moment(fromMs)}
    join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
    where case when account_kind(e.account_id) = ${sql.lit(wallets.contract.number)}
      then t.reason = any(${textArrayLiteral(intoContracts, String)}::text[])
      else t.reason <> all(${textArrayLiteral(ofOrders, String)}::text[]) end
    order by e.transfer_id`.execute(db)
  return rows.map(({ id, account, amount, at }) => {
    const { owner, kind, currency } = accountParts(account)
    const move: WalletMove = { id, walletType: walletOf(kind)!, currency, amount, atMs: Number(at) }
    return { owner: owner as CustomerId, account, move }
  })
}

/** The wallets of some moves, with both sides of each. */
function walletsOf(
  moves: readonly { readonly account: AccountId; readonly move: WalletMove }[],
  balances: ReadonlyMap<AccountId, bigint>,
): MovedWallet[] {
  const accounts = new Map(moves.map(({ account, move }) => [account, move]))
  return [...accounts].map(([account, { walletType, currency }]) => ({
    ...{ walletType, currency },
    available: balances.get(account) ?? 0n,
    // The side that is held is the next number.
    held: balances.get((account | 1n) as AccountId) ?? 0n,
  }))
}
