import { CLEARED_TEXT } from '#domain/fields.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { maskPhrase } from '#domain/user/mail-phrase.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Customer } from '#server/platform/http/context.ts'
import type { Mail } from '#server/platform/outbox.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { mailTexts } from '#texts/server.ts'
import type { Origin, UserDeps } from './deps.ts'
import { notify } from './notices.ts'
import { changeProven, proveChange } from './proven-change.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    mail_phrase: {
      customer_id: CustomerId
      phrase_sealed: string
      set_at: number | Date
    }
  }
}

interface PhraseDeps {
  readonly db: Db
  readonly privateData: PrivateData
}

/** The customer's own phrase, all but its first character hidden. */
export async function ownMailPhrase(deps: PhraseDeps, { id }: Customer): Promise<{ masked: string | null }> {
  const known = await phraseOf(deps, id)
  return { masked: known === undefined ? null : maskPhrase(known.phrase) }
}

/**
 * Sets the phrase at the head of a customer's mails; `-` clears it.
 *
 * Refuses: as `proveChange`.
 */
export async function setMailPhrase(
  deps: UserDeps,
  current: Customer,
  input: { phrase: string; password?: string | undefined; factorCode?: string | undefined },
  origin: Origin,
): Promise<void> {
  const proven = await proveChange(deps, current, input, origin)
  const isCleared = input.phrase === CLEARED_TEXT
  await changeProven(deps, proven, async (tx, customer, nowMs) => {
    if (isCleared) await tx.deleteFrom('mail_phrase').where('customer_id', '=', current.id).execute()
    else await keepPhrase(tx, deps.privateData, current.id, input.phrase, nowMs)
    await notify(tx, customer, { kind: isCleared ? 'mailPhraseRemoved' : 'mailPhraseSet' }, nowMs)
  })
  deps.log.info({ customer: String(current.id) }, 'a mail phrase was changed')
}

/**
 * A mail as it is sent: at its head the phrase of the customer it is for, in their language. Done as late as this so that
 * the phrase is in no queued message.
 */
export async function withPhrase(deps: PhraseDeps, { customer, ...mail }: Mail): Promise<Mail> {
  const known = customer === undefined ? undefined : await phraseOf(deps, BigInt(customer) as CustomerId)
  if (!known) return mail
  const head = mailTexts(known.language)('mails.phrase', { phrase: known.phrase })
  return { ...mail, text: `${head}\n\n${mail.text}` }
}

async function keepPhrase(
  tx: Tx,
  { sealer }: PrivateData,
  customer: CustomerId,
  phrase: string,
  nowMs: number,
): Promise<void> {
  const kept = {
    phrase_sealed: sealer.seal(Buffer.from(phrase), boundTo(customer)).toString('base64'),
    set_at: new Date(nowMs),
  }
  await tx
    .insertInto('mail_phrase')
    .values({ customer_id: customer, ...kept })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(kept))
    .execute()
}

async function phraseOf(
  { db, privateData }: PhraseDeps,
  customer: CustomerId,
): Promise<{ phrase: string; language: Language } | undefined> {
  const row = await db
    .selectFrom('mail_phrase')
    .innerJoin('customer', 'customer.id', 'mail_phrase.customer_id')
    .select(['phrase_sealed', 'language'])
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  if (!row) return undefined
  const sealed = Buffer.from(row.phrase_sealed, 'base64')
  return {
    phrase: privateData.sealer.unseal(sealed, boundTo(customer)).toString(),
    language: row.language,
  }
}

const boundTo = (customer: CustomerId): string => `customer ${customer}, mail phrase`
