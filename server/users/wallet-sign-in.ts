import { accountAddress } from '#domain/chain/account-key.ts'
import { shortAddress } from '#domain/chain/short-address.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Customer } from '#server/platform/http/context.ts'
import { beginSession } from './begin-session.ts'
import { deviceOf, getOrThrow, type Origin, type UserDeps } from './deps.ts'
import { notify } from './notices.ts'
import { proveOwner } from './owner-proof.ts'
import { changeProven, proveChange, proveFactor } from './proven-change.ts'
import { factorAtSignIn, hashGiven } from './second-factor.ts'
import { addCustomer, inviterOf } from './service.ts'
import { lockCustomer, updateCustomer } from './store.ts'
import { addressOf, consumeProof, proveWallet, type SignedMessage, type WalletProof } from './wallet-proof.ts'
import { deleteWallet, insertWallet, walletOwner, walletsOf } from './wallet-sign-in-store.ts'
import { hasOtherWayIn } from './ways-in.ts'

/** Sign-in by wallet, and the wallets of an account. */

const MAX_WALLETS = 5

type SignIn = SignedMessage & { factorCode?: string | undefined; device?: string | undefined }

/**
 * Signs in with a message that a linked wallet signed.
 *
 * Refuses: as `proveWallet`; WALLET_NOT_LINKED to who has the wallet; the second factor as at any sign-in.
 */
export async function signInByWallet(deps: UserDeps, input: SignIn, origin: Origin): Promise<string> {
  const proof = await proveWallet(deps, input, { device: input.device })
  const owner = await walletOwner(deps.db, proof.address)
  if (owner === undefined) throw refusal('WALLET_NOT_LINKED')
  return begin(deps, proof, owner, input, origin)
}

/**
 * The same, and opens an account for a wallet that has none.
 *
 * Refuses: as `signInByWallet`; INVITE_CODE_UNKNOWN; WALLET_IN_USE when another sign-in of the wallet was first.
 */
export async function registerByWallet(
  deps: UserDeps,
  input: SignIn & { inviteCode?: string | undefined },
  origin: Origin,
): Promise<string> {
  const proof = await proveWallet(deps, input, { device: input.device })
  const owner = await walletOwner(deps.db, proof.address)
  if (owner !== undefined) return begin(deps, proof, owner, input, origin)
  const invitedBy = await inviterOf(deps.db, input.inviteCode)
  const nowMs = deps.clock.nowMs()
  return deps.db.transaction().execute(async (tx) => {
    await consumeProof(tx, proof, nowMs)
    const customer = await addCustomer(
      tx,
      {
        ...{ email: null, mobile: null, passwordHash: null, payPasswordHash: null, nickname: null },
        ...{ invitedBy: invitedBy ?? null, language: origin.lang, isDemo: false },
      },
      nowMs,
    )
    if (!(await insertWallet(tx, { address: proof.address, customer }, nowMs))) throw refusal('WALLET_IN_USE')
    return deps.sessions.begin(tx, customer, deviceOf(origin, hashGiven(deps, input.device)))
  })
}

async function begin(
  deps: UserDeps,
  proof: WalletProof,
  owner: CustomerId,
  { factorCode, device }: Pick<SignIn, 'factorCode' | 'device'>,
  origin: Origin,
): Promise<string> {
  const before = await getOrThrow(deps.db, owner)
  const factor = await factorAtSignIn(deps, owner, { factorCode, device })
  return deps.db.transaction().execute(async (tx) => {
    const nowMs = deps.clock.nowMs()
    await consumeProof(tx, proof, nowMs)
    const now = await lockCustomer(tx, owner, 'to read')
    // A second factor that was set meanwhile, or the wallet removed: also before `before` was read.
    const isSame = now.security_changed_at === before.security_changed_at
    if (!isSame || (await walletOwner(tx, proof.address)) !== owner) throw refusal('WALLET_MESSAGE_UNKNOWN')
    return beginSession(tx, deps, now, { factor, password: false, device }, origin)
  })
}

/** The wallets that sign in to an account. */
export async function ownWallets({ db }: Pick<UserDeps, 'db'>, { id }: Customer) {
  const rows = await walletsOf(db, id)
  return {
    items: rows.map((row) => ({
      address: accountAddress('evm', row.address),
      linkedAtMs: Number(row.linked_at),
    })),
  }
}

/**
 * Lets a wallet sign in to the account from now on; withdrawals are held for 24 hours.
 *
 * Refuses: as `proveOwner`, `requireSecondFactor` and `proveWallet`; WALLETS_TOO_MANY; WALLET_IN_USE.
 */
export async function linkWallet(
  deps: UserDeps,
  current: Customer,
  input: SignedMessage & {
    password?: string | undefined
    factorCode?: string | undefined
    device?: string | undefined
  },
  origin: Origin,
): Promise<void> {
  const customer = await getOrThrow(deps.db, current.id)
  await proveOwner(deps, customer, current, input.password, origin)
  const proof = await proveWallet(deps, input, { device: input.device, customer: current.id })
  // A wallet that signs in outlives another password: who took a session and the password has not got this.
  const proven = await proveFactor(deps, customer, input.factorCode)
  await changeProven(deps, proven, async (tx, _, nowMs) => {
    await consumeProof(tx, proof, nowMs)
    if ((await walletsOf(tx, current.id)).length >= MAX_WALLETS)
      throw refusal('WALLETS_TOO_MANY', { maximum: MAX_WALLETS })
    if (!(await insertWallet(tx, { address: proof.address, customer: current.id }, nowMs)))
      throw refusal('WALLET_IN_USE')
    await updateCustomer(tx, current.id, {}, nowMs)
    await notify(tx, customer, { kind: 'walletLinked', address: shown(proof.address) }, nowMs)
  })
  deps.log.info({ customer: String(current.id) }, 'a wallet was linked')
}

/**
 * Lets a wallet sign in no more; all other sessions end, withdrawals are held for 24 hours.
 *
 * Refuses: as `proveChange`; NOT_FOUND; LAST_WAY_IN where nothing else signs in to the account.
 */
export async function unlinkWallet(
  deps: UserDeps,
  current: Customer,
  input: { address: string; password?: string | undefined; factorCode?: string | undefined },
  origin: Origin,
): Promise<void> {
  const address = addressOf(input.address).toLowerCase()
  const proven = await proveChange(deps, current, input, origin)
  const revocation = await changeProven(deps, proven, async (tx, customer, nowMs) => {
    if (!(await deleteWallet(tx, current.id, address))) throw refusal('NOT_FOUND')
    if (!(await hasOtherWayIn(tx, customer))) throw refusal('LAST_WAY_IN')
    await updateCustomer(tx, current.id, {}, nowMs)
    await notify(tx, customer, { kind: 'walletUnlinked', address: shown(address) }, nowMs)
    return deps.sessions.end(tx, current.id, { except: current.sessionId })
  })
  deps.sessions.announce(revocation)
  deps.log.info({ customer: String(current.id) }, 'a wallet was unlinked')
}

/** @example shown('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed') // '0x5aAe…eAed' */
const shown = (small: string): string => shortAddress(accountAddress('evm', small))
