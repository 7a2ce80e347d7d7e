import type { Endpoint, InputOf, OutputOf } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import type { Contact } from '#domain/user/contact.ts'
import * as calls from '#domain/user/contract.ts'
import * as freeze from '#domain/user/freeze.ts'
import * as rails from '#domain/user/guard-rails.ts'
import * as phrase from '#domain/user/mail-phrase.ts'
import * as owner from '#domain/user/owner-proof.ts'
import * as passkey from '#domain/user/passkey.ts'
import { type Purpose, readPurpose } from '#domain/user/purposes.ts'
import * as recovery from '#domain/user/recovery.ts'
import * as factor from '#domain/user/second-factor.ts'
import * as wallet from '#domain/user/wallet-sign-in.ts'
import type { Context } from '#server/platform/http/context.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { bindContact, changePassword, forgottenPassword, setPayPassword } from './credentials.ts'
import { originOf, type UserDeps } from './deps.ts'
import { freezeAccount, ownFreeze, unfreezeAccount } from './freeze.ts'
import { ownRails, setRail } from './guard-rails.ts'
import { ownMailPhrase, setMailPhrase } from './mail-phrase.ts'
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  ownSecondFactor,
  renewRecoveryCodes,
} from './own-second-factor.ts'
import { confirmOwner, ownerProof } from './owner-proof.ts'
import {
  addPasskey,
  beginPasskey,
  ownChallenge,
  ownPasskeys,
  removePasskey,
  signInByPasskey,
  signInChallenge,
} from './passkeys.ts'
import { askRecovery, cancelRecovery, ownRecovery } from './recovery.ts'
import {
  checkCode,
  editProfile,
  endSessions,
  login,
  profile,
  register,
  sendCode,
  setPortrait,
  signOut,
} from './service.ts'
import { countInvited } from './store.ts'
import { giveMessage } from './wallet-proof.ts'
import { linkWallet, ownWallets, registerByWallet, signInByWallet, unlinkWallet } from './wallet-sign-in.ts'

const done = { done: true } as const

/** A call's input with the purpose it means, and the kind of contact where it names one. */
function withPurpose<Input extends { purpose?: Purpose | undefined; kind?: Purpose | undefined }>(
  input: Input,
  contactKind: Contact['kind'],
  { customerOrUndefined }: Context,
) {
  const { kind } = input
  return {
    ...input,
    kind: kind === 'email' || kind === 'mobile' ? kind : undefined,
    purpose: readPurpose(input, { isSignedIn: customerOrUndefined !== undefined, contactKind }),
  }
}

/** A route for a contact that anybody types: its answer must not tell whether it has an account, by its time neither. */
const evenRoute = <E extends Endpoint>(
  { evenly }: Pick<UserDeps, 'evenly'>,
  endpoint: E,
  handle: (input: InputOf<E>, ctx: Context) => Promise<OutputOf<E>>,
): Route => route<E>(endpoint, (input, ctx) => evenly(() => handle(input, ctx)))

/** The calls of accounts and sign-in. */
export const userRoutes = (deps: UserDeps): Route[] => [
  evenRoute(deps, calls.sendCode, (input, ctx) =>
    sendCode(deps, withPurpose(input, 'email', ctx), ctx.customerOrUndefined, originOf(ctx)),
  ),
  evenRoute(deps, calls.sendMobileCode, (input, ctx) =>
    sendCode(
      deps,
      { ...withPurpose(input, 'mobile', ctx), kind: 'mobile' },
      ctx.customerOrUndefined,
      originOf(ctx),
    ),
  ),
  evenRoute(deps, calls.checkCode, async (input, ctx) => {
    await checkCode(deps, withPurpose(input, 'email', ctx), ctx.customerOrUndefined, originOf(ctx))
    return done
  }),
  route(calls.register, (input, ctx) => register(deps, input, originOf(ctx))),
  evenRoute(deps, calls.login, (input, ctx) => login(deps, input, originOf(ctx))),
  evenRoute(
    deps,
    calls.loginEitherWay,
    async ({ contact, password, address, message, signature, ...input }, ctx) => {
      if (address !== undefined) {
        if (message === undefined) throw refusal('PARAMETER_ERROR', { field: 'message' })
        if (signature === undefined) throw refusal('PARAMETER_ERROR', { field: 'signature' })
        return signInByWallet(deps, { ...input, address, message, signature }, originOf(ctx))
      }
      if (contact === undefined) throw refusal('PARAMETER_ERROR', { field: 'contact' })
      if (password === undefined) throw refusal('PARAMETER_ERROR', { field: 'password' })
      return login(deps, { ...input, contact, password }, originOf(ctx))
    },
  ),
  evenRoute(deps, calls.forgottenPassword, async (input, ctx) => {
    await forgottenPassword(deps, input, originOf(ctx))
    return done
  }),
  route(calls.logout, async (_, { customer }) => {
    await signOut(deps, customer)
    return done
  }),
  route(calls.changePassword, (input, ctx) => changePassword(deps, ctx.customer, input, originOf(ctx))),
  route(calls.setPayPassword, async ({ payPassword, password, ...input }, ctx) => {
    const change = { ...input, password: payPassword, signInPassword: password }
    await setPayPassword(deps, ctx.customer, change, originOf(ctx))
    return done
  }),
  route(calls.bindMobile, async ({ mobile, ...input }, ctx) => {
    await bindContact(deps, ctx.customer, { ...input, contact: mobile, kind: 'mobile' }, originOf(ctx))
    return done
  }),
  route(calls.bindEmail, async ({ email, ...input }, ctx) => {
    await bindContact(deps, ctx.customer, { ...input, contact: email, kind: 'email' }, originOf(ctx))
    return done
  }),
  route(factor.secondFactor, (_, { customer }) => ownSecondFactor(deps, customer)),
  route(factor.beginSecondFactor, (input, ctx) =>
    beginSecondFactor(deps, ctx.customer, input, originOf(ctx)),
  ),
  route(factor.enableSecondFactor, async (input, ctx) => ({
    recoveryCodes: await enableSecondFactor(deps, ctx.customer, input, originOf(ctx)),
  })),
  route(factor.renewRecoveryCodes, async (input, ctx) => ({
    recoveryCodes: await renewRecoveryCodes(deps, ctx.customer, input, originOf(ctx)),
  })),
  route(factor.disableSecondFactor, async (input, ctx) => {
    await disableSecondFactor(deps, ctx.customer, input, originOf(ctx))
    return done
  }),
  route(freeze.accountFreeze, (_, { customer }) => ownFreeze(deps, customer)),
  route(freeze.freezeAccount, (_, { customer }) => freezeAccount(deps, customer)),
  route(freeze.unfreezeAccount, (input, ctx) => unfreezeAccount(deps, ctx.customer, input, originOf(ctx))),
  route(phrase.mailPhrase, (_, { customer }) => ownMailPhrase(deps, customer)),
  route(phrase.setMailPhrase, async (input, ctx) => {
    await setMailPhrase(deps, ctx.customer, input, originOf(ctx))
    return done
  }),
  evenRoute(deps, recovery.askRecovery, (input, ctx) => askRecovery(deps, input, originOf(ctx))),
  route(recovery.ownRecovery, (_, { customer }) => ownRecovery(deps, customer)),
  route(recovery.cancelRecovery, async (_, { customer }) => {
    await cancelRecovery(deps, customer)
    return done
  }),
  route(rails.ownRails, (_, { customer }) => ownRails(deps, customer)),
  route(rails.setRail, (input, { customer }) => setRail(deps, customer, input)),
  route(wallet.walletMessage, (input) => giveMessage(deps, input)),
  route(wallet.registerByWallet, (input, ctx) => registerByWallet(deps, input, originOf(ctx))),
  route(wallet.signInWallets, (_, { customer }) => ownWallets(deps, customer)),
  route(wallet.linkMessage, (input, { customer }) => giveMessage(deps, { ...input, customer: customer.id })),
  route(wallet.linkWallet, async (input, ctx) => {
    await linkWallet(deps, ctx.customer, input, originOf(ctx))
    return done
  }),
  route(wallet.unlinkWallet, async (input, ctx) => {
    await unlinkWallet(deps, ctx.customer, input, originOf(ctx))
    return done
  }),
  route(passkey.passkeySignInChallenge, (input) => signInChallenge(deps, input)),
  route(passkey.signInByPasskey, (input, ctx) => signInByPasskey(deps, input, originOf(ctx))),
  route(passkey.passkeys, (_, { customer }) => ownPasskeys(deps, customer)),
  route(passkey.confirmChallenge, (_, { customer }) => ownChallenge(deps, customer)),
  route(passkey.beginPasskey, (input, ctx) => beginPasskey(deps, ctx.customer, input, originOf(ctx))),
  route(passkey.addPasskey, (input, ctx) => addPasskey(deps, ctx.customer, input, originOf(ctx))),
  route(passkey.removePasskey, async (input, ctx) => {
    await removePasskey(deps, ctx.customer, input, originOf(ctx))
    return done
  }),
  route(owner.ownerProof, (_, { customer }) => ownerProof(deps, customer)),
  route(owner.confirmMessage, (input, { customer }) =>
    giveMessage(deps, { ...input, customer: customer.id, isToConfirm: true }),
  ),
  route(owner.confirmOwner, ({ device, response, ...wallet }, { customer }) => {
    if (response !== undefined) return confirmOwner(deps, customer, { passkey: response })
    const { address, message, signature } = wallet
    if (address === undefined) throw refusal('PARAMETER_ERROR', { field: 'address' })
    if (message === undefined) throw refusal('PARAMETER_ERROR', { field: 'message' })
    if (signature === undefined) throw refusal('PARAMETER_ERROR', { field: 'signature' })
    return confirmOwner(deps, customer, { wallet: { address, message, signature }, device })
  }),
  route(calls.profile, (_, { customer }) => profile(deps, customer.id)),
  route(calls.editProfile, async (input, { customer }) => {
    await editProfile(deps, customer, input)
    return profile(deps, customer.id)
  }),
  route(calls.setPortrait, async ({ portrait }, { db, customer }) => {
    await db.transaction().execute((tx) => setPortrait(tx, customer.id, portrait))
    return profile(deps, customer.id)
  }),
  route(calls.invite, async (_, { db, customer }) => {
    const { inviteCode } = await profile(deps, customer.id)
    return {
      code: inviteCode,
      link: `${deps.publicUrl}/#/pages/common/register?code=${inviteCode}`,
      invited: await countInvited(db, customer.id),
    }
  }),
  route(calls.sessions, async (_, { customer }) => ({ items: await deps.sessions.list(customer) })),
  route(calls.revokeSession, async ({ id }, { customer }) => {
    const revoked = await endSessions(deps, customer, id)
    if (id !== undefined && revoked === 0) throw refusal('NOT_FOUND')
    return { revoked }
  }),
]
