import { contractDisclosure } from '#domain/contract/risk.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Disclosure } from '#domain/user/disclosure.ts'
import type { Tier } from '#domain/user/tiers.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { insertAcceptance } from '#server/users/disclosures.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import { createSessions } from '#server/users/sessions.ts'
import { insertCustomer } from '#server/users/store.ts'

/** A customer with a session. */
export interface TestCustomer {
  readonly id: CustomerId
  readonly email: string
  readonly token: string
}

/** The password of every customer here. */
export const PASSWORD = 'mapleTree7'
/** Where their first session was begun. */
const IP = '10.0.0.1'

/** A real hash of it, made once: a customer in a test costs no argon2, and may sign in nevertheless. */
let passwordHash: Promise<string> | undefined
let customers = 0

/** A new customer, verified and signed in already, without the work of a password. */
export async function addTestCustomer(
  db: Db,
  clock: Clock,
  {
    email,
    mobile = null,
    nickname = null,
    tier = 'advanced',
    accepts = [contractDisclosure],
    invitedBy = null,
  }: {
    email?: string
    mobile?: string | null
    nickname?: string | null
    tier?: Tier
    /** The risk notices that they have accepted. */
    accepts?: readonly Disclosure[]
    invitedBy?: CustomerId | null
  } = {},
): Promise<TestCustomer> {
  const n = ++customers
  email ??= `customer-${n}@example.com`
  passwordHash ??= createPasswordHasher().hash(PASSWORD)
  const customer = {
    ...{ email, mobile, passwordHash: await passwordHash, payPasswordHash: null, nickname },
    ...{ inviteCode: `TEST${n}`, invitedBy, language: 'en' as const, isDemo: false, tier },
  }
  return db.transaction().execute(async (tx) => {
    const id = await insertCustomer(tx, customer, clock.nowMs())
    if (id === undefined) throw new Error(`there is a customer ${email} already`)
    for (const disclosure of accepts) await insertAcceptance(tx, id, disclosure, clock.nowMs())
    return { id, email, token: await createSessions(db, clock).begin(tx, id, { device: 'test', ip: IP }) }
  })
}
