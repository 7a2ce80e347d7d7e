import type { CustomerId } from '#domain/ids.ts'
import type { Contact } from '#domain/user/contact.ts'
import { deviceName } from '#domain/user/device.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { limitKey } from '#server/platform/http/client-ip.ts'
import { nextId } from '#server/platform/ids.ts'
import { ABSOLUTE_MS, IDLE_MS } from './sessions.ts'

interface Device {
  readonly userAgent: string
  readonly ip: string
}

/**
 * Tells a customer of a sign-in from a browser or network that had no session since the password, the pay password or a
 * contact last changed, or none since one from there was ended from elsewhere. Turning the second factor on, or adding a
 * passkey, ended all sessions but the one that did it, whose browser stays known. Before the session begins, in its transaction.
 */
export async function tellNewDevice(
  tx: Tx,
  customer: CustomerId,
  device: Device,
  nowMs: number,
): Promise<void> {
  const sessions = await tx
    .selectFrom('customer_session')
    .innerJoin('customer', 'customer.id', 'customer_session.customer_id')
    .leftJoin('second_factor', 'second_factor.customer_id', 'customer.id')
    .select(['customer_session.device as userAgent', 'customer_session.ip'])
    .select(['customer_session.created_at', 'last_seen_at', 'revoked_at', 'signed_out'])
    .where('customer_session.customer_id', '=', customer)
    .where((where) =>
      where.or([
        where('customer.security_changed_at', 'is', null),
        where('customer_session.created_at', '>=', where.ref('customer.security_changed_at')),
        where.and([
          where.or([
            where('second_factor.enabled_at', '=', where.ref('customer.security_changed_at')),
            where.exists(
              where
                .selectFrom('passkey')
                .select('passkey.id')
                .whereRef('passkey.customer_id', '=', 'customer.id')
                .whereRef('passkey.added_at', '=', 'customer.security_changed_at'),
            ),
          ]),
          where.or([
            where('customer_session.revoked_at', 'is', null),
            where('customer_session.revoked_at', '>', where.ref('customer.security_changed_at')),
          ]),
        ]),
      ]),
    )
    .execute()
  const fromThere = sessions.filter((session) => isSameDevice(session, device))
  const revokedMs = Math.max(0, ...fromThere.filter(isRevoked).map(({ revoked_at }) => Number(revoked_at)))
  if (fromThere.some((session) => !isRevoked(session) && endMs(session) >= revokedMs)) return
  const params = { device: deviceName(device.userAgent) || '—', ip: device.ip }
  await writeNotices(tx, [{ customer, kind: 'user-sign-in', subject: String(nextId()), params }], nowMs)
}

interface Ending {
  readonly created_at: number | Date
  readonly last_seen_at: number | Date
  readonly revoked_at: number | Date | null
  readonly signed_out: boolean
}

/** Whether it was ended from elsewhere. */
const isRevoked = ({ revoked_at, signed_out }: Ending): boolean => revoked_at !== null && !signed_out

/** When a session ends that is not ended from elsewhere. */
const endMs = ({ created_at, last_seen_at, revoked_at }: Ending): number =>
  revoked_at === null
    ? Math.min(Number(last_seen_at) + IDLE_MS, Number(created_at) + ABSOLUTE_MS)
    : Number(revoked_at)

/** The same kind of browser, and an address of the same provider as far as it can be told. */
export const isSameDevice = (one: Device, other: Device): boolean =>
  deviceName(one.userAgent) === deviceName(other.userAgent) && networkOf(one.ip) === networkOf(other.ip)

/** Whether the customer of a contact has signed in from an address's network before. */
export async function isKnownNetwork(db: Db | Tx, contact: Contact, ip: string): Promise<boolean> {
  const rows = await db
    .selectFrom('customer_session')
    .innerJoin('customer', 'customer.id', 'customer_session.customer_id')
    .select('customer_session.ip')
    .distinct()
    .where(`customer.${contact.kind}`, '=', contact.value)
    .execute()
  // Of an IPv6 network a device uses another address every day.
  const network = limitKey(ip)
  return rows.some((row) => limitKey(row.ip) === network)
}

/** What addresses of one connection have in common. */
const networkOf = (ip: string): string => limitKey(ip).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1')
