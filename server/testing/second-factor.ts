import { generateSync } from 'otplib'
import type { CustomerId } from '#domain/ids.ts'
import { SECOND_MS } from '#domain/time.ts'
import { addPasskey, beginPasskey, confirmChallenge } from '#domain/user/passkey.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { newSecret } from '#server/users/second-factor.ts'
import { keepSecret, turnOn } from '#server/users/second-factor-store.ts'
import type { TestApp } from './app.ts'
import { createPasskey, signWithPasskey } from './authenticator.ts'
import { PASSWORD, type TestCustomer } from './customers.ts'

/** Gives a customer an authenticator that is asked for. Returns: the code that it shows now. */
export async function giveAuthenticator(
  { db, clock, privateData }: { db: Db; clock: Clock; privateData: PrivateData },
  customer: CustomerId,
): Promise<() => string> {
  const { setupKey, sealed } = newSecret(privateData, customer)
  await db.transaction().execute(async (tx) => {
    await keepSecret(tx, customer, sealed, clock.nowMs())
    await turnOn(tx, customer, clock.nowMs())
  })
  return () => generateSync({ secret: setupKey, epoch: Math.floor(clock.nowMs() / SECOND_MS) })
}

/** Gives a customer a passkey, by the calls for it. Returns: what asks for a challenge and signs it, as JSON. */
export async function givePasskey(
  { call }: Pick<TestApp, 'call'>,
  { token }: Pick<TestCustomer, 'token'>,
): Promise<() => Promise<string>> {
  const begun = await call(beginPasskey, { password: PASSWORD }, token)
  if (begun.error !== undefined) throw new Error(`a passkey is refused: ${begun.error}`)
  const { passkey, response } = createPasskey(begun.data.options)
  const added = await call(addPasskey, { response }, token)
  if (added.error !== undefined) throw new Error(`a passkey is refused: ${added.error}`)
  return async () => signWithPasskey(passkey, (await call(confirmChallenge, {}, token)).data.options)
}
