import { createHash, randomBytes } from 'node:crypto'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { SessionView } from '#domain/user/contract.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { leaveOutIfReadOnly } from '#server/platform/db/errors.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { nextId } from '#server/platform/ids.ts'
import { sweepInSteps } from '#server/platform/sweeps.ts'
import { forgetDevicesOf } from './second-factor-store.ts'
import { sessionDevice } from './store.ts'

/** See docs/decisions/sessions.md. */
export const IDLE_MS = 7 * DAY_MS
export const ABSOLUTE_MS = 30 * DAY_MS
const TOUCH_MS = MINUTE_MS
const CACHE_MS = 30 * SECOND_MS
const MAX_CACHED = 20_000
/** How many sessions one query reads. */
const MAX_READ = 1_000
const TOKEN = /^[\w-]{43}$/

/** Revoked sessions. */
export interface Revocation {
  readonly customerId: CustomerId
  readonly sessionIds: readonly bigint[]
}

/**
 * Which sessions end, all without any; `atMs` is now unless it is said.
 *
 * The device of an `only` one is asked for the second factor from then on; where it is not known, all are but that of `by`, the
 * session that ends it. By `isSignOut`, which customers do on their own device, it stays known. Otherwise all devices are asked
 * but that of `except`, also those whose session is over.
 */
type Ended = { readonly atMs?: number } & (
  | { readonly only?: never; readonly except?: bigint; readonly isSignOut?: never; readonly by?: never }
  | { readonly only: bigint; readonly by: bigint; readonly except?: never; readonly isSignOut?: never }
  | { readonly only: bigint; readonly isSignOut: true; readonly except?: never; readonly by?: never }
)

/** Where a session begins. */
interface Begun {
  readonly device: string
  readonly ip: string
  /** Of the browser's own key, as `trusted_device` keeps it. */
  readonly deviceHash?: string | null | undefined
}

export interface Sessions {
  /** Begins a session; the token is answered once and only its hash is kept. */
  begin(tx: Tx, customerId: CustomerId, from: Begun): Promise<string>
  /**
   * Returns the customer of a token; `undefined` when unknown, ended, idle for 7 days or 30 days old.
   * Awaits `beforeLookUp` before a database look-up.
   */
  authenticate(token: string, beforeLookUp?: () => Promise<void>): Promise<Customer | undefined>
  /** The customer that another process says has a session, as they are now; `undefined` where they have none such. */
  asTheyAre(said: Customer): Promise<Customer | undefined>
  list(current: Customer): Promise<SessionView[]>
  /** Ends sessions of a customer in the caller's transaction; `announce` the result after its commit. */
  end(tx: Db | Tx, customerId: CustomerId, which: Ended): Promise<Revocation>
  /** Removes a customer's sessions from the cache, also those that did not end, and notifies the listeners. */
  announce(revocation: Revocation): void
  /**
   * Called for each session that ends, so that its sockets end too: at once when it is revoked, within a minute
   * when its time is over and it is one of `open`.
   */
  onEnded(listener: (sessionId: bigint) => void, open?: () => Iterable<bigint>): void
  /** Called with what is announced, so that other processes can be told. */
  onAnnounced(listener: (revocation: Revocation) => void): void
  /** Forgets what is cached, where what ended meanwhile cannot be known. */
  forgetCached(): void
  /** Notifies the listeners of the open sessions whose time is over. */
  endOverdue(): Promise<void>
  /** Deletes what ended long ago, some at a time. */
  sweep(): Promise<void>
}

interface Cached {
  readonly customer: Customer
  readonly until: number
}

/** Customer sessions, cached in memory for 30 s. */
export function createSessions(db: Db, clock: Clock): Sessions {
  const cache = new Map<string, Cached>()
  const announced: ((revocation: Revocation) => void)[] = []
  const watchers: { notify: (sessionId: bigint) => void; open: () => Iterable<bigint> }[] = []
  /** Incremented by each revocation: a concurrent look-up is not cached. */
  let revocations = 0

  async function begin(tx: Tx, customerId: CustomerId, from: Begun): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = new Date(clock.nowMs())
    await tx
      .insertInto('customer_session')
      .values({
        id: nextId(),
        customer_id: customerId,
        token_hash: hashToken(token),
        device: from.device,
        ip: from.ip,
        created_at: now,
        last_seen_at: now,
        revoked_at: null,
        device_hash: from.deviceHash ?? null,
      })
      .execute()
    return token
  }

  async function authenticate(
    token: string,
    beforeLookUp?: () => Promise<void>,
  ): Promise<Customer | undefined> {
    if (!TOKEN.test(token)) return undefined
    const hash = hashToken(token)
    const nowMs = clock.nowMs()
    const cached = cache.get(hash)
    if (cached && cached.until > nowMs) return cached.customer

    await beforeLookUp?.()
    const before = revocations
    const row = await withFreeze(living(db, nowMs)).where('token_hash', '=', hash).executeTakeFirst()
    if (!row) return undefined
    if (Number(row.last_seen_at) <= nowMs - TOUCH_MS) {
      await db
        .updateTable('customer_session')
        .set({ last_seen_at: new Date(nowMs) })
        .where('id', '=', row.id)
        .execute()
        .catch(leaveOutIfReadOnly)
    }
    // This one may have ended since it was read.
    if (before !== revocations) return authenticate(token)
    return keep(hash, row, nowMs)
  }

  async function asTheyAre(said: Customer): Promise<Customer | undefined> {
    const key = keyOfSession(said.sessionId)
    const nowMs = clock.nowMs()
    const cached = cache.get(key)
    if (cached && cached.until > nowMs) return cached.customer.id === said.id ? cached.customer : undefined
    const before = revocations
    const row = await withFreeze(living(db, nowMs)).where('id', '=', said.sessionId).executeTakeFirst()
    if (row?.customer_id !== said.id) return undefined
    return before === revocations ? keep(key, row, nowMs) : asTheyAre(said)
  }

  function keep(key: string, row: LivingSession, nowMs: number): Customer {
    const customer = { id: row.customer_id, sessionId: row.id, isFrozen: Boolean(row.is_frozen) }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(key, { customer, until: Math.min(nowMs + CACHE_MS, Number(row.created_at) + ABSOLUTE_MS) })
    return customer
  }

  async function list(current: Customer): Promise<SessionView[]> {
    const rows = await living(db, clock.nowMs())
      .select(['id', 'device', 'ip', 'created_at', 'last_seen_at'])
      .where('customer_id', '=', current.id)
      .orderBy('last_seen_at', 'desc')
      .limit(100)
      .execute()
    return rows.map((row) => ({
      id: String(row.id),
      device: row.device,
      ip: row.ip,
      createdAtMs: Number(row.created_at),
      lastSeenAtMs: Number(row.last_seen_at),
      isThisOne: row.id === current.sessionId,
    }))
  }

  async function end(tx: Db | Tx, customerId: CustomerId, which: Ended) {
    let query = tx
      .updateTable('customer_session')
      .set({
        revoked_at: new Date(which.atMs ?? clock.nowMs()),
        ...(which.isSignOut && { signed_out: true }),
      })
      .where('customer_id', '=', customerId)
      .where('revoked_at', 'is', null)
    if (which.only !== undefined) query = query.where('id', '=', which.only)
    if (which.except !== undefined) query = query.where('id', '<>', which.except)
    const rows = await query.returning(['id', 'device_hash']).execute()
    if (which.only === undefined) {
      const except = which.except === undefined ? null : await sessionDevice(tx, which.except)
      await forgetDevicesOf(tx, customerId, { except })
    } else if (which.by !== undefined) {
      for (const { device_hash: only } of rows)
        await forgetDevicesOf(tx, customerId, only ? { only } : { except: await sessionDevice(tx, which.by) })
    }
    return { customerId, sessionIds: rows.map((row) => row.id) }
  }

  function announce(revocation: Revocation): void {
    revocations++
    const ended = new Set(revocation.sessionIds)
    for (const [hash, { customer }] of cache) if (customer.id === revocation.customerId) cache.delete(hash)
    for (const sessionId of ended) for (const { notify } of watchers) notify(sessionId)
    for (const listener of announced) listener(revocation)
  }

  async function endOverdue(): Promise<void> {
    for (const { notify, open } of watchers) {
      const ids = [...open()]
      for (let start = 0; start < ids.length; start += MAX_READ) {
        const some = ids.slice(start, start + MAX_READ)
        const rows = await living(db, clock.nowMs()).select('id').where('id', 'in', some).execute()
        const alive = new Set(rows.map(({ id }) => id))
        for (const id of some) if (!alive.has(id)) notify(id)
      }
    }
  }

  const sweep = () => sweepInSteps((limit) => sweepSome(clock.nowMs(), limit))

  async function sweepSome(nowMs: number, limit: number): Promise<bigint> {
    const { numDeletedRows } = await db
      .deleteFrom('customer_session')
      .where('id', 'in', (sub) =>
        sub
          .selectFrom('customer_session')
          .select('id')
          .where((where) =>
            where.or([
              where('created_at', '<=', new Date(nowMs - ABSOLUTE_MS)),
              where('revoked_at', '<=', new Date(nowMs - ABSOLUTE_MS)),
            ]),
          )
          .limit(limit),
      )
      .executeTakeFirst()
    return numDeletedRows
  }

  return {
    begin,
    authenticate,
    asTheyAre,
    list,
    end,
    announce,
    onEnded: (notify, open = () => []) => void watchers.push({ notify, open }),
    onAnnounced: (listener) => void announced.push(listener),
    forgetCached() {
      revocations++
      cache.clear()
    },
    endOverdue,
    sweep,
  }
}

const living = (db: Db, nowMs: number) =>
  db
    .selectFrom('customer_session')
    .where('revoked_at', 'is', null)
    .where('last_seen_at', '>', new Date(nowMs - IDLE_MS))
    .where('created_at', '>', new Date(nowMs - ABSOLUTE_MS))

type LivingSession = Awaited<ReturnType<ReturnType<typeof withFreeze>['executeTakeFirstOrThrow']>>

const withFreeze = (sessions: ReturnType<typeof living>) =>
  sessions
    .select(['id', 'customer_id', 'created_at', 'last_seen_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('account_freeze')
          .select('account_freeze.id')
          .whereRef('account_freeze.customer_id', '=', 'customer_session.customer_id')
          .where('lifted_at', 'is', null),
      ).as('is_frozen'),
    )

/** No hash of a token looks like it. */
const keyOfSession = (sessionId: bigint) => `#${sessionId}`
const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
