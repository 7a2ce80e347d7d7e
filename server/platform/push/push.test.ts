import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPushKeys, type PushKeys } from './keys.ts'
import { createPushSender, type PushSender } from './push.ts'

/** Push messages as a push service gets them, read with a browser's own keys (RFC 8291, RFC 8188, RFC 8292). */

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly path: string
}

let dataDir: string
let keys: PushKeys
let service: Server
let origin: string
let status = 201
const received: Received[] = []
let sender: PushSender

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'plumb-push-'))
  keys = await openPushKeys(dataDir)
  service = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    received.push({ headers: request.headers, body: Buffer.concat(parts), path: request.url! })
    answer.writeHead(status, status === 302 ? { location: `${origin}/elsewhere` } : {}).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  sender = createPushSender({ keys, contact: 'mailto:no-reply@plumb.test', origins: [origin] })
})
afterAll(() => {
  service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A browser with its keys. */
function newBrowser() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const secret = randomBytes(16)
  return {
    p256dh: own.getPublicKey('base64url'),
    auth: secret.toString('base64url'),
    read: (body: Buffer) => decrypt(body, own, secret),
  }
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

function decrypt(body: Buffer, own: ReturnType<typeof createECDH>, secret: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const mixed = hmac(secret, own.computeSecret(sender))
  const input = hmac(mixed, 'WebPush: info\0', own.getPublicKey(), sender, Buffer.from([1]))
  const root = hmac(salt, input)
  const key = hmac(root, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(root, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce)
  opened.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

const messageTo = (browser: { p256dh: string; auth: string }, path: string, payload = '{}') => ({
  ...{ endpoint: `${origin}${path}`, p256dh: browser.p256dh, auth: browser.auth, payload },
})

describe('a push message', () => {
  test('is what the browser reads, and nobody between can', async () => {
    status = 201
    const browser = newBrowser()
    const payload = JSON.stringify({ title: '您的充值已入账', text: '10.00 USDT' })
    expect(await sender.send(messageTo(browser, '/first', payload))).toBe(true)
    const { body, headers } = received.at(-1)!
    expect(browser.read(body)).toBe(payload)
    expect(body.includes('USDT')).toBe(false)
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
  })

  test('is signed by this installation’s key for that service alone', async () => {
    await sender.send(messageTo(newBrowser(), '/signed'))
    const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(
      received.at(-1)!.headers.authorization ?? '',
    )!
    expect(publicKey).toBe(keys.publicKey)
    const [head = '', claims = '', signature = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: origin,
      sub: 'mailto:no-reply@plumb.test',
    })
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
    const signed = Buffer.from(`${head}.${claims}`)
    expect(
      verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')),
    ).toBe(true)
  })

  test.each([404, 410])('says that the browser is gone when the service answers %s', async (answer) => {
    status = answer
    expect(await sender.send(messageTo(newBrowser(), '/gone'))).toBe(false)
  })

  test.each([429, 500])('is to be tried again when the service answers %s', async (answer) => {
    status = answer
    await expect(sender.send(messageTo(newBrowser(), '/busy'))).rejects.toThrow(String(answer))
  })

  test('T73: follows no redirection', async () => {
    status = 302
    await expect(sender.send(messageTo(newBrowser(), '/moved'))).rejects.toThrow()
    expect(received.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('goes to %s', (endpoint) => expect(sender.isAllowed(endpoint)).toBe(true))

  test.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://evil.test/fcm.googleapis.com',
    'https://user:pass@fcm.googleapis.com/x',
    'https://push.apple.com.evil.test/x',
    'http://127.0.0.1:1/x',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'no address',
  ])('never goes to %s', async (endpoint) => {
    expect(sender.isAllowed(endpoint)).toBe(false)
    const before = received.length
    expect(await sender.send({ ...messageTo(newBrowser(), '/x'), endpoint })).toBe(false)
    expect(received.length).toBe(before)
  })
})

describe('the keys', () => {
  test('are made once, for nobody else to read', async () => {
    expect(await openPushKeys(dataDir)).toEqual(keys)
    expect(statSync(join(dataDir, 'keys', 'push')).mode & 0o777).toBe(0o600)
  })

  test.each(['', '{}', 'null', '{"publicKey":"x","privateKey":"y"}'])(
    'are not replaced where the file says %s',
    async (content) => {
      const other = mkdtempSync(join(tmpdir(), 'plumb-push-'))
      try {
        await openPushKeys(other)
        writeFileSync(join(other, 'keys', 'push'), content)
        await expect(openPushKeys(other)).rejects.toThrow(/keys\/push must be/)
      } finally {
        rmSync(other, { recursive: true, force: true })
      }
    },
  )
})
