import type { OutputOf } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import type { accountDeletion, UnfinishedView } from '#domain/privacy/contract.ts'
import { GRACE_MS, MAX_REST_CENTS } from '#domain/privacy/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { centsOfSum, exactUsd } from '#domain/wallet/rules.ts'
import { fundRecordsOf } from '#server/core/fund-records.ts'
import { balancesOf } from '#server/core/ledger/ledger.ts'
import { walletOf } from '#server/core/ledger/wallets.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Context } from '#server/platform/http/context.ts'
import { eraseSessions, eraseSignIns } from '#server/users/deletion.ts'
import {
  type DeletionRow,
  dueDeletions,
  insertDeletion,
  openDeletion,
  stepDeletion,
} from '#server/users/deletion-store.ts'
import { notify } from '#server/users/notices.ts'
import { lockCustomer } from '#server/users/store.ts'
import { endKeys } from '../apikey/service.ts'
import type { ProductDeps } from '../product.ts'
import { eraseVerified } from '../verification/service.ts'
import { usdPrices } from '../wallet/service.ts'

/** How an account ends: asked for by its owner, refused while anything is unfinished, carried out after 14 days. */

export type DeletionDeps = Pick<
  ProductDeps,
  'db' | 'clock' | 'log' | 'markets' | 'products' | 'asOwner' | 'sessions' | 'privateData' | 'uploads'
>

/** How many requests for funds are looked at: one is enough to refuse. */
const MAX_REQUESTS = 100
/** How many deletions one run carries out. */
const MAX_DUE = 50

/** What keeps an account from being deleted, and the rests that do not. */
export async function unfinishedOf(
  { products, markets }: Pick<DeletionDeps, 'products' | 'markets'>,
  tx: Tx,
  customer: CustomerId,
  nowMs: number,
): Promise<{ unfinished: UnfinishedView[]; rests: OutputOf<typeof accountDeletion>['rests'] }> {
  const unfinished: UnfinishedView[] = []
  const none = { place: null, currency: null, amount: null }
  for (const { debts } of products) {
    for (const { currency, amount } of (await debts?.(tx, customer, nowMs)) ?? [])
      if (amount > 0n)
        unfinished.push({ ...none, kind: 'debt', currency, amount: formatAmount(amount, currency), count: 1 })
  }
  const balances = (await balancesOf(tx, customer)).filter(({ available, held }) => available + held > 0n)
  const price = usdPrices((symbol) => markets.lastPrice(symbol))
  const areRests = balances.every(
    ({ kind, held, currency }) => walletOf(kind) !== undefined && held === 0n && price(currency),
  )
  const values = areRests
    ? balances.map(({ available, currency }) => exactUsd(available, currency, price(currency)!))
    : []
  const isRest = areRests && centsOfSum(values) < MAX_REST_CENTS
  if (!isRest)
    for (const { kind, currency, available, held } of balances) {
      const place = walletOf(kind) ?? placeOf(products, kind)
      const amount = formatAmount(available + held, currency)
      unfinished.push({ kind: 'money', place, currency, amount, count: 1 })
    }
  const sources = products.flatMap(({ fundRecords }) => fundRecords ?? [])
  const pending = { status: 'pending', after: undefined, offset: 0, limit: MAX_REQUESTS } as const
  const requests = new Map<string, number>()
  for (const { kind } of sources.length ? await fundRecordsOf(tx, sources, customer, pending) : [])
    requests.set(kind, (requests.get(kind) ?? 0) + 1)
  for (const [place, count] of requests) unfinished.push({ ...none, kind: 'request', place, count })
  for (const { belongings } of products)
    for (const { kind, count } of (await belongings?.(tx, customer)) ?? [])
      if (count > 0) unfinished.push({ ...none, kind, count })
  const rests = isRest
    ? balances.map(({ currency, available }) => ({ currency, amount: formatAmount(available, currency) }))
    : []
  return { unfinished, rests }
}

/** The product that a kind of account is of. */
const placeOf = (products: DeletionDeps['products'], kind: number): string | null =>
  products.find(({ accounts }) => Object.values(accounts ?? {}).some((one) => one.number === kind))?.name ??
  null

/** What stands in the way of a deletion, in the order in which a customer ends it. */
export async function deletionState(deps: DeletionDeps, ctx: Context) {
  const state = await ctx.db
    .transaction()
    .execute((tx) => unfinishedOf(deps, tx, ctx.customer.id, ctx.clock.nowMs()))
  return { ...state, graceDays: GRACE_MS / DAY_MS }
}

/**
 * Asks for it. All sessions and keys of programs end; signing in within 14 days cancels it.
 *
 * Refuses: as `asOwner`; ACCOUNT_NOT_EMPTY with what there is; DEMO_ACCOUNT for the demonstration's own customer.
 */
export async function askDeletion(
  deps: DeletionDeps,
  ctx: Context,
  given: { password?: string | undefined; factorCode?: string | undefined },
): Promise<{ dueAtMs: number }> {
  const { id } = ctx.customer
  const { dueAtMs, revocation } = await deps.asOwner(ctx, given, async (tx) => {
    const nowMs = ctx.clock.nowMs()
    const customer = await lockCustomer(tx, id, 'to change')
    if (customer.is_demo) throw refusal('DEMO_ACCOUNT')
    const { unfinished } = await unfinishedOf(deps, tx, id, nowMs)
    if (unfinished.length > 0)
      throw refusal('ACCOUNT_NOT_EMPTY', { things: unfinished.map(named).join(', ') })
    if (!(await openDeletion(tx, id))) await insertDeletion(tx, id, nowMs)
    await notify(tx, customer, { kind: 'deletionAsked' }, nowMs)
    // Their programs would go on, and only signing in cancels it.
    await endKeys(tx, id, nowMs)
    return { dueAtMs: nowMs + GRACE_MS, revocation: await deps.sessions.end(tx, id, {}) }
  })
  deps.sessions.announce(revocation)
  deps.log.info({ customer: String(id) }, 'the deletion of an account was asked for')
  return { dueAtMs }
}

/** One thing in the way, as the refusal lists it. @example 'spot 12.5 USDT' */
const named = ({ kind, place, amount, currency, count }: UnfinishedView): string =>
  amount === null ? `${place ?? kind} (${count})` : `${place ?? kind} ${amount} ${currency}`

/**
 * Carries out what has waited, a customer at a time: first nobody can sign in any more and the contacts are free for others, then
 * the products erase what they keep. What was begun before the server stopped goes on.
 */
export async function carryOutDeletions(deps: DeletionDeps): Promise<void> {
  const { db, clock } = deps
  const nowMs = clock.nowMs()
  await eachAlone(await dueDeletions(db, nowMs, MAX_DUE), async (due) => {
    const row = due.status === 'asked' ? await begin(deps, due, nowMs) : due
    if (!row) return
    await eraseVerified({ ...deps, products: deps.products }, row.customer_id, nowMs)
    await db.transaction().execute(async (tx) => {
      await lockCustomer(tx, row.customer_id, 'to change')
      for (const { forget } of deps.products) await forget?.(tx, row.customer_id, nowMs)
      await eraseSessions(tx, row.customer_id)
      await stepDeletion(tx, row, 'done', nowMs)
    })
    deps.log.info({ customer: String(row.customer_id) }, 'an account was deleted')
  })
}

/** Begins one; undefined where it was cancelled meanwhile, or is stopped because something came in. */
async function begin(deps: DeletionDeps, due: DeletionRow, nowMs: number): Promise<DeletionRow | undefined> {
  const { db, sessions } = deps
  const begun = await db.transaction().execute(async (tx) => {
    const customer = await lockCustomer(tx, due.customer_id, 'to change')
    const deletion = await openDeletion(tx, customer.id)
    if (deletion?.id !== due.id || deletion.status !== 'asked') return undefined
    const { unfinished } = await unfinishedOf(deps, tx, customer.id, nowMs)
    if (unfinished.length > 0) {
      await stepDeletion(tx, deletion, 'stopped', nowMs)
      await notify(tx, customer, { kind: 'deletionStopped' }, nowMs)
      return undefined
    }
    await stepDeletion(tx, deletion, 'erasing', nowMs)
    await notify(tx, customer, { kind: 'deletionDone' }, nowMs)
    await eraseSignIns(tx, customer)
    return sessions.end(tx, customer.id, {})
  })
  if (!begun) return undefined
  sessions.announce(begun)
  return { ...due, status: 'erasing' }
}
