import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/**
 * An authenticator of tests: it makes passkeys and signs with them as a device does, in CBOR and COSE, and whatever a
 * forger would change can be changed. Source: WebAuthn, sections 5.8.1, 6.1 and 6.5; RFC 8949; RFC 9053.
 */

const FLAGS = { present: 1, verified: 4, attested: 64 } as const

export interface Passkey {
  readonly id: string
  readonly key: KeyObject
  readonly userHandle: string
  /** How often it signed; `0` and it stays so where it does not count. */
  counter: number
  readonly counts: boolean
}

/** What is said instead of the truth. */
export interface Lie {
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly flags?: number
  readonly counter?: number
  readonly id?: string
  readonly rawId?: string
  readonly userHandle?: string | undefined
  readonly key?: KeyObject
  readonly credentialType?: string
  /** Changes what was signed, after that. */
  readonly afterSigning?: (parts: { clientData: Buffer; data: Buffer; signature: Buffer }) => Partial<{
    clientData: Buffer
    data: Buffer
    signature: Buffer
  }>
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

/** Where the app of tests is reached. */
export const APP_ORIGIN = 'http://plumb.test'

/** A new passkey, and the browser's answer to what it was asked for. */
export function createPasskey(
  optionsText: string,
  lie: Lie & { readonly counts?: boolean; readonly curve?: string; readonly alg?: number } = {},
): { passkey: Passkey; response: string } {
  const options = JSON.parse(optionsText) as CreationOptions
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: lie.curve ?? 'P-256' })
  const counts = lie.counts ?? true
  const passkey: Passkey = {
    id: randomBytes(20).toString('base64url'),
    key: privateKey,
    userHandle: options.user.id,
    counter: counts ? 1 : 0,
    counts,
  }
  const id = Buffer.from(lie.id ?? passkey.id, 'base64url')
  const data = Buffer.concat([
    sha256(lie.rpId ?? options.rp.id),
    Buffer.from([lie.flags ?? FLAGS.present | FLAGS.verified | FLAGS.attested]),
    uint32(lie.counter ?? passkey.counter),
    Buffer.alloc(16),
    Buffer.from([id.length >> 8, id.length & 255]),
    id,
    coseKey(lie.key ?? privateKey, lie.alg),
  ])
  const clientData = clientDataOf('webauthn.create', options.challenge, lie)
  const attestation = cbor(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]),
  )
  const response = {
    id: lie.id ?? passkey.id,
    rawId: lie.rawId ?? lie.id ?? passkey.id,
    type: lie.credentialType ?? 'public-key',
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    },
    clientExtensionResults: {},
  }
  return { passkey, response: JSON.stringify(response) }
}

/** What a passkey signs for a challenge, as the browser answers it. */
export function signWithPasskey(passkey: Passkey, optionsText: string, lie: Lie = {}): string {
  const options = JSON.parse(optionsText) as { challenge: string; rpId: string }
  if (passkey.counts && lie.counter === undefined) passkey.counter++
  const data = Buffer.concat([
    sha256(lie.rpId ?? options.rpId),
    Buffer.from([lie.flags ?? FLAGS.present | FLAGS.verified]),
    uint32(lie.counter ?? passkey.counter),
  ])
  const clientData = clientDataOf('webauthn.get', options.challenge, lie)
  const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), lie.key ?? passkey.key)
  const sent = { clientData, data, signature, ...lie.afterSigning?.({ clientData, data, signature }) }
  const userHandle = 'userHandle' in lie ? lie.userHandle : passkey.userHandle
  return JSON.stringify({
    id: lie.id ?? passkey.id,
    rawId: lie.rawId ?? lie.id ?? passkey.id,
    type: lie.credentialType ?? 'public-key',
    response: {
      clientDataJSON: sent.clientData.toString('base64url'),
      authenticatorData: sent.data.toString('base64url'),
      signature: sent.signature.toString('base64url'),
      ...(userHandle !== undefined && { userHandle }),
    },
    clientExtensionResults: {},
  })
}

/** Another key of the same kind. */
export const otherKey = (): KeyObject =>
  createPrivateKey(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )

const clientDataOf = (type: string, challenge: string, lie: Lie): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lie.type ?? type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? APP_ORIGIN,
      crossOrigin: lie.crossOrigin ?? false,
      ...(lie.topOrigin !== undefined && { topOrigin: lie.topOrigin }),
    }),
  )

function coseKey(key: KeyObject, alg = -7): Buffer {
  const { x, y } = createPublicKey(key).export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  )
}

/** As much of CBOR as this needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  const map = value as Map<unknown, unknown>
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(([name, of]) => [cbor(name), cbor(of)])])
}

function head(major: number, length: number): Buffer {
  const kind = major << 5
  if (length < 24) return Buffer.from([kind | length])
  if (length < 256) return Buffer.from([kind | 24, length])
  return Buffer.from([kind | 25, length >> 8, length & 255])
}

const sha256 = (of: string | Buffer): Buffer => createHash('sha256').update(of).digest()

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
