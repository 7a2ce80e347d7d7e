import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type {
  acceptDisclosureEndpoint,
  Disclosure,
  DisclosureView,
  disclosureEndpoint,
} from '#domain/user/disclosure.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { nextId } from '#server/platform/ids.ts'

/** Which risk notices customers have accepted, and when: rows that are only ever added. */

/** A product's notice, with the right answer to each of its questions. */
export interface AskedDisclosure<Question extends string = string> extends Disclosure<Question> {
  readonly right: Readonly<Record<Question, string>>
}

/** A product's notice as a customer stands to it. */
export async function disclosureOf(
  db: Db | Tx,
  customer: CustomerId,
  { product, version, questions }: Disclosure,
): Promise<DisclosureView> {
  const { rows } = await sql<{ version: number; accepted_at: number }>`
    select version, accepted_at from accepted_disclosure
    where customer_id = ${customer} and product = ${product} order by version desc limit 1`.execute(db)
  const [newest] = rows
  return {
    ...{ version, questions: [...questions] },
    acceptedVersion: newest?.version ?? 0,
    acceptedAtMs: newest?.accepted_at ?? null,
  }
}

/**
 * Checks that a customer has accepted a product's newest notice.
 *
 * Refuses: RISK_NOT_ACCEPTED.
 */
export async function requireDisclosure(
  db: Db | Tx,
  customer: CustomerId,
  disclosure: Disclosure,
): Promise<void> {
  const { acceptedVersion } = await disclosureOf(db, customer, disclosure)
  if (acceptedVersion < disclosure.version) throw refusal('RISK_NOT_ACCEPTED')
}

/**
 * Has a customer's acceptance of a notice count; once more, it changes nothing.
 *
 * Refuses: RISK_NOT_ACCEPTED for a notice that is not the newest; RISK_ANSWERS.
 */
export async function acceptDisclosure(
  db: Db | Tx,
  customer: CustomerId,
  disclosure: AskedDisclosure,
  { version, answers }: { readonly version: number; readonly answers: string },
  nowMs: number,
): Promise<DisclosureView> {
  const { product, questions, right } = disclosure
  if (version !== disclosure.version) throw refusal('RISK_NOT_ACCEPTED')
  if (answers !== questions.map((question) => right[question]).join('')) throw refusal('RISK_ANSWERS')
  await insertAcceptance(db, customer, { product, version }, nowMs)
  return disclosureOf(db, customer, disclosure)
}

/** Adds the row of it. */
export const insertAcceptance = (
  db: Db | Tx,
  customer: CustomerId,
  { product, version }: Pick<Disclosure, 'product' | 'version'>,
  nowMs: number,
) =>
  sql`insert into accepted_disclosure (id, customer_id, product, version, accepted_at)
    values (${nextId()}, ${customer}, ${product}, ${version}, ${new Date(nowMs)})
    on conflict (customer_id, product, version) do nothing`.execute(db)

/** The routes of a product's two calls of its notice. */
export const disclosureRoutes = (
  disclosure: AskedDisclosure,
  calls: {
    readonly read: ReturnType<typeof disclosureEndpoint>
    readonly accept: ReturnType<typeof acceptDisclosureEndpoint>
  },
): Route[] => [
  route(calls.read, (_, { db, customer }) => disclosureOf(db, customer.id, disclosure)),
  route(calls.accept, (given, { db, clock, customer }) =>
    acceptDisclosure(db, customer.id, disclosure, given, clock.nowMs()),
  ),
]
