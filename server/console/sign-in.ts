import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import type { Role } from '#domain/console/roles.ts'
import { refusal } from '#domain/errors.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, utcMinute } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { memoryCounter } from '#server/platform/counters.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { limitKey } from '#server/platform/http/client-ip.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { nextId } from '#server/platform/ids.ts'
import { queueMessage } from '#server/platform/outbox.ts'
import type { Sealer } from '#server/platform/sealer.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import { createSignInLimits } from '#server/users/sign-in-limits.ts'
import { newTotpSecret, totpStep } from '#server/users/totp.ts'
import { appendAuditLog } from './audit-log.ts'
import './store.ts'

/** An operator is signed in for a working day, then again by password and code. */
export const SESSION_MS = 12 * HOUR_MS
/** How long the code of the mail works by which an operator sets up their sign-in. */
export const SETUP_MS = 24 * HOUR_MS
/** How long the page goes on that has read that code, which then works no more. */
export const SETUP_PAGE_MS = 30 * MINUTE_MS
/** For the log: nobody without the database and the key can bring this about. */
const UNREADABLE_FACTOR = 'the second factor kept does not open with this key for this operator'

/** How many lines of refused sign-ins the log takes of one operator within an hour; one more says that others followed. */
export const REFUSALS_LOGGED = 50
const UNLOGGED = 'those that follow within the hour are not logged'

export interface NewOperator {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  /** For the log, where it is not the first start that adds them. */
  readonly addedBy?: string
}

/** The sign-in of operators: apart from the customers', always with a second factor. */
export interface OperatorService {
  /** Adds an operator; the password (made here) and the secret are answered once. */
  create(tx: Tx, operator: NewOperator): Promise<{ id: bigint; password: string; totpSecret: string }>
  /** A new password and secret for who lost theirs, or may come back; sessions begun with the old ones end. */
  resetCredentials(tx: Tx, id: bigint, by: string): Promise<{ password: string; totpSecret: string }>
  /**
   * Ends an operator's sessions, and lets them begin no other until they are reset.
   *
   * Refuses: OPERATOR_LAST_ADMIN.
   */
  disable(tx: Tx, id: bigint, by: string): Promise<void>
  /** What an operator may do from now on, in sessions that are open too. Refuses: OPERATOR_LAST_ADMIN. */
  setRoles(tx: Tx, id: bigint, roles: readonly Role[], by: string): Promise<void>
  /** Ends an operator's sessions; they may begin others. */
  endSessions(tx: Tx, id: bigint, by: string): Promise<void>
  /**
   * Lets an operator choose a password by a code, which is answered once and works for `SETUP_MS`. What they have by then signs
   * nobody in, since nobody was told it.
   */
  beginSetup(tx: Tx, id: bigint): Promise<{ code: string; untilMs: number }>
  /**
   * Takes the code of the mail, once: whose it is, a new secret for their authenticator, and the key by which alone this page goes
   * on, for `SETUP_PAGE_MS`.
   *
   * Refuses: OPERATOR_SETUP_OVER, also of a code that was read before.
   */
  readSetup(
    code: string,
    ip: string,
  ): Promise<{ email: string; name: string; totpSecret: string; setup: string }>
  /**
   * Sets the password of whoever has the key of the page, which is used up by it. All other administrators are mailed whose sign-in
   * was set up, when, and from which address.
   *
   * Refuses: OPERATOR_SETUP_OVER; OPERATOR_SETUP_CODE for digits that are not the authenticator's.
   */
  finishSetup(given: { setup: string; password: string; code: string }, ip: string): Promise<void>
  /** Makes a code, or the key of a page that has read one, good for nothing. Refuses: OPERATOR_SETUP_OVER where none works. */
  voidSetup(tx: Tx, id: bigint, by: Operator): Promise<void>
  /**
   * Begins a session.
   *
   * Refuses: OPERATOR_SIGN_IN_FAILED, the same for whatever was wrong, a code used before included;
   * TOO_MANY_REQUESTS.
   */
  signIn(
    given: { email: string; password: string; code: string },
    ip: string,
  ): Promise<{ token: string; operator: Operator & { email: string }; expiresAtMs: number }>
  authenticate(token: string): Promise<Operator | undefined>
  signOut(operator: Operator): Promise<void>
  /**
   * Called for each session that ends, so that its sockets end too: at once when it is signed out of, within a minute
   * when its time is over, or a command ended it, and it is one of `open`.
   */
  onEnded(listener: (sessionId: bigint) => void, open: () => Iterable<bigint>): void
  /** Notifies the listeners of the open sessions that are over. */
  endOverdue(): Promise<void>
  emailOf(operator: Operator): Promise<string>
}

/**
 * `authenticatorClock` is the clock of the operators' phones: real, even where the platform's is virtual.
 * `sealer` keeps the secrets of their authenticators.
 */
export function createOperatorService(options: {
  db: Db
  clock: Clock
  authenticatorClock: Clock
  sealer: Sealer
}): OperatorService {
  const { db, clock, authenticatorClock, sealer } = options
  const hasher = createPasswordHasher()
  const limits = createSignInLimits()
  const refusals = memoryCounter('refusals logged', {
    points: REFUSALS_LOGGED,
    duration: HOUR_MS / SECOND_MS,
  })
  const watchers: { notify: (sessionId: bigint) => void; open: () => Iterable<bigint> }[] = []

  async function create(tx: Tx, operator: NewOperator) {
    const id = await nextOperator(tx)
    const { shown, kept } = await newFactors(id)
    await tx
      .insertInto('operator')
      .values({
        id,
        email: operator.email.toLowerCase(),
        name: operator.name,
        roles: [...operator.roles],
        ...kept,
        created_at: new Date(clock.nowMs()),
      })
      .execute()
    const detail = { roles: operator.roles.join(' '), by: operator.addedBy ?? 'the first start' }
    await appendAuditLog(
      tx,
      { operator: null, action: 'created', subject: `operator:${id}`, detail },
      clock.nowMs(),
    )
    return { id, ...shown }
  }

  async function resetCredentials(tx: Tx, id: bigint, by: string) {
    const { shown, kept } = await newFactors(id)
    await tx
      .updateTable('operator')
      .set({ ...kept, totp_step: 0n, is_active: true, setup_hash: null, setup_until: null })
      .where('id', '=', id)
      .execute()
    await endAll(tx, id)
    await appendAuditLog(
      tx,
      { operator: null, action: 'credentials-reset', subject: `operator:${id}`, detail: { by } },
      clock.nowMs(),
    )
    return shown
  }

  async function disable(tx: Tx, id: bigint, by: string) {
    await requireAnotherAdmin(tx, id)
    await tx
      .updateTable('operator')
      .set({ is_active: false, setup_hash: null, setup_until: null })
      .where('id', '=', id)
      .execute()
    await endAll(tx, id)
    await appendAuditLog(
      tx,
      { operator: null, action: 'disabled', subject: `operator:${id}`, detail: { by } },
      clock.nowMs(),
    )
  }

  /** What an operator signs in with: as it is shown to them once, and as it is kept. */
  async function newFactors(id: bigint) {
    const password = randomBytes(12).toString('base64url')
    const totpSecret = newTotpSecret()
    return {
      shown: { password, totpSecret },
      kept: {
        password_hash: await hasher.hash(password),
        totp_sealed: seal(id, totpSecret),
      },
    }
  }

  const seal = (id: bigint, totpSecret: string): string =>
    sealer.seal(Buffer.from(totpSecret), factorOf(id)).toString('base64')

  async function setRoles(tx: Tx, id: bigint, roles: readonly Role[], by: string) {
    if (!roles.includes('admin')) await requireAnotherAdmin(tx, id)
    const before = await tx
      .selectFrom('operator')
      .select('roles')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('operator')
      .set({ roles: [...roles] })
      .where('id', '=', id)
      .execute()
    const detail = { by, from: before.roles.join(' '), to: roles.join(' ') }
    const line = { operator: null, action: 'roles-changed', subject: `operator:${id}`, detail } as const
    await appendAuditLog(tx, line, clock.nowMs())
  }

  async function endSessions(tx: Tx, id: bigint, by: string) {
    await endAll(tx, id)
    const line = {
      operator: null,
      action: 'sessions-ended',
      subject: `operator:${id}`,
      detail: { by },
    } as const
    await appendAuditLog(tx, line, clock.nowMs())
  }

  async function beginSetup(tx: Tx, id: bigint) {
    const code = randomBytes(24).toString('base64url')
    const untilMs = clock.nowMs() + SETUP_MS
    await tx
      .updateTable('operator')
      .set({ setup_hash: hashOf('mail', code), setup_until: new Date(untilMs) })
      .where('id', '=', id)
      .execute()
    return { code, untilMs }
  }

  /** The operator whose setup a code or a key is, as long as it works. */
  const bySetup = (tx: Db | Tx, kind: SetupKey, setup: string) =>
    tx
      .selectFrom('operator')
      .select(['id', 'email', 'name', 'totp_sealed', 'setup_until'])
      .where('setup_hash', '=', hashOf(kind, setup))
      .where('setup_until', '>', new Date(clock.nowMs()) as never)
      .where('is_active', '=', true)

  async function readSetup(code: string, ip: string) {
    const setup = randomBytes(24).toString('base64url')
    const totpSecret = newTotpSecret()
    const nowMs = clock.nowMs()
    return db.transaction().execute(async (tx) => {
      // Held: of two who read it at once one finds it used.
      const row = await bySetup(tx, 'mail', code).forUpdate().executeTakeFirst()
      if (!row) throw refusal('OPERATOR_SETUP_OVER')
      const { id, email, name } = row
      await tx
        .updateTable('operator')
        .set({
          ...{ totp_sealed: seal(id, totpSecret), totp_step: 0n, setup_hash: hashOf('page', setup) },
          setup_until: new Date(Math.min(Number(row.setup_until), nowMs + SETUP_PAGE_MS)),
        })
        .where('id', '=', id)
        .execute()
      const line = {
        operator: id,
        action: 'set-up-begun',
        subject: `operator:${id}`,
        detail: { ip },
      } as const
      await appendAuditLog(tx, line, nowMs)
      return { email, name, totpSecret, setup }
    })
  }

  async function finishSetup(given: { setup: string; password: string; code: string }, ip: string) {
    const row = await bySetup(db, 'page', given.setup).executeTakeFirst()
    const secret = row && secretOf(row)
    if (!row || secret === undefined) throw refusal('OPERATOR_SETUP_OVER')
    const step = stepOf(secret, given.code)
    if (step === undefined) throw refusal('OPERATOR_SETUP_CODE')
    const password_hash = await hasher.hash(given.password)
    await db.transaction().execute(async (tx) => {
      const done = await tx
        .updateTable('operator')
        .set({ password_hash, totp_step: step, setup_hash: null, setup_until: null })
        .where('id', '=', row.id)
        .where('setup_hash', '=', hashOf('page', given.setup))
        .where('is_active', '=', true)
        .executeTakeFirst()
      // Used, voided, replaced or disabled since it was looked for.
      if (done.numUpdatedRows !== 1n) throw refusal('OPERATOR_SETUP_OVER')
      const nowMs = clock.nowMs()
      const line = {
        operator: row.id,
        action: 'set-up',
        subject: `operator:${row.id}`,
        detail: { ip },
      } as const
      await appendAuditLog(tx, line, nowMs)
      await tellAdmins(tx, row, ip, nowMs)
    })
  }

  /** Mails the other administrators that somebody set up their sign-in: who reads a mail first is not always whom it was for. */
  async function tellAdmins(
    tx: Tx,
    { id, email, name }: { id: bigint; email: string; name: string },
    ip: string,
    nowMs: number,
  ): Promise<void> {
    const others = (await activeAdmins(tx)).filter((admin) => admin !== id)
    if (others.length === 0) return
    const mailboxes = await tx.selectFrom('operator').select('email').where('id', 'in', others).execute()
    const text = [
      `${name}, ${email}, set up password and second factor for the console of Plumb: on ${utcMinute(nowMs)} UTC, from the address ${ip}.`,
      'Ask them in person. If it was not them, disable the operator at once: another administrator has to approve it.',
    ].join('\n\n')
    for (const { email: to } of mailboxes) {
      const mail = { to, subject: 'An operator set up their sign-in', text }
      await queueMessage(tx, { kind: 'mail', mail }, nowMs)
    }
  }

  async function voidSetup(tx: Tx, id: bigint, by: Operator) {
    const nowMs = clock.nowMs()
    // It stays said that they have to set up their sign-in: by nothing that anybody has.
    const done = await tx
      .updateTable('operator')
      .set({ setup_hash: hashToken(randomBytes(32).toString('base64url')), setup_until: new Date(nowMs) })
      .where('id', '=', id)
      .where('setup_until', '>', new Date(nowMs) as never)
      .executeTakeFirst()
    // Whoever voids a code that was used must not be told that they stopped it.
    if (done.numUpdatedRows !== 1n) throw refusal('OPERATOR_SETUP_OVER')
    await appendAuditLog(
      tx,
      { operator: by.id, action: 'set-up-voided', subject: `operator:${id}`, detail: {} },
      nowMs,
    )
  }

  const endAll = (tx: Tx, id: bigint) =>
    tx
      .updateTable('operator_session')
      .set({ ended_at: new Date(clock.nowMs()) })
      .where('operator_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()

  async function signIn(given: { email: string; password: string; code: string }, ip: string) {
    const email = given.email.toLowerCase()
    const find = () =>
      db
        .selectFrom('operator')
        .selectAll()
        .where('email', '=', email)
        .where('is_active', '=', true)
        .executeTakeFirst()
    await limits.attempt(email, ip, async () => {
      const id = (await find())?.id
      if (id !== undefined && (await isKnownNetwork(id, ip))) return true
      await logRefusal(id, { ip })
      return false
    })
    const row = await find()
    const isPasswordRight = await hasher.verify(row?.password_hash, given.password)
    const secret = row && secretOf(row)
    const step = secret && isPasswordRight ? stepOf(secret, given.code) : undefined
    const nowMs = clock.nowMs()
    const token = randomBytes(32).toString('base64url')

    const sessionId = await db.transaction().execute(async (tx) => {
      if (!row || step === undefined || !(await consumeStep(tx, row, step))) return undefined
      const id = nextId()
      await tx
        .insertInto('operator_session')
        .values({
          id,
          operator_id: row.id,
          token_hash: hashToken(token),
          ip,
          created_at: new Date(nowMs),
          expires_at: new Date(nowMs + SESSION_MS),
        })
        .execute()
      await appendAuditLog(
        tx,
        { operator: row.id, action: 'signed-in', subject: `operator:${row.id}`, detail: { ip } },
        nowMs,
      )
      return id
    })
    if (!row || sessionId === undefined) {
      await logRefusal(row?.id, { ip, ...(row && !secret && { why: UNREADABLE_FACTOR }) })
      throw refusal('OPERATOR_SIGN_IN_FAILED')
    }
    await limits.succeeded(email, ip)
    const operator = { id: row.id, sessionId, name: row.name, roles: row.roles, email }
    return { token, operator, expiresAtMs: nowMs + SESSION_MS }
  }

  /** Whether an operator has signed in from an address's network before: nobody else keeps them out there. */
  async function isKnownNetwork(id: bigint, ip: string): Promise<boolean> {
    const sessions = await db
      .selectFrom('operator_session')
      .select('ip')
      .distinct()
      .where('operator_id', '=', id)
      .execute()
    return sessions.some((session) => limitKey(session.ip) === limitKey(ip))
  }

  /**
   * Logs a refused sign-in, unless more than `REFUSALS_LOGGED` were within an hour: anybody can bring one about, and the log keeps
   * all. Those from networks that are known to be the operator's, where none is kept out, are counted by themselves.
   */
  async function logRefusal(id: bigint | undefined, detail: { ip: string; why?: string }): Promise<void> {
    const subject = id === undefined ? 'operator:unknown' : `operator:${id}`
    const isKnown = id !== undefined && (await isKnownNetwork(id, detail.ip))
    const taken = await refusals.consume(isKnown ? `${subject} known` : subject).then(
      () => 0,
      (over: unknown) => (over as RateLimiterRes).consumedPoints,
    )
    if (taken > REFUSALS_LOGGED + 1) return
    const said = taken === 0 ? detail : { ...detail, why: detail.why ?? UNLOGGED }
    const line = { operator: null, action: 'sign-in-refused', subject, detail: said } as const
    await appendAuditLog(db, line, clock.nowMs())
  }

  /** What an operator's authenticator knows; `undefined` where it does not open for this operator. */
  function secretOf(row: { id: bigint; totp_sealed: string }): string | undefined {
    try {
      return sealer.unseal(Buffer.from(row.totp_sealed, 'base64'), factorOf(row.id)).toString()
    } catch {
      return undefined
    }
  }

  const stepOf = (secret: string, code: string): bigint | undefined =>
    totpStep(secret, code, authenticatorClock.nowMs())

  async function authenticate(token: string): Promise<Operator | undefined> {
    const row = await db
      .selectFrom('operator_session as session')
      .innerJoin('operator', 'operator.id', 'session.operator_id')
      .select([
        'session.id as sessionId',
        'session.expires_at',
        'operator.id',
        'operator.name',
        'operator.roles',
      ])
      .where('token_hash', '=', hashToken(token))
      .where('ended_at', 'is', null)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (!row || row.expires_at <= clock.nowMs()) return undefined
    const { id, sessionId, name, roles } = row
    return { id, sessionId, name, roles }
  }

  async function signOut(operator: Operator): Promise<void> {
    const nowMs = clock.nowMs()
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('operator_session')
        .set({ ended_at: new Date(nowMs) })
        .where('id', '=', operator.sessionId)
        .execute()
      await appendAuditLog(
        tx,
        { operator: operator.id, action: 'signed-out', subject: `operator:${operator.id}` },
        nowMs,
      )
    })
    for (const { notify } of watchers) notify(operator.sessionId)
  }

  async function endOverdue(): Promise<void> {
    for (const { notify, open } of watchers) {
      const ids = [...open()]
      if (ids.length === 0) continue
      const rows = await db
        .selectFrom('operator_session as session')
        .innerJoin('operator', 'operator.id', 'session.operator_id')
        .select('session.id')
        .where('session.id', 'in', ids)
        .where('ended_at', 'is', null)
        .where(sql<boolean>`session.expires_at > ${new Date(clock.nowMs())}`)
        .where('is_active', '=', true)
        .execute()
      const alive = new Set(rows.map(({ id }) => id))
      for (const id of ids) if (!alive.has(id)) notify(id)
    }
  }

  async function emailOf({ id }: Operator): Promise<string> {
    const row = await db.selectFrom('operator').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    return row.email
  }

  return {
    ...{ create, resetCredentials, disable, setRoles, endSessions },
    ...{ beginSetup, readSetup, finishSetup, voidSetup },
    ...{ signIn, authenticate, signOut, emailOf, endOverdue },
    onEnded: (notify, open) => void watchers.push({ notify, open }),
  }
}

/**
 * Consumes a code: a step at or before the last used one is refused, also concurrently; so is an operator
 * who was disabled or reset since the password was verified.
 */
async function consumeStep(
  tx: Tx,
  operator: { id: bigint; password_hash: string },
  step: bigint,
): Promise<boolean> {
  const used = await tx
    .updateTable('operator')
    .set({ totp_step: step })
    .where('id', '=', operator.id)
    .where('password_hash', '=', operator.password_hash)
    .where('is_active', '=', true)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/**
 * Lets nobody else change who is an administrator before the transaction ends, and looks whether there is one beside `id` who can
 * sign in.
 *
 * Refuses: OPERATOR_LAST_ADMIN, where `id` is the only one.
 */
async function requireAnotherAdmin(tx: Tx, id: bigint): Promise<void> {
  await lockAdmins(tx)
  const admins = await activeAdmins(tx)
  if (admins.includes(id) && admins.length === 1) throw refusal('OPERATOR_LAST_ADMIN')
}

/** Who administers operators changes by one transaction at a time. */
export const lockAdmins = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended('operator: administrators', 0))`.execute(tx))

/** The administrators who can sign in: not those who have yet to set that up. */
export const activeAdmins = (tx: Tx): Promise<bigint[]> =>
  tx
    .selectFrom('operator')
    .select('id')
    .where('is_active', '=', true)
    .where('setup_hash', 'is', null)
    .where(sql<boolean>`'admin' = any(roles)`)
    .execute()
    .then((rows) => rows.map(({ id }) => id))

async function nextOperator(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select nextval('operator_number') as id`.execute(tx)
  return rows[0]!.id
}

/** What a secret is sealed for. */
const factorOf = (operatorId: bigint): string => `operator ${operatorId}, second factor`

/** What a setup goes on by: the code of the mail, then the key of the page that has read it. Neither does what the other does. */
type SetupKey = 'mail' | 'page'
const hashOf = (kind: SetupKey, setup: string): string => hashToken(`setup ${kind} ${setup}`)

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
