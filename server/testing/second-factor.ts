import { generateSync } from 'otplib'
import type { CustomerId } from '#domain/ids.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PrivateData } from '#server/platform/private-data.ts'
import { newSecret } from '#server/users/second-factor.ts'
import { keepSecret, turnOn } from '#server/users/second-factor-store.ts'

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
