import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { createSender } from './messages.ts'

const MAIL = { to: 'ana@plumb.test', subject: 'Código de verificación', text: 'Tu código: 123456\n' }
const FROM = 'The House <post@house.test>'
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

describe('messages', () => {
  test('reach a real mail server, readable in any script', async () => {
    const received: Buffer[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          received.push(Buffer.concat(parts))
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanUps.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.server.address() as AddressInfo

    const send = createSender({
      mailUrl: `smtp://127.0.0.1:${port}`,
      smsUrl: undefined,
      mailFrom: FROM,
      dataDir: '/nowhere',
    })
    await send({ kind: 'mail', mail: MAIL })

    const mail = await PostalMime.parse(received[0]!)
    expect(mail.from).toMatchObject({ name: 'The House', address: 'post@house.test' })
    expect(mail.to?.[0]?.address).toBe(MAIL.to)
    expect(mail.subject).toBe(MAIL.subject)
    expect(mail.text?.trim()).toBe(MAIL.text.trim())
  })

  test('a mail server that refuses is an error, so that the outbox tries again', async () => {
    const send = createSender({
      mailUrl: 'smtp://127.0.0.1:1',
      smsUrl: undefined,
      mailFrom: FROM,
      dataDir: '/nowhere',
    })
    await expect(send({ kind: 'mail', mail: MAIL })).rejects.toThrow()
  })

  test('without a mail server each message is a file that only its owner reads', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plumb-messages-'))
    cleanUps.push(() => rmSync(dataDir, { recursive: true }))
    const send = createSender({ mailUrl: undefined, smsUrl: undefined, mailFrom: FROM, dataDir })
    await send({ kind: 'mail', mail: MAIL })
    await send({ kind: 'sms', sms: { to: '+34600111222', text: 'Tu código: 654321' } })

    const folder = join(dataDir, 'outbox')
    const files = readdirSync(folder)
    const eml = files.find((name) => name.endsWith('.eml'))!
    const txt = files.find((name) => name.endsWith('.txt'))!
    expect((await PostalMime.parse(readFileSync(join(folder, eml)))).text).toContain('123456')
    expect(readFileSync(join(folder, txt), 'utf8')).toContain('654321')
    for (const name of files) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  })

  test('an SMS goes to the gateway; its refusal is an error', async () => {
    let status = 200
    const bodies: string[] = []
    const gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        bodies.push(body)
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    cleanUps.push(() => new Promise<void>((resolve) => gateway.close(() => resolve())))
    const { port } = gateway.address() as AddressInfo

    const send = createSender({
      mailUrl: undefined,
      mailFrom: FROM,
      smsUrl: `http://127.0.0.1:${port}/sms`,
      dataDir: '/nowhere',
    })
    const sms = { to: '+8613800138000', text: '123456' }
    await send({ kind: 'sms', sms })
    expect(JSON.parse(bodies[0]!)).toEqual(sms)
    status = 500
    await expect(send({ kind: 'sms', sms })).rejects.toThrow('500')
  })
  test('T73: an SMS is not sent on to where its gateway redirects', async () => {
    const paths: (string | undefined)[] = []
    const gateway = createServer((request, response) => {
      paths.push(request.url)
      response.writeHead(request.url === '/sms' ? 307 : 200, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    cleanUps.push(() => new Promise<void>((resolve) => gateway.close(() => resolve())))
    const { port } = gateway.address() as AddressInfo
    const smsUrl = `http://127.0.0.1:${port}/sms`
    const send = createSender({ mailUrl: undefined, mailFrom: FROM, smsUrl, dataDir: '/nowhere' })
    await expect(send({ kind: 'sms', sms: { to: '+8613800138000', text: '123456' } })).rejects.toThrow()
    expect(paths).toEqual(['/sms'])
  })
})
