import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { StatementEventView } from '#domain/statement/contract.ts'
import {
  type EventKind,
  type EventName,
  eventKey,
  eventKindOf,
  eventRules,
  SHARED,
} from '#domain/statement/events.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { type AccountId, accountParts } from '#server/core/ledger/accounts.ts'
import type { EventContent, LedgerEvents, TransferOf } from '#server/core/ledger/events.ts'
import { readableFromMs, type Sides } from '#server/core/ledger/moved/moved.ts'
import { type PageInput, type PageSlice, pageOf } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { entriesOfRequest, statementRows, sumRequests } from './both.ts'
import {
  accountsOf,
  entryView,
  filterOf,
  MAX_SUMMED_ENTRIES,
  type StatementQuery,
  statementSums,
  walletAt,
} from './service.ts'
import {
  LAST,
  MAX_LOOKED_AT,
  newestTransfer,
  type RequestReference,
  type RequestSum,
  type StatementRow,
} from './store.ts'

/**
 * The statement by event: all that one request moved is one row, which stands where its newest entry does.
 *
 * Entries are read newest first, as by entry; what each is of says the product that made it, and all of a request is
 * then read by what its transfers refer to. So a page costs its own events, however long the past is.
 */

/** What the products tell of their transfers. */
export type EventSources = readonly LedgerEvents[]

/** Entries that are read at once while events are looked for. */
const ROWS_A_PART = 400

/** One request, or one transfer that several share. */
interface Subject {
  readonly kind: EventName
  readonly request: bigint
}

/** An event, and its newest entry. The first three are its place in the list. */
interface EventRow extends Subject {
  /** The newest transfer that the list knows: a page goes on with what was there when the first one was read. */
  readonly up_to: bigint
  readonly transfer_id: bigint
  readonly account_id: AccountId
  readonly newest: StatementRow
  readonly sums: readonly RequestSum[]
  readonly content: EventContent | undefined
}

type Filter = Awaited<ReturnType<typeof filterOf>>

/**
 * One page of events, newest first, and with the first one the sums of the whole filter.
 *
 * The pages that follow by the cursor show the ledger as it was at the first: what comes later moves nothing in them, so
 * that every event is listed once.
 *
 * Refuses: PARAMETER_ERROR for a page number too deep to count to; the cursor goes any depth.
 */
export async function eventPage(
  on: Sides,
  sources: EventSources,
  customer: CustomerId,
  question: StatementQuery,
  page: PageInput,
) {
  const filter = await filterOf(on.db, customer, question)
  let resumeAt: readonly bigint[] | undefined
  const { items, next } = await pageOf(
    page,
    ['up_to', 'transfer_id', 'account_id'],
    async (slice) => {
      const found = await findEvents(on, sources, customer, filter, slice)
      resumeAt = found.resumeAt
      return found.events.slice(slice.offset)
    },
    (row: EventRow) => eventView(row),
  )
  const isFirst = page.cursor === undefined && page.page === 1
  return {
    items,
    next: next ?? resumeAt?.join('.') ?? null,
    sums: isFirst ? await statementSums(on, customer, question, MAX_SUMMED_ENTRIES) : null,
    keptFromMs: (await readableFromMs(on)) ?? null,
  }
}

/** The events of a slice and those before its offset, and where to go on when enough was looked at. */
async function findEvents(
  on: Sides,
  sources: EventSources,
  customer: CustomerId,
  filter: Filter,
  slice: PageSlice,
): Promise<{ events: EventRow[]; resumeAt: readonly bigint[] | undefined }> {
  const upTo = slice.after?.[0] ?? (await newestTransfer(on.db, filter.accounts))
  const wanted = slice.offset + slice.limit
  const events: EventRow[] = []
  const seen = new Set<string>()
  let after: readonly bigint[] = slice.after?.slice(1) ?? [upTo, LAST]
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += ROWS_A_PART) {
    const part = await statementRows(on, { ...filter, after, offset: 0, limit: ROWS_A_PART })
    const subjects = await subjectsOf(on.db, sources, customer, part.rows)
    const unseen = uniqueSubjects(subjects).filter((subject) => !seen.has(keyOf(subject)))
    for (const subject of unseen) seen.add(keyOf(subject))
    const known = await readSubjects(on, sources, customer, { ...filter, upTo }, unseen)
    for (const [at, newest] of part.rows.entries()) {
      const subject = subjects[at]!
      const { sums = [], content } = known.get(keyOf(subject)) ?? {}
      // Listed at its newest entry alone: on this page, or on one before.
      if (!isNewest(newest, sums)) continue
      const { transfer_id, account_id } = newest
      events.push({ ...subject, up_to: upTo, transfer_id, account_id, newest, sums, content })
      if (events.length === wanted) return { events, resumeAt: undefined }
    }
    const last = part.rows.at(-1)
    if (part.resumeAt) return { events, resumeAt: [upTo, ...part.resumeAt] }
    if (!last || part.rows.length < ROWS_A_PART) return { events, resumeAt: undefined }
    after = [last.transfer_id, last.account_id]
  }
  return { events, resumeAt: [upTo, ...after] }
}

const keyOf = ({ kind, request }: Subject): string => eventKey(kind, request)

const uniqueSubjects = (subjects: readonly Subject[]): Subject[] => [
  ...new Map(subjects.map((subject) => [keyOf(subject), subject])).values(),
]

/** Whether an entry is the newest of all that an event's sums are of, in the order of the statement. */
const isNewest = ({ transfer_id, account_id }: StatementRow, sums: readonly RequestSum[]): boolean =>
  sums.length > 0 &&
  sums.every(
    (sum) => sum.newest < transfer_id || (sum.newest === transfer_id && sum.account_id <= account_id),
  )

/** What each of these entries is of. */
async function subjectsOf(
  db: Db,
  sources: EventSources,
  customer: CustomerId,
  rows: readonly (TransferOf & { readonly transfer_id: bigint })[],
): Promise<Subject[]> {
  const byKind = Map.groupBy(rows, ({ reason }) => eventKindOf(reason))
  const requests = new Map<EventKind, ReadonlyMap<bigint, bigint>>()
  for (const { kind, requestsOf } of sources) {
    const own = byKind.get(kind)
    if (own && requestsOf) requests.set(kind, await requestsOf(db, customer, own))
  }
  return rows.map(({ reason, reference, transfer_id }) => {
    const kind = eventKindOf(reason)
    const found = kind && requests.get(kind)
    const request = found ? found.get(reference) : reference
    return kind && request ? { kind, request } : { kind: SHARED, request: transfer_id }
  })
}

interface Known {
  readonly sums: readonly RequestSum[]
  readonly content: EventContent | undefined
}

/** What these requests are, and what they did to the accounts in view. */
async function readSubjects(
  on: Sides,
  sources: EventSources,
  customer: CustomerId,
  filter: Pick<Filter, 'accounts' | 'fromMs' | 'toMs'> & { readonly upTo: bigint },
  subjects: readonly Subject[],
): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  for (const [kind, own] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const requests = own.map(({ request }) => request)
    const { contents, ...of } = await transfersOf(on.db, sources, customer, kind, requests)
    const sums = await sumRequests(on, { ...filter, ...of })
    const byRequest = Map.groupBy(sums, ({ request }) => request)
    for (const subject of own) {
      const { request } = subject
      known.set(keyOf(subject), { sums: byRequest.get(request) ?? [], content: contents.get(request) })
    }
  }
  return known
}

/** What requests of one kind are, and how their transfers are found. */
async function transfersOf(
  db: Db,
  sources: EventSources,
  customer: CustomerId,
  kind: Subject['kind'],
  requests: readonly bigint[],
) {
  const itself = (request: bigint): RequestReference => ({ request, reference: request })
  if (kind === SHARED)
    return { contents: new Map<bigint, EventContent>(), references: requests.map(itself), reasons: undefined }
  const source = sources.find((one) => one.kind === kind)
  const contents: ReadonlyMap<bigint, EventContent> =
    (await source?.read?.(db, customer, requests)) ?? new Map()
  const references = requests.flatMap((request) => [
    itself(request),
    ...(contents.get(request)?.references ?? []).map((reference) => ({ request, reference })),
  ])
  return { contents, references, reasons: eventRules(kind).reasons }
}

/**
 * One event with its entries, oldest first, of all the customer's accounts.
 *
 * Refuses: NOT_FOUND for an event that moved nothing of the customer's.
 */
export async function eventEntries(
  on: Sides,
  sources: EventSources,
  customer: CustomerId,
  { kind, request }: Subject,
  page: PageInput,
) {
  const accounts = await accountsOf(on.db, customer, undefined, undefined)
  const { contents, ...of } = await transfersOf(on.db, sources, customer, kind, [request])
  const sums = await sumRequests(on, { ...of, accounts, upTo: LAST, fromMs: undefined, toMs: undefined })
  const newestId =
    sums
      .map((sum) => sum.newest)
      .toSorted(ascending)
      .at(-1) ?? 0n
  const after = [newestId, -1n]
  const [newest] = await entriesOfRequest(on, { ...of, accounts, after, offset: 0, limit: 1 })
  if (!newest) throw refusal('NOT_FOUND')
  const entries = await pageOf(
    page,
    ['transfer_id', 'account_id'],
    (slice) => entriesOfRequest(on, { ...of, accounts, ...slice }),
    entryView,
  )
  return { ...entries, event: eventView({ kind, request, newest, sums, content: contents.get(request) }) }
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : 1)

/** An event as its customer sees it. */
function eventView({
  kind,
  request,
  newest,
  sums,
  content,
}: Pick<EventRow, 'kind' | 'request' | 'newest' | 'sums' | 'content'>): StatementEventView {
  const amounts = [...Map.groupBy(sums, ({ account_id }) => accountParts(account_id).currency)].map(
    ([currency, own]) => ({
      currency,
      net: own.reduce((sum, { net }) => sum + net, 0n),
      moved: own.reduce((sum, { net }) => (net > 0n ? sum + net : sum), 0n),
    }),
  )
  return {
    id: String(request),
    kind,
    variant: content?.variant ?? null,
    state: content?.state ?? null,
    params: content?.params ?? {},
    reason: newest.reason,
    walletTypes: walletTypesOf(sums),
    amounts: amounts.sort(outFirst).map(({ currency, net, moved }) => ({
      currency,
      net: formatAmount(net, currency),
      moved: formatAmount(moved, currency),
    })),
    entries: sums.reduce((count, { entries }) => count + entries, 0),
    atMs: newest.created_at,
  }
}

const outFirst = (a: { net: bigint }, b: { net: bigint }): number => Number(b.net < 0n) - Number(a.net < 0n)

/** The wallets that an event is of, those it left first. */
const walletTypesOf = (sums: readonly RequestSum[]): WalletType[] => [
  ...new Set(sums.toSorted(outFirst).map(({ account_id }) => walletAt(account_id))),
]
