import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAddress } from '#domain/deposit/addresses.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import * as calls from '#domain/user/contract.ts'
import { setMailPhrase } from '#domain/user/mail-phrase.ts'
import * as owner from '#domain/user/owner-proof.ts'
import * as passkey from '#domain/user/passkey.ts'
import * as factor from '#domain/user/second-factor.ts'
import * as wallet from '#domain/user/wallet-sign-in.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { createPasskey, signWithPasskey } from '#server/testing/authenticator.ts'
import { PASSWORD } from '#server/testing/customers.ts'
import { evmAddress, signDigest, signPersonal } from '#server/testing/evm-signer.ts'
import { withdrawalsHeldUntilMs } from './withdrawal-hold.ts'

/** Sign-in by wallet, on either database: nobody forges it, and a message counts once, also of 64 tries at once. */

let app: TestApp
let wallets = 0
let addresses = 0
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const DEVICE = 'd'.repeat(43)
const newIp = () => ({ ip: `10.8.${++addresses >> 8}.${addresses & 255}` })

interface TestWallet {
  readonly key: Uint8Array
  /** With its checksum. */
  readonly address: string
}

function newWallet(): TestWallet {
  const key = new Uint8Array(32).fill(1)
  key.set([++wallets >> 8, wallets & 255])
  return { key, address: readAddress('Ethereum', evmAddress(key))! }
}

const give = (address: string, input: object = {}) =>
  app.call(wallet.walletMessage, { address, chainId: '1', device: DEVICE, ...input }, undefined, newIp())

/** A message for this wallet, signed by it. */
async function signed({ key, address }: TestWallet, input: object = {}) {
  const message = (await give(address, input)).data.message as string
  return { address, message, signature: signPersonal(message, key), device: DEVICE }
}

/** The same for a customer who links it. */
async function signedLink({ key, address }: TestWallet, token: string) {
  const asked = await app.call(wallet.linkMessage, { address, chainId: '1', device: DEVICE }, token, newIp())
  const message = asked.data.message as string
  return { address, message, signature: signPersonal(message, key), device: DEVICE }
}

/** The same for a customer who confirms with it. */
async function signedConfirmation({ key, address }: TestWallet, token: string) {
  const input = { address, chainId: '1', device: DEVICE }
  const message = (await app.call(owner.confirmMessage, input, token, newIp())).data.message as string
  return { address, message, signature: signPersonal(message, key), device: DEVICE }
}

const enter = (input: Record<string, unknown>) => app.call(wallet.registerByWallet, input, undefined, newIp())
const login = (input: Record<string, unknown>) => app.call(calls.loginEitherWay, input, undefined, newIp())
const link = (input: Record<string, unknown>, token: string) =>
  app.call(wallet.linkWallet, input, token, newIp())
const unlink = (input: Record<string, unknown>, token: string) =>
  app.call(wallet.unlinkWallet, input, token, newIp())
const mine = async (token: string) =>
  ((await app.call(wallet.signInWallets, {}, token)).data.items as { address: string }[]).map(
    ({ address }) => address,
  )

/** An account of a wallet alone. */
async function registered() {
  const own = newWallet()
  const { data, error } = await enter(await signed(own))
  expect(error).toBeUndefined()
  return { own, token: data as string }
}

async function rows(): Promise<number[]> {
  const counts = []
  for (const table of ['customer', 'customer_session', 'sign_in_wallet'] as const) {
    const { count } = await app.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    counts.push(Number(count))
  }
  return counts
}

describe('the message', () => {
  test('says domain, address, chain, nonce and times, and that nothing is paid', async () => {
    const { address } = newWallet()
    const { data } = await give(address.toLowerCase(), { chainId: '137' })
    const { message, expiresAtMs } = data as { message: string; expiresAtMs: number }
    const nowMs = app.clock.nowMs()
    expect(message.replace(/^Nonce: [0-9a-f]{32}$/m, 'Nonce: N')).toBe(
      [
        'plumb.test wants you to sign in with your Ethereum account:',
        address,
        '',
        'Sign in to Plumb. It costs nothing and moves nothing.',
        '',
        'URI: http://plumb.test',
        'Version: 1',
        'Chain ID: 137',
        'Nonce: N',
        `Issued At: ${new Date(nowMs).toISOString()}`,
        `Expiration Time: ${new Date(nowMs + 5 * MINUTE_MS).toISOString()}`,
      ].join('\n'),
    )
    expect(expiresAtMs).toBe(nowMs + 5 * MINUTE_MS)
  })

  test('is given to no address with a wrong checksum, and for no other chain', async () => {
    const { address } = newWallet()
    const swapped = address.replace(/[a-f]|[A-F]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    expect((await give(swapped)).error).toBe('WALLET_ADDRESS_WRONG')
    expect((await give(address, { chainId: '5' })).error).toBe('VALUE_NOT_ALLOWED')
    expect((await give('0x1234')).error).toBe('PARAMETER_ERROR')
  })
})

describe('signing in', () => {
  test('opens an account without contact and password once, and is the same account again', async () => {
    const { own, token } = await registered()
    const again = (await enter(await signed(own))).data as string
    const login2 = (await login(await signed(own))).data as string
    const profiles = []
    for (const one of [token, again, login2]) profiles.push((await app.call(calls.profile, {}, one)).data)
    expect(new Set(profiles.map(({ uid }) => uid)).size).toBe(1)
    expect(profiles[0]).toMatchObject({ email: null, mobile: null, hasPassword: false })
    expect(await mine(token)).toEqual([own.address])
  })

  test('answers the token as the message', async () => {
    const { body } = await enter(await signed(newWallet()))
    expect(JSON.parse(body)).toMatchObject({ type: 1, message: expect.stringMatching(/^[\w-]{43}$/) })
  })

  test('opens no account where only signing in is asked for', async () => {
    const input = await signed(newWallet())
    const before = await rows()
    expect((await login(input)).error).toBe('WALLET_NOT_LINKED')
    expect(await rows()).toEqual(before)
  })

  test('knows who invited', async () => {
    const { token } = await registered()
    const { code } = (await app.call(calls.invite, {}, token)).data
    const own = newWallet()
    const unknown = { ...(await signed(own)), inviteCode: 'NOBODY' }
    expect((await enter(unknown)).error).toBe('INVITE_CODE_UNKNOWN')
    expect((await enter({ ...(await signed(own)), inviteCode: code })).error).toBeUndefined()
    expect((await app.call(calls.invite, {}, token)).data.invited).toBe(1)
  })

  test('works without a key of the browser, where the message was asked for without one', async () => {
    const { key, address } = newWallet()
    const { data } = await app.call(wallet.walletMessage, { address, chainId: '1' }, undefined, newIp())
    const signature = signPersonal(data.message, key)
    expect((await enter({ address, message: data.message, signature })).error).toBeUndefined()
  })

  test('T58: asks for the second factor after the signature, which stays good', async () => {
    const me = await app.newCustomer()
    const own = newWallet()
    await link({ ...(await signedLink(own, me.token)), password: PASSWORD }, me.token)
    const proof = { password: PASSWORD }
    const secret = (await app.call(factor.beginSecondFactor, proof, me.token, newIp())).data.setupKey
    const codeOf = () => generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
    const input = { ...proof, code: codeOf() }
    expect((await app.call(factor.enableSecondFactor, input, me.token, newIp())).error).toBeUndefined()
    const good = await signed(own)
    expect((await enter(good)).error).toBe('SECOND_FACTOR_NEEDED')
    app.clock.advance(30 * SECOND_MS)
    expect((await enter({ ...good, factorCode: codeOf() })).error).toBeUndefined()
    expect((await enter(await signed(own))).error).toBeUndefined()
    // Who has a session and the password links and removes none.
    const other = newWallet()
    const linked = async (more: object) =>
      link({ ...(await signedLink(other, me.token)), ...proof, ...more }, me.token)
    const removed = (more: object) => unlink({ address: own.address, ...proof, ...more }, me.token)
    expect((await linked({})).error).toBe('SECOND_FACTOR_NEEDED')
    expect((await removed({})).error).toBe('SECOND_FACTOR_NEEDED')
    app.clock.advance(30 * SECOND_MS)
    expect((await linked({ factorCode: codeOf() })).error).toBeUndefined()
    app.clock.advance(30 * SECOND_MS)
    expect((await removed({ factorCode: codeOf() })).error).toBeUndefined()
  })
})

/** What somebody changes in what Alice's wallet signed, and signs again with their own key or as it is. */
type Signed = Awaited<ReturnType<typeof signed>>
type Forge = (
  good: Signed,
  alice: TestWallet,
  mallory: TestWallet,
) => Partial<Signed> | Promise<Partial<Signed>>

const ORDER = secp256k1.Point.Fn.ORDER
const later = (message: string, line: string, byMs: number) =>
  message.replace(
    new RegExp(`^${line}: (.*)$`, 'm'),
    (_, at) => `${line}: ${new Date(Date.parse(at) + byMs).toISOString()}`,
  )

/** Texts that even Alice's own wallet signed. */
const rewritten: readonly (readonly [string, (message: string, address: string) => string])[] = [
  ['another domain', (text) => text.replace('plumb.test wants', 'plumb.example wants')],
  ['another port', (text) => text.replace('plumb.test wants', 'plumb.test:8443 wants')],
  ['a scheme before the domain', (text) => `https://${text}`],
  ['another uri', (text) => text.replace('URI: http://plumb.test', 'URI: http://plumb.example')],
  ['another chain', (text) => text.replace('Chain ID: 1', 'Chain ID: 56')],
  ['another version', (text) => text.replace('Version: 1', 'Version: 2')],
  ['another nonce', (text) => text.replace(/Nonce: ./, (line) => `Nonce: ${line.endsWith('0') ? '1' : '0'}`)],
  ['no nonce', (text) => text.replace(/\nNonce: .*/, '')],
  ['a time in the future', (text) => later(text, 'Issued At', MINUTE_MS)],
  ['a longer life', (text) => later(text, 'Expiration Time', MINUTE_MS)],
  ['no end', (text) => text.replace(/\nExpiration Time: .*/, '')],
  ['a time before which it is not good', (text) => `${text}\nNot Before: 2020-01-01T00:00:00.000Z`],
  ['a request id', (text) => `${text}\nRequest ID: 1`],
  ['resources', (text) => `${text}\nResources:\n- https://plumb.example`],
  ['another statement', (text) => text.replace('moves nothing', 'moves everything')],
  ['no statement', (text) => text.replace(/Sign in to Plumb.*\n\n/, '')],
  [
    'a line put into the statement',
    (text) => text.replace('moves nothing.', 'moves nothing.\n\nURI: http://plumb.example'),
  ],
  ['a line at the end', (text) => `${text}\n`],
  ['a line at the beginning', (text) => `\n${text}`],
  ['a space at the end', (text) => `${text} `],
  ['an address in small letters', (text, address) => text.replace(address, address.toLowerCase())],
  ['an address in capitals', (text, address) => text.replace(address, `0x${address.slice(2).toUpperCase()}`)],
  [
    'the letters of an address the other way round',
    (text, address) =>
      text.replace(
        address,
        address.replace(/[a-f]/gi, (one) => (one > 'Z' ? one.toUpperCase() : one.toLowerCase())),
      ),
  ],
]

/** What else can be wrong with a message that is the right one. */
const forgeries: readonly (readonly [string, Forge, string])[] = [
  [
    'the signature of another wallet',
    ({ message }, _, { key }) => ({ signature: signPersonal(message, key) }),
    'WALLET_SIGNATURE_WRONG',
  ],
  ['the address of another wallet', (_, __, { address }) => ({ address }), 'WALLET_MESSAGE_UNKNOWN'],
  [
    'another’s address in the message, signed by them',
    ({ message }, alice, { address, key }) => {
      const own = message.replace(alice.address, address)
      return { address, message: own, signature: signPersonal(own, key) }
    },
    'WALLET_MESSAGE_UNKNOWN',
  ],
  [
    'the malleable twin of the signature',
    ({ signature }) => {
      const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`)
      const last = signature.endsWith('1b') ? '1c' : '1b'
      return { signature: `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${last}` }
    },
    'WALLET_SIGNATURE_WRONG',
  ],
  [
    'the other last byte',
    ({ signature }) => ({
      signature: signature.slice(0, 130) + (signature.endsWith('1b') ? '1c' : '1b'),
    }),
    'WALLET_SIGNATURE_WRONG',
  ],
  [
    'a last byte of 29',
    ({ signature }) => ({ signature: `${signature.slice(0, 130)}1d` }),
    'WALLET_SIGNATURE_WRONG',
  ],
  ['zeros for a signature', () => ({ signature: `0x${'0'.repeat(130)}` }), 'WALLET_SIGNATURE_WRONG'],
  [
    'a signature that is cut off',
    ({ signature }) => ({ signature: signature.slice(0, -2) }),
    'PARAMETER_ERROR',
  ],
  [
    'a signature over the text without its prefix',
    ({ message }, { key }) => ({
      signature: signDigest(keccak_256(utf8ToBytes(message)), key),
    }),
    'WALLET_SIGNATURE_WRONG',
  ],
  [
    'a signature over the text in hexadecimal',
    ({ message }, { key }) => ({
      signature: signPersonal(`0x${bytesToHex(utf8ToBytes(message))}`, key),
    }),
    'WALLET_SIGNATURE_WRONG',
  ],
  [
    'lines that end as on Windows',
    ({ message }, { key }) => {
      const lines = message.replaceAll('\n', '\r\n')
      return { message: lines, signature: signPersonal(lines, key) }
    },
    'PARAMETER_ERROR',
  ],
  ['another browser', () => ({ device: 'e'.repeat(43) }), 'WALLET_MESSAGE_UNKNOWN'],
  [
    'a wrong checksum beside it',
    ({ address }) => ({
      address: address.replace(/[a-f]/gi, (one) => (one > 'Z' ? one.toUpperCase() : one.toLowerCase())),
    }),
    'WALLET_ADDRESS_WRONG',
  ],
]

describe('T61: a forged sign-in is refused and writes nothing', () => {
  test('there are at least 24 of them', () => {
    expect(new Set([...rewritten, ...forgeries].map(([name]) => name)).size).toBeGreaterThanOrEqual(24)
  })

  test.each(rewritten)('with %s, though the wallet signed it', async (_, rewrite) => {
    const { own } = await registered()
    const good = await signed(own)
    const message = rewrite(good.message, own.address)
    expect(message).not.toBe(good.message)
    const before = await rows()
    const forged = { ...good, message, signature: signPersonal(message, own.key) }
    for (const door of [enter, login]) expect((await door(forged)).error).toBe('WALLET_MESSAGE_UNKNOWN')
    expect(await rows()).toEqual(before)
    expect((await enter(good)).error).toBeUndefined()
  })

  test.each(forgeries)('with %s', async (_, forge, refused) => {
    const { own } = await registered()
    const good = await signed(own)
    const before = await rows()
    const forged = { ...good, ...(await forge(good, own, newWallet())) }
    for (const door of [enter, login]) expect((await door(forged)).error).toBe(refused)
    expect(await rows()).toEqual(before)
    expect((await enter(good)).error).toBeUndefined()
  })

  test('with no key of the browser that asked', async () => {
    const { device: _, ...good } = await signed((await registered()).own)
    expect((await enter(good)).error).toBe('WALLET_MESSAGE_UNKNOWN')
  })

  test('with a message that was used', async () => {
    const good = await signed(newWallet())
    expect((await enter(good)).error).toBeUndefined()
    const before = await rows()
    for (const door of [enter, login]) expect((await door(good)).error).toBe('WALLET_MESSAGE_UNKNOWN')
    expect(await rows()).toEqual(before)
  })

  test('with one that is five minutes old, to the millisecond', async () => {
    const [early, late] = [await signed(newWallet()), await signed(newWallet())]
    app.clock.advance(5 * MINUTE_MS - 1)
    expect((await enter(early)).error).toBeUndefined()
    app.clock.advance(1)
    expect((await enter(late)).error).toBe('WALLET_MESSAGE_UNKNOWN')
  })

  test('with one that was never given out', async () => {
    const own = newWallet()
    const other = (await signed(newWallet())).message
    const message = other.replace(/0x\w{40}/, own.address)
    const forged = {
      address: own.address,
      message,
      signature: signPersonal(message, own.key),
      device: DEVICE,
    }
    expect((await enter(forged)).error).toBe('WALLET_MESSAGE_UNKNOWN')
  })

  test('with one for linking, and no wallet is linked with one for signing in, or of another customer', async () => {
    const [me, other] = [await app.newCustomer(), await app.newCustomer()]
    const own = newWallet()
    expect((await enter(await signedLink(own, me.token))).error).toBe('WALLET_MESSAGE_UNKNOWN')
    for (const input of [await signed(own), await signedLink(own, other.token)])
      expect((await link({ ...input, password: PASSWORD }, me.token)).error).toBe('WALLET_MESSAGE_UNKNOWN')
    expect(await mine(me.token)).toEqual([])
  })

  test('with an address alone', async () => {
    const { own } = await registered()
    expect((await enter({ address: own.address })).error).toBe('PARAMETER_ERROR')
    expect((await login({ address: own.address })).error).toBe('PARAMETER_ERROR')
  })

  test('of 64 at once with one message is served once', async () => {
    const good = await signed(newWallet())
    const answers = await Promise.all(Array.from({ length: 64 }, () => enter(good)))
    expect(answers.filter(({ type }) => type === 1)).toHaveLength(1)
    const refused = new Set(answers.filter(({ type }) => type !== 1).map(({ error }) => error))
    expect([...refused]).toEqual(['WALLET_MESSAGE_UNKNOWN'])
    const [again, owner] = [await signed((await registered()).own), await rows()]
    const more = await Promise.all(Array.from({ length: 64 }, () => enter(again)))
    expect(more.filter(({ type }) => type === 1)).toHaveLength(1)
    expect(await rows()).toEqual([owner[0], owner[1]! + 1, owner[2]])
  })

  test('of eight messages at once of one new wallet, one account is opened', async () => {
    const own = newWallet()
    const inputs = []
    for (let n = 0; n < 8; n++) inputs.push(await signed(own))
    const before = await rows()
    const answers = await Promise.all(inputs.map((input) => enter(input)))
    for (const { error } of answers) expect([undefined, 'WALLET_IN_USE']).toContain(error)
    const after = await rows()
    expect([after[0]! - before[0]!, after[2]! - before[2]!]).toEqual([1, 1])
  })
})

describe('linking', () => {
  test('takes the password, signs in from then on, holds withdrawals and tells the customer', async () => {
    const me = await app.newCustomer()
    const own = newWallet()
    expect((await link(await signedLink(own, me.token), me.token)).error).toBe('PASSWORD_WRONG')
    const input = { ...(await signedLink(own, me.token)), password: PASSWORD }
    expect((await link(input, me.token)).error).toBeUndefined()
    expect((await link(input, me.token)).error).toBe('WALLET_MESSAGE_UNKNOWN')
    const { data } = await login(await signed(own))
    expect((await app.call(calls.profile, {}, data)).data.uid).toBe(String(me.id))
    expect(await withdrawalsHeldUntilMs(app.db, me.id, app.clock.nowMs())).toBeDefined()
    const mails = await app.messagesTo(me.email)
    expect(mails.map((mail) => 'subject' in mail && mail.subject)).toContain('A wallet was linked')
  })

  test('takes no wallet that signs in already, and at most five', async () => {
    const { own } = await registered()
    const me = await app.newCustomer()
    const linkOwn = async (one: TestWallet) =>
      (await link({ ...(await signedLink(one, me.token)), password: PASSWORD }, me.token)).error
    expect(await linkOwn(own)).toBe('WALLET_IN_USE')
    for (let n = 0; n < 5; n++) expect(await linkOwn(newWallet())).toBeUndefined()
    expect(await linkOwn(newWallet())).toBe('WALLETS_TOO_MANY')
  })

  test('a wallet that is removed signs in no more, and other sessions end', async () => {
    const me = await app.newCustomer()
    const own = newWallet()
    await link({ ...(await signedLink(own, me.token)), password: PASSWORD }, me.token)
    const other = (await login(await signed(own))).data as string
    const address = own.address
    expect((await unlink({ address }, me.token)).error).toBe('PASSWORD_WRONG')
    expect((await unlink({ address, password: PASSWORD }, me.token)).error).toBeUndefined()
    expect((await unlink({ address, password: PASSWORD }, me.token)).error).toBe('NOT_FOUND')
    expect((await app.call(calls.profile, {}, other)).error).toBe('SESSION_EXPIRED')
    expect((await login(await signed(own))).error).toBe('WALLET_NOT_LINKED')
  })

  test('nobody removes the wallet of another', async () => {
    const { own, token } = await registered()
    const me = await app.newCustomer()
    expect((await unlink({ address: own.address, password: PASSWORD }, me.token)).error).toBe('NOT_FOUND')
    expect(await mine(token)).toEqual([own.address])
  })

  test('the last way in stays, also of two that are removed at once', async () => {
    const { own, token } = await registered()
    expect((await unlink({ address: own.address }, token)).error).toBe('LAST_WAY_IN')
    const second = newWallet()
    expect((await link(await signedLink(second, token), token)).error).toBeUndefined()
    const answers = await Promise.all([own, second].map(({ address }) => unlink({ address }, token)))
    expect(answers.map(({ error }) => error ?? 'removed').toSorted()).toEqual(['LAST_WAY_IN', 'removed'])
    expect(await mine(token)).toHaveLength(1)
  })
})

describe('an account without a password', () => {
  test('sets one soon after signing in, then a contact, and is signed in to with both', async () => {
    const { own, token } = await registered()
    const email = 'by-wallet@example.com'
    const bind = { email, code: '123456', password: PASSWORD }
    const set = { password: PASSWORD, repeated: PASSWORD }
    app.clock.advance(10 * MINUTE_MS + 1)
    expect((await app.call(calls.changePassword, set, token, newIp())).error).toBe('SIGN_IN_AGAIN')
    const recent = (await enter(await signed(own))).data as string
    const { data: fresh, error } = await app.call(calls.changePassword, set, recent, newIp())
    expect(error).toBeUndefined()
    expect(
      (await app.call(calls.sendCode, { contact: email, purpose: 'email' }, fresh, newIp())).error,
    ).toBeUndefined()
    const code = await app.codeOf(email)
    expect((await app.call(calls.bindEmail, { ...bind, code }, fresh, newIp())).error).toBeUndefined()
    const input = { contact: email, password: PASSWORD }
    expect((await app.call(calls.login, input, undefined, newIp())).error).toBeUndefined()
    // Now the wallet is not the last way in.
    const gone = await unlink({ address: own.address, password: PASSWORD }, fresh)
    expect(gone.error).toBeUndefined()
  })

  test('is asked for a contact where a code would be sent to it', async () => {
    const { token } = await registered()
    const asked = await app.call(calls.sendCode, { purpose: 'password' }, token, newIp())
    expect(asked.error).toBe('CONTACT_UNSET')
  })

  test('links and removes wallets only soon after signing in', async () => {
    const { own, token } = await registered()
    app.clock.advance(10 * MINUTE_MS + 1)
    const input = await signedLink(newWallet(), token)
    expect((await link(input, token)).error).toBe('SIGN_IN_AGAIN')
    expect((await unlink({ address: own.address }, token)).error).toBe('SIGN_IN_AGAIN')
  })

  test('sets a pay password, a contact, the authenticator and the phrase with a signature of its wallet alone', async () => {
    const { own, token } = await registered()
    app.clock.advance(owner.PROVEN_MS + 1)
    const email = 'wallet-alone@example.com'
    const pay = { payPassword: 'pay9432', repeated: 'pay9432' }
    const call = (endpoint: Parameters<TestApp['call']>[0], input: object) =>
      app.call(endpoint, { ...input }, token, newIp())
    let code = '123456'
    const changes = [
      () => call(calls.setPayPassword, pay),
      () => call(calls.bindEmail, { email, code }),
      () => call(setMailPhrase, { phrase: 'blue heron' }),
      () => call(factor.beginSecondFactor, {}),
    ]
    for (const change of changes) expect((await change()).error).toBe('SIGN_IN_AGAIN')
    expect((await call(owner.ownerProof, {})).data).toEqual({
      ...{ hasPassword: false, wallets: 1, passkeys: 0, provenUntilMs: null },
    })
    const confirmed = await call(owner.confirmOwner, await signedConfirmation(own, token))
    expect(confirmed.data).toEqual({ provenUntilMs: app.clock.nowMs() + owner.PROVEN_MS })
    app.clock.advance(owner.PROVEN_MS)
    await call(calls.sendCode, { contact: email, purpose: 'email' })
    code = await app.codeOf(email)
    let secret = ''
    for (const change of changes) {
      const { error, data } = await change()
      expect(error).toBeUndefined()
      secret = data.setupKey
    }
    const digits = generateSync({ secret, epoch: Math.floor(app.clock.nowMs() / SECOND_MS) })
    expect((await call(factor.enableSecondFactor, { code: digits })).error).toBeUndefined()
    app.clock.advance(1)
    expect((await call(calls.setPayPassword, pay)).error).toBe('PASSWORD_WRONG')
    expect((await call(factor.renewRecoveryCodes, { code: digits })).error).toBe('SIGN_IN_AGAIN')
  })

  test('T61: nothing but a fresh signature of its own wallet for that confirms', async () => {
    const { own, token } = await registered()
    const { own: others, token: otherToken } = await registered()
    app.clock.advance(owner.PROVEN_MS + 1)
    const confirm = async (input: object) =>
      (await app.call(owner.confirmOwner, { ...input }, token, newIp())).error
    expect(await confirm({})).toBe('PARAMETER_ERROR')
    expect(await confirm(await signed(own))).toBe('WALLET_MESSAGE_UNKNOWN')
    expect(await confirm(await signedLink(own, token))).toBe('WALLET_MESSAGE_UNKNOWN')
    expect(await confirm(await signedConfirmation(own, otherToken))).toBe('WALLET_MESSAGE_UNKNOWN')
    expect(await confirm(await signedConfirmation(others, token))).toBe('WALLET_NOT_LINKED')
    expect(await confirm(await signedConfirmation(newWallet(), token))).toBe('WALLET_NOT_LINKED')
    const good = await signedConfirmation(own, token)
    expect(await confirm({ ...good, signature: signPersonal(good.message, others.key) })).toBe(
      'WALLET_SIGNATURE_WRONG',
    )
    expect(await confirm({ ...good, device: 'e'.repeat(43) })).toBe('WALLET_MESSAGE_UNKNOWN')
    // To sign in with, or to link with, it is nothing.
    expect((await enter(good)).error).toBe('WALLET_MESSAGE_UNKNOWN')
    expect((await link(good, token)).error).toBe('SIGN_IN_AGAIN')
    const answers = await Promise.all(Array.from({ length: 64 }, () => confirm(good)))
    expect(answers.filter((error) => error === undefined)).toHaveLength(1)
    expect(await confirm(good)).toBe('WALLET_MESSAGE_UNKNOWN')
  })

  test('a confirmation counts for the session that gave it, and not in place of a password', async () => {
    const { own, token } = await registered()
    const second = (await enter(await signed(own))).data as string
    app.clock.advance(owner.PROVEN_MS + 1)
    const given = await signedConfirmation(own, token)
    expect((await app.call(owner.confirmOwner, given, token, newIp())).error).toBeUndefined()
    const pay = { payPassword: 'pay9432', repeated: 'pay9432' }
    expect((await app.call(calls.setPayPassword, pay, second, newIp())).error).toBe('SIGN_IN_AGAIN')
    expect((await app.call(calls.setPayPassword, pay, token, newIp())).error).toBeUndefined()

    const me = await app.newCustomer()
    const linked = newWallet()
    await link({ ...(await signedLink(linked, me.token)), password: PASSWORD }, me.token)
    const confirmed = await signedConfirmation(linked, me.token)
    expect((await app.call(owner.confirmOwner, confirmed, me.token, newIp())).error).toBeUndefined()
    expect((await app.call(calls.setPayPassword, pay, me.token, newIp())).error).toBe('PASSWORD_WRONG')
  })

  test('a passkey confirms in place of the wallet, and is a way in beside it', async () => {
    const { own, token } = await registered()
    const call = (endpoint: Parameters<TestApp['call']>[0], input: object = {}) =>
      app.call(endpoint, { ...input }, token, newIp())
    const made = createPasskey((await call(passkey.beginPasskey)).data.options)
    expect((await call(passkey.addPasskey, { response: made.response })).error).toBeUndefined()
    app.clock.advance(owner.PROVEN_MS + 1)
    const sign = async () =>
      signWithPasskey(made.passkey, (await call(passkey.confirmChallenge)).data.options)
    const [{ id }] = (await call(passkey.passkeys)).data.items
    const proof = { id, factorCode: await sign() }
    expect((await call(passkey.removePasskey, proof)).error).toBe('SIGN_IN_AGAIN')
    const response = await sign()
    expect((await call(owner.confirmOwner, { response })).error).toBeUndefined()
    expect((await call(owner.confirmOwner, { response })).error).toBe('PASSKEY_WRONG')
    expect((await unlink({ address: own.address }, token)).error).toBe('PASSKEY_NEEDED')
    const removed = await unlink({ address: own.address, factorCode: await sign() }, token)
    expect(removed.error).toBeUndefined()
    // Now the passkey is the last way in.
    const last = { id, factorCode: await sign() }
    expect((await call(passkey.removePasskey, last)).error).toBe('LAST_WAY_IN')
    expect((await call(passkey.passkeys)).data.items).toHaveLength(1)
  })

  test('T61: another’s passkey confirms nothing', async () => {
    const [{ token }, { token: otherToken }] = [await registered(), await registered()]
    const begun = await app.call(passkey.beginPasskey, {}, otherToken, newIp())
    const made = createPasskey(begun.data.options)
    await app.call(passkey.addPasskey, { response: made.response }, otherToken, newIp())
    app.clock.advance(owner.PROVEN_MS + 1)
    const asked = await app.call(passkey.confirmChallenge, {}, token, newIp())
    const response = signWithPasskey(made.passkey, asked.data.options)
    const confirmed = await app.call(owner.confirmOwner, { response }, token, newIp())
    expect(confirmed.error).toBe('PASSKEY_WRONG')
  })

  test('is told in the app of what changed', async () => {
    const { token } = await registered()
    await link(await signedLink(newWallet(), token), token)
    const { uid } = (await app.call(calls.profile, {}, token)).data
    const told = await app.db.selectFrom('notice').select('kind').where('customer_id', '=', uid).execute()
    expect(told).toContainEqual({ kind: 'user-wallet-linked' })
  })
})
