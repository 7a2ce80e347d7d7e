import { accountAddress } from '#domain/chain/account-key.ts'
import { shortAddress } from '#domain/chain/short-address.ts'
import type { CustomerSecurity } from '#domain/console/customer.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { railsOf } from '#server/users/guard-rails.ts'
import { passkeysOf } from '#server/users/passkey-store.ts'
import { payPasswordTries } from '#server/users/pay-password.ts'
import { countRecoveryCodes, factorOf } from '#server/users/second-factor-store.ts'
import { walletsOf } from '#server/users/wallet-sign-in-store.ts'
import { withdrawalHolds } from '#server/users/withdrawal-hold.ts'

/** How a customer's account is guarded: that a guard is there and since when, never what proves an owner. */
export async function securityOf(db: Db, customer: CustomerId, nowMs: number): Promise<CustomerSecurity> {
  const hasAuthenticator = (await factorOf(db, customer))?.isOn === true
  const passkeys = await passkeysOf(db, customer)
  const wallets = await walletsOf(db, customer)
  return {
    hasAuthenticator,
    recoveryCodesLeft: hasAuthenticator ? await countRecoveryCodes(db, customer) : 0,
    passkeys: passkeys.map(({ added_at, used_at }) => ({ addedAtMs: added_at, usedAtMs: used_at })),
    wallets: wallets.map(({ address, linked_at }) => ({
      address: shortAddress(accountAddress('evm', address)),
      linkedAtMs: Number(linked_at),
    })),
    payPasswordTries: await payPasswordTries(db, customer, nowMs),
    withdrawalHolds: await withdrawalHolds(db, customer, nowMs),
    limits: (await railsOf(db, customer, nowMs)).items,
  }
}
