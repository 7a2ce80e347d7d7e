import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECOND_MS } from '#domain/time.ts'
import { virtualClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sealerOf } from '#server/platform/sealer.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { createOperatorService, type OperatorService, REFUSALS_LOGGED } from './sign-in.ts'

/** Whoever knows an operator’s address keeps them neither out nor the log busy. */

const clock = virtualClock(Date.parse('2026-01-05T09:00:00Z'))
let database: Database
let operators: OperatorService
beforeAll(async () => {
  database = await openTestDatabase()
  const sealer = sealerOf(Buffer.alloc(32, 1))
  operators = createOperatorService({ db: database.db, clock, authenticatorClock: clock, sealer })
})
afterAll(() => database?.close())

async function addOperator(email: string) {
  const operator = { email, name: 'Ada', roles: ['finance'] } as const
  return { email, ...(await database.db.transaction().execute((tx) => operators.create(tx, operator))) }
}

/** A sign-in with all that is right, from an address. */
function signIn({ email, password, totpSecret }: Awaited<ReturnType<typeof addOperator>>, ip: string) {
  clock.advance(30 * SECOND_MS)
  const code = generateSync({ secret: totpSecret, epoch: Math.floor(clock.nowMs() / SECOND_MS) })
  return operators.signIn({ email, password, code }, ip)
}

const guess = (email: string, ip: string) =>
  operators.signIn({ email, password: 'guessed', code: '000000' }, ip).then(
    () => 'signed in',
    ({ code }: { code: string }) => code,
  )

/** So many guesses, five from each network. */
async function guessFrom(block: string, emails: readonly string[]): Promise<string[]> {
  const codes: string[] = []
  for (const [n, email] of emails.entries()) codes.push(await guess(email, `${block}.${Math.floor(n / 5)}.1`))
  return codes
}

const refusalsOf = (subject: string) =>
  database.db
    .selectFrom('audit_log')
    .select('detail')
    .where('subject', '=', subject)
    .where('action', '=', 'sign-in-refused')
    .orderBy('id')
    .execute()

test('T58: an operator whom others guess at signs in from where they did before; of what is refused the log has no more lines than its share', async () => {
  const ada = await addOperator('ada@plumb.test')
  const ben = await addOperator('ben@plumb.test')
  await signIn(ada, '198.51.100.7')
  await signIn(ben, '198.51.100.8')
  const wrong = await guessFrom('203.0', Array<string>(REFUSALS_LOGGED).fill(ada.email))
  expect(new Set(wrong)).toEqual(new Set(['OPERATOR_SIGN_IN_FAILED']))
  const more = await guessFrom('203.1', Array<string>(20).fill(ada.email))
  expect(new Set(more)).toEqual(new Set(['TOO_MANY_REQUESTS']))
  // The network of another operator is none of theirs.
  await expect(signIn(ada, '198.51.100.8')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await guess(ada.email, '198.51.100.7')).toBe('OPERATOR_SIGN_IN_FAILED')
  expect(await signIn(ada, '198.51.100.7')).toMatchObject({ operator: { id: ada.id } })

  const lines = await refusalsOf(`operator:${ada.id}`)
  expect(lines).toHaveLength(REFUSALS_LOGGED + 2)
  const why = lines.map(({ detail }) => detail.why)
  expect(why.slice(0, REFUSALS_LOGGED)).toEqual(Array(REFUSALS_LOGGED).fill(undefined))
  expect(why[REFUSALS_LOGGED]).toContain('not logged')
  // What comes from where they are is told all the same: nobody is kept out there.
  expect(lines.at(-1)).toMatchObject({ detail: { ip: '198.51.100.7' } })
  expect(why.at(-1)).toBeUndefined()
  expect(await refusalsOf(`operator:${ben.id}`)).toEqual([])
})

test('T58: guesses at addresses of nobody share the lines of one', async () => {
  const nobodies = Array.from({ length: REFUSALS_LOGGED + 20 }, (_, n) => `nobody${n}@plumb.test`)
  const codes = await guessFrom('203.2', nobodies)
  expect(new Set(codes)).toEqual(new Set(['OPERATOR_SIGN_IN_FAILED']))
  expect(await refusalsOf('operator:unknown')).toHaveLength(REFUSALS_LOGGED + 1)
})
