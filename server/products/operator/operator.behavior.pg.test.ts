import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#domain/console/roles.ts'
import type { OperatorLine } from '#domain/operator/console.ts'
import { SECOND_MS, utcMinute } from '#domain/time.ts'
import { SETUP_MS, SETUP_PAGE_MS } from '#server/console/sign-in.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { alterAsOwner } from '#server/testing/as-owner.ts'
import { openTestConsole, type Person, TOTP_STEP_MS } from '#server/testing/console.ts'

/** Two administrators decide about a third: what they see, what they can do, and what the third can do before and after. */

let app: TestApp
let desk: ReturnType<typeof openTestConsole>
let ada: Person
let ben: Person
beforeAll(async () => {
  app = await openTestApp()
  desk = openTestConsole(app)
  ada = await desk.addOperator('admin')
  ben = await desk.addOperator('admin')
})
afterAll(async () => {
  await desk.close()
  await app.close()
})

let [adas, bens] = ['', '']
beforeEach(async () => {
  ;[adas, bens] = [await desk.tokenOf(ada), await desk.tokenOf(ben)]
})

const reason = { reason: 'agreed with the head of the desk' }
const propose = (what: string, fields: Record<string, string>, token = adas) =>
  desk.post(`/console/operators/${what}`, token, { ...fields, ...reason })
const approve = (id: string, token = bens) => desk.post('/console/proposal/approve', token, { id, ...reason })
/** Proposes and approves; answers the approval. */
async function decide(what: string, fields: Record<string, string>) {
  const proposed = await propose(what, fields)
  expect(proposed, JSON.stringify(proposed)).toMatchObject({ code: 1 })
  return approve(proposed.data.id)
}
const listed = async (email: string): Promise<OperatorLine | undefined> =>
  (await desk.get('/console/operators', adas)).data.operators.find((one: OperatorLine) => one.email === email)
const logOf = async (id: bigint | string) =>
  app.db
    .selectFrom('audit_log')
    .select(['action', 'operator', 'detail'])
    .where('subject', '=', `operator:${id}`)
    .where('action', 'not in', ['signed-in'])
    .orderBy('id')
    .execute()
/** What was mailed to an address, oldest first. */
async function mailsTo(to: string): Promise<{ subject: string; text: string }[]> {
  const rows = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'mail')
    .orderBy('id')
    .execute()
  const mails = rows.map(({ payload }) => payload) as { to: string; subject: string; text: string }[]
  return mails.filter((mail) => mail.to === to)
}
/** The code of the newest mail to an address. */
const mailedCode = async (to: string): Promise<string> =>
  (await mailsTo(to)).at(-1)!.text.match(/^[\w-]{32}$/m)![0]
const digitsOf = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
const PASSWORD = 'correct horse battery'

/** Sets somebody up by the code of their mail; answers what they sign in with. */
async function setUp(email: string): Promise<Person> {
  const setup = await mailedCode(email)
  const { data } = await desk.post('/console/setup/read', undefined, { setup })
  const done = await desk.post('/console/setup/finish', undefined, {
    ...{ setup: data.setup, password: PASSWORD, code: digitsOf(data.totpSecret) },
  })
  expect(done, JSON.stringify(done)).toMatchObject({ code: 1 })
  const { id } = (await listed(email))!
  return { id: BigInt(id), email, password: PASSWORD, totpSecret: data.totpSecret }
}

/** Somebody whom the two have added and who has set up their sign-in. */
async function added(email: string, ...roles: Role[]): Promise<Person> {
  await decide('add', { email, name: 'Newcomer', operatorRoles: roles.join(',') })
  return setUp(email)
}

describe('the list', () => {
  test('has the roles of each, the last sign-in, whether a second factor was used, and what is open', async () => {
    const never = await desk.addOperator('risk', 'finance')
    expect(await listed(never.email)).toMatchObject({
      ...{
        roles: ['risk', 'finance'],
        isActive: true,
        lastSignInMs: null,
        hasSecondFactor: false,
        sessions: [],
      },
    })
    await desk.tokenOf(never)
    const atMs = app.clock.nowMs()
    await desk.tokenOf(never)
    const line = (await listed(never.email))!
    expect(line).toMatchObject({ hasSecondFactor: true, lastSignInMs: atMs + TOTP_STEP_MS })
    expect(line.sessions.map(({ sinceMs }) => sinceMs)).toEqual([atMs + TOTP_STEP_MS, atMs])
    app.clock.advance(13 * 3_600_000)
    ;[adas] = [await desk.tokenOf(ada)]
    expect((await listed(never.email))!.sessions).toEqual([])
  })

  test('is for compliance to see and for administrators alone to change', async () => {
    const auditor = await desk.tokenOf(await desk.addOperator('compliance'))
    expect(await desk.get('/console/operators', auditor)).toMatchObject({ code: 1 })
    const fields = { email: 'by-auditor@plumb.test', name: 'X', operatorRoles: 'admin' }
    expect(await propose('add', fields, auditor)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    const { data } = await propose('add', { ...fields, email: 'two-needed@plumb.test' })
    expect(await approve(data.id, auditor)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    expect(await approve(data.id, adas)).toMatchObject({ error: 'PROPOSAL_IS_YOURS' })
    expect(await listed('two-needed@plumb.test')).toBeUndefined()
  })

  test('shows nobody’s password, secret or code', async () => {
    const set = await added('secret@plumb.test', 'risk')
    await decide('add', { email: 'unset@plumb.test', name: 'Unset', operatorRoles: 'risk' })
    const answer = JSON.stringify((await desk.get('/console/operators', adas)).data)
    const rows = await app.db
      .selectFrom('operator')
      .select(['password_hash', 'totp_sealed', 'setup_hash'])
      .where('email', 'in', [set.email, 'unset@plumb.test'])
      .execute()
    const kept = rows.flatMap((row) => [row.password_hash, row.totp_sealed, row.setup_hash ?? []].flat())
    expect(kept).toHaveLength(5)
    const secrets = [...kept, set.totpSecret, PASSWORD, await mailedCode('unset@plumb.test')]
    for (const secret of secrets) expect(answer).not.toContain(secret)
  })
})

describe('adding an operator', () => {
  test('mails them a code, by which alone they get in, with a password that they choose', async () => {
    const email = 'carla@plumb.test'
    const { data } = await propose('add', {
      email: 'Carla@Plumb.test',
      name: 'Carla',
      operatorRoles: 'risk,finance',
    })
    expect(data.lines).toContainEqual({ label: 'Roles', value: 'finance, risk', before: null })
    expect(await listed(email)).toBeUndefined()
    expect(await approve(data.id)).toMatchObject({ data: { status: 'approved' } })
    expect(await listed(email)).toMatchObject({
      ...{ name: 'Carla', roles: ['finance', 'risk'], hasSecondFactor: false },
      setupUntilMs: app.clock.nowMs() + SETUP_MS,
    })
    const carla = await setUp(email)
    expect(await listed(email)).toMatchObject({ hasSecondFactor: true, setupUntilMs: null })
    const token = await desk.tokenOf(carla)
    expect((await desk.get('/console/me', token)).data).toMatchObject({ name: 'Carla' })
    const log = await logOf(carla.id)
    expect(log.map(({ action }) => action)).toEqual(['created', 'set-up-begun', 'set-up'])
    expect(log[0]!.detail).toMatchObject({ roles: 'finance risk', by: data.reference })
    const everything = JSON.stringify(await app.db.selectFrom('audit_log').select('detail').execute())
    for (const secret of [PASSWORD, carla.totpSecret]) expect(everything).not.toContain(secret)
  })

  test('refuses an address that an operator has, at first and when it is approved', async () => {
    const fields = { email: ada.email, name: 'Again', operatorRoles: 'risk' }
    expect(await propose('add', fields)).toMatchObject({ error: 'OPERATOR_EXISTS' })
    expect(await propose('add', { ...fields, email: 'no address' })).toMatchObject({
      error: 'CONTACT_INVALID',
    })
    const email = 'raced@plumb.test'
    const { data } = await propose('add', { ...fields, email })
    expect(await propose('add', { ...fields, email }, bens)).toMatchObject({ error: 'PROPOSAL_EXISTS' })
    // Added meanwhile, on the machine.
    await app.db
      .transaction()
      .execute((tx) => desk.createOperator(tx, { email, name: 'Raced', roles: ['risk'] }))
    expect(await approve(data.id)).toMatchObject({ error: 'OPERATOR_EXISTS' })
  })

  test('takes the key of the page once, with the digits of the authenticator, and no short password', async () => {
    const email = 'dana@plumb.test'
    await decide('add', { email, name: 'Dana', operatorRoles: 'support' })
    const setup = await mailedCode(email)
    const read = (code = setup) => desk.post('/console/setup/read', undefined, { setup: code })
    const { data } = await read()
    expect(data).toMatchObject({ email, name: 'Dana' })
    const finish = (change: Record<string, string>) =>
      desk.post('/console/setup/finish', undefined, { setup: data.setup, password: PASSWORD, ...change })
    expect(await read('A'.repeat(32))).toMatchObject({ error: 'OPERATOR_SETUP_OVER' })
    const right = digitsOf(data.totpSecret)
    const nearby = [-1, 0, 1].map((step) =>
      generateSync({
        secret: data.totpSecret,
        epoch: Math.floor((app.clock.nowMs() + step * TOTP_STEP_MS) / SECOND_MS),
      }),
    )
    const wrong = ['000000', '111111', '222222', '333333'].find((digits) => !nearby.includes(digits))!
    expect(await finish({ code: wrong })).toMatchObject({ error: 'OPERATOR_SETUP_CODE' })
    expect(await finish({ code: right, password: 'too short' })).toMatchObject({ code: 0 })
    // The code of the mail alone finishes nothing, and the key of the page reads nothing.
    expect(await finish({ code: right, setup })).toMatchObject({ error: 'OPERATOR_SETUP_OVER' })
    expect(await read(data.setup)).toMatchObject({ error: 'OPERATOR_SETUP_OVER' })
    expect(await finish({ code: right })).toMatchObject({ code: 1 })
    for (const again of [await finish({ code: right }), await read()])
      expect(again).toMatchObject({ error: 'OPERATOR_SETUP_OVER' })

    await decide('add', { email: 'late@plumb.test', name: 'Late', operatorRoles: 'support' })
    const late = await mailedCode('late@plumb.test')
    await decide('add', { email: 'later@plumb.test', name: 'Later', operatorRoles: 'support' })
    const later = await mailedCode('later@plumb.test')
    app.clock.advance(SETUP_MS - 1)
    expect(await read(late)).toMatchObject({ code: 1 })
    app.clock.advance(1)
    expect(await read(later)).toMatchObject({ error: 'OPERATOR_SETUP_OVER' })
  })

  test('T93: the code of a mail shows a secret once; who reads the mail later finds it used', async () => {
    const email = 'read-twice@plumb.test'
    await decide('add', { email, name: 'Twice', operatorRoles: 'risk' })
    const setup = await mailedCode(email)
    const read = () => desk.post('/console/setup/read', undefined, { setup })
    // At once too: one of them has it.
    const answers = await Promise.all([read(), read()])
    expect(answers.map(({ code, error }) => error ?? code).sort()).toEqual([1, 'OPERATOR_SETUP_OVER'])
    expect(await read()).toMatchObject({ error: 'OPERATOR_SETUP_OVER' })
    const { data } = answers.find(({ code }) => code === 1)!
    // The secret was made by this reading: nothing that was there before signs anybody in.
    expect(await listed(email)).toMatchObject({ hasSecondFactor: false, mustSetUp: true })
    const finish = () =>
      desk.post('/console/setup/finish', undefined, {
        ...{ setup: data.setup, password: PASSWORD, code: digitsOf(data.totpSecret) },
      })
    app.clock.advance(SETUP_PAGE_MS)
    expect(await finish()).toMatchObject({ error: 'OPERATOR_SETUP_OVER' })
    expect(await listed(email)).toMatchObject({ mustSetUp: true, setupUntilMs: null })
  })

  test('T93: tells the other administrators who set up their sign-in, when and from where', async () => {
    const before = (await mailsTo(ben.email)).length
    const email = 'told@plumb.test'
    const { id } = await added(email, 'admin')
    for (const { email: to } of [ada, ben]) {
      const { subject, text } = (await mailsTo(to)).at(-1)!
      expect(subject).toBe('An operator set up their sign-in')
      for (const said of [email, 'Newcomer', `${utcMinute(app.clock.nowMs())} UTC`, '127.0.0.1'])
        expect(text).toContain(said)
    }
    expect((await mailsTo(ben.email)).length).toBe(before + 1)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Set up your sign-in'])
    const setUps = (await logOf(id)).filter(({ action }) => action.startsWith('set-up'))
    expect(setUps).toMatchObject([
      { action: 'set-up-begun', detail: { ip: '127.0.0.1' } },
      { action: 'set-up', detail: { ip: '127.0.0.1' } },
    ])
    await app.db.updateTable('operator').set({ is_active: false }).where('id', '=', id).execute()
  })

  test('T93: one administrator voids a code, before it is read and after', async () => {
    const voidOf = async (email: string, token = adas) =>
      desk.post('/console/operators/void_setup', token, { id: (await listed(email))!.id })
    const [unread, open] = ['void-unread@plumb.test', 'void-open@plumb.test']
    for (const email of [unread, open]) await decide('add', { email, name: 'Void', operatorRoles: 'support' })
    const codes = [await mailedCode(unread), await mailedCode(open)] as const
    const { data } = await desk.post('/console/setup/read', undefined, { setup: codes[1] })
    const auditor = await desk.tokenOf(await desk.addOperator('compliance'))
    expect(await voidOf(unread, auditor)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    for (const email of [unread, open]) {
      expect(await voidOf(email)).toMatchObject({ code: 1 })
      expect(await voidOf(email), 'once more').toMatchObject({ error: 'OPERATOR_SETUP_OVER' })
    }
    expect(await desk.post('/console/setup/read', undefined, { setup: codes[0] })).toMatchObject({
      error: 'OPERATOR_SETUP_OVER',
    })
    const finishing = { setup: data.setup, password: PASSWORD, code: digitsOf(data.totpSecret) }
    expect(await desk.post('/console/setup/finish', undefined, finishing)).toMatchObject({
      error: 'OPERATOR_SETUP_OVER',
    })
    for (const email of [unread, open]) {
      const { id } = (await listed(email))!
      // They still have to set up their sign-in, and a new code lets them.
      expect(await listed(email)).toMatchObject({ mustSetUp: true, setupUntilMs: null })
      const voided = (await logOf(id)).filter(({ action }) => action === 'set-up-voided')
      expect(voided).toMatchObject([{ operator: ada.id }])
      expect(await decide('setup', { id })).toMatchObject({ code: 1 })
      await setUp(email)
      // Too late: it was used.
      expect(await voidOf(email)).toMatchObject({ error: 'OPERATOR_SETUP_OVER' })
    }
    expect(await desk.post('/console/operators/void_setup', adas, { id: '999999' })).toMatchObject({
      error: 'NOT_FOUND',
    })
  })

  test('says of whom the code has expired that they have yet to set up their sign-in; a new one lets them', async () => {
    const email = 'slow@plumb.test'
    await decide('add', { email, name: 'Slow', operatorRoles: 'support' })
    expect(await listed(email)).toMatchObject({ mustSetUp: true, setupUntilMs: expect.any(Number) })
    app.clock.advance(SETUP_MS)
    ;[adas, bens] = [await desk.tokenOf(ada), await desk.tokenOf(ben)]
    const slow = (await listed(email))!
    expect(slow).toMatchObject({ isActive: true, mustSetUp: true, setupUntilMs: null })
    expect(await decide('setup', { id: slow.id })).toMatchObject({ code: 1 })
    await setUp(email)
    expect(await listed(email)).toMatchObject({ isActive: true, mustSetUp: false, setupUntilMs: null })
  })
})

describe('changing an operator', () => {
  test('gives other roles at once, in sessions that are open too', async () => {
    const person = await added('erin@plumb.test', 'support')
    const token = await desk.tokenOf(person)
    expect(await desk.get('/console/audit', token)).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
    const { data } = await propose('roles', { id: `${person.id}`, operatorRoles: 'compliance' })
    expect(data.lines).toContainEqual({ label: 'Roles', value: 'compliance', before: 'support' })
    expect(await approve(data.id)).toMatchObject({ code: 1 })
    expect(await desk.get('/console/audit', token)).toMatchObject({ code: 1 })
    const [, , , changed] = await logOf(person.id).then((log) =>
      log.filter(({ action }) => !/proposed|approved/.test(action)),
    )
    expect(changed).toMatchObject({
      action: 'roles-changed',
      detail: { from: 'support', to: 'compliance', by: data.reference },
    })
    expect(await propose('roles', { id: `${person.id}`, operatorRoles: 'compliance' })).toMatchObject({
      error: 'OPERATOR_ROLES_SAME',
    })
    expect(await propose('roles', { id: `${person.id}`, operatorRoles: 'boss' })).toMatchObject({ code: 0 })
  })

  test('does not approve roles that were compared with others than there are', async () => {
    const person = await added('olga@plumb.test', 'support')
    const { data } = await propose('roles', { id: `${person.id}`, operatorRoles: 'risk' })
    await alterAsOwner(app, sql`update operator set roles = array['content'] where id = ${person.id}`)
    expect(await approve(data.id)).toMatchObject({ error: 'PROPOSAL_OUTDATED' })
  })

  test('ends their sessions and lets them begin others', async () => {
    const person = await added('finn@plumb.test', 'support')
    const token = await desk.tokenOf(person)
    expect(await decide('sessions', { id: `${person.id}` })).toMatchObject({ code: 1 })
    expect(await desk.get('/console/me', token)).toMatchObject({ type: 999 })
    expect(await desk.get('/console/me', await desk.tokenOf(person))).toMatchObject({ code: 1 })
    expect((await logOf(person.id)).map(({ action }) => action)).toContain('sessions-ended')
  })

  test('disables them; they are in no session, begin none, and come back by a new code alone', async () => {
    const person = await added('gina@plumb.test', 'support')
    const token = await desk.tokenOf(person)
    expect(await decide('disable', { id: `${person.id}` })).toMatchObject({ code: 1 })
    expect(await desk.get('/console/me', token)).toMatchObject({ type: 999 })
    app.clock.advance(TOTP_STEP_MS)
    expect(await desk.login(person)).toMatchObject({ error: 'OPERATOR_SIGN_IN_FAILED' })
    expect(await listed(person.email)).toMatchObject({ isActive: false, sessions: [] })
    for (const what of ['disable', 'sessions'])
      expect(await propose(what, { id: `${person.id}` })).toMatchObject({ error: 'OPERATOR_DISABLED' })

    expect(await decide('setup', { id: `${person.id}` })).toMatchObject({ code: 1 })
    app.clock.advance(TOTP_STEP_MS)
    expect(await desk.login(person)).toMatchObject({ error: 'OPERATOR_SIGN_IN_FAILED' })
    const again = await setUp(person.email)
    expect(again.totpSecret).not.toBe(person.totpSecret)
    expect(await desk.get('/console/me', await desk.tokenOf(again))).toMatchObject({ code: 1 })
    const actions = (await logOf(person.id)).map(({ action }) => action)
    for (const action of ['disabled', 'credentials-reset', 'set-up']) expect(actions).toContain(action)
  })

  test('a code that was mailed before somebody was disabled is good for nothing', async () => {
    const email = 'hugo@plumb.test'
    await decide('add', { email, name: 'Hugo', operatorRoles: 'risk' })
    const setup = await mailedCode(email)
    await decide('disable', { id: (await listed(email))!.id })
    expect(await desk.post('/console/setup/read', undefined, { setup })).toMatchObject({
      error: 'OPERATOR_SETUP_OVER',
    })
  })
})

describe('nobody decides about themselves', () => {
  const changes = { roles: { operatorRoles: 'admin,finance' }, sessions: {}, disable: {}, setup: {} }
  test.each(Object.entries(changes))(
    '%s: refused to whom it is about, as maker and as checker',
    async (what, fields) => {
      expect(await propose(what, { id: `${ada.id}`, ...fields })).toMatchObject({ error: 'OPERATOR_IS_YOU' })
      const third = await desk.addOperator('admin')
      const proposed = await propose(what, { id: `${ben.id}`, ...fields })
      expect(await approve(proposed.data.id)).toMatchObject({ error: 'OPERATOR_IS_YOU' })
      expect(
        await desk.post('/console/proposal/send_back', bens, { id: proposed.data.id, ...reason }),
      ).toMatchObject({ error: 'OPERATOR_IS_YOU' })
      const actionFor = async (token: string) =>
        (await desk.get('/console/operators', token)).data.pending.find(
          ({ id }: { id: string }) => id === proposed.data.id,
        )?.viewerAction
      expect(await actionFor(bens)).toBe('none')
      expect(await actionFor(await desk.tokenOf(third))).toBe('check')
      expect(await desk.get('/console/me', bens)).toMatchObject({ data: { roles: ['admin'] } })
      await desk.post('/console/proposal/withdraw', adas, { id: proposed.data.id, ...reason })
      await app.db.updateTable('operator').set({ is_active: false }).where('id', '=', third.id).execute()
    },
  )

  test.each(Object.entries(changes))(
    '%s: not proposed of one of two administrators, as nobody could approve it',
    async (what, fields) => {
      const of = (id: bigint) => propose(what, { id: `${id}`, ...fields })
      expect(await of(ben.id)).toMatchObject({ error: 'OPERATOR_THIRD_NEEDED' })
      const third = await desk.addOperator('admin')
      // Who has yet to set up their sign-in approves nothing.
      const setup = (hash: string | null) =>
        app.db
          .updateTable('operator')
          .set({ setup_hash: hash, setup_until: hash === null ? null : new Date(app.clock.nowMs()) } as never)
          .where('id', '=', third.id)
          .execute()
      await setup(`of ${third.id}`)
      expect(await of(ben.id)).toMatchObject({ error: 'OPERATOR_THIRD_NEEDED' })
      await setup(null)
      const { data } = await of(ben.id)
      expect(data).toMatchObject({ status: 'pending' })
      await desk.post('/console/proposal/withdraw', adas, { id: data.id, ...reason })
      await app.db.updateTable('operator').set({ is_active: false }).where('id', '=', third.id).execute()
      const other = await desk.addOperator('support')
      expect(await of(other.id)).toMatchObject({ code: 1 })
    },
  )
})
