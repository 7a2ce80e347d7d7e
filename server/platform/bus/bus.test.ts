import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/testing/cluster.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import type { Frames } from './frames.ts'
import { type BusHost, openBusHost } from './host.ts'
import { type BusLink, connectBus, type Question } from './link.ts'
import { linkOptions } from './secure.ts'

const key = { key: randomBytes(32), version: '1' }
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** A host that answers by `answer`. */
async function host(
  answer: (question: unknown, from: Frames) => unknown,
  { port = 0, closeWithinMs }: { port?: number; closeWithinMs?: number } = {},
): Promise<BusHost> {
  const opened = await openBusHost({
    ...{ host: '127.0.0.1', port, key, ...(closeWithinMs !== undefined && { closeWithinMs }) },
    onMessage(from, message) {
      const { number, question } = message as Question
      const given = answer(question, from)
      if (given !== undefined) from.send({ number, answer: given })
    },
  })
  open.push(opened)
  return opened
}

interface Watched {
  readonly link: BusLink
  readonly told: unknown[]
  readonly downs: (string | undefined)[]
}

function link(port: number, own = key): Watched {
  const told: unknown[] = []
  const downs: (string | undefined)[] = []
  const connected = connectBus({
    find: async () => ({ host: '127.0.0.1', port }),
    key: own,
    onMessage: (message) => void told.push(message),
    onUp: () => void told.push('up'),
    onDown: (error) => void downs.push(error?.message),
  })
  open.push(connected)
  return { link: connected, told, downs }
}

/** A connection that has proved the key, and sends what the test has it send. */
async function proved(port: number): Promise<{ raw: Socket; closed: Promise<unknown> }> {
  const raw = connectSecurely({ host: '127.0.0.1', port, ...linkOptions(key) })
  raw.on('error', () => {})
  const closed = new Promise((resolve) => raw.once('close', resolve))
  await once(raw, 'secureConnect')
  raw.resume()
  return { raw, closed }
}

/** Between two ends: whatever each sends goes on as `change` makes it. */
async function between(port: number, change: (bytes: Buffer) => Buffer): Promise<number> {
  const relay = createServer((from) => {
    const to = connect({ host: '127.0.0.1', port })
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('error', () => {})
      one.on('data', (bytes: Buffer) => void other.write(change(bytes)))
      one.once('close', () => other.destroy())
    }
  })
  const own = await freePort()
  await new Promise<void>((resolve) => relay.listen(own, '127.0.0.1', resolve))
  open.push({ close: async () => void relay.close() })
  return own
}

describe('the bus', () => {
  test('answers each question with its own answer, amounts as they are', async () => {
    const { port } = await host((question) => ({ twice: 2n * (question as { amount: bigint }).amount }))
    const { link: one } = link(port)
    await expect.poll(() => one.isUp()).toBe(true)
    const amounts = Array.from({ length: 1_000 }, (_, n) => BigInt(n) * 10n ** 20n)
    const answers = await Promise.all(amounts.map((amount) => one.ask({ amount })))
    expect(answers).toEqual(amounts.map((amount) => ({ twice: 2n * amount })))
  })

  test('carries what is larger than a packet, and what the host tells by itself', async () => {
    const large = 'x'.repeat(1_000_000)
    const { port } = await host((question, from) => {
      from.send({ told: large })
      return question
    })
    const { link: one, told } = link(port)
    await expect.poll(() => one.isUp()).toBe(true)
    expect(await one.ask({ large })).toEqual({ large })
    expect(told).toEqual(['up', { told: large }])
  })

  test('refuses what is under way when the connection is lost, and connects again', async () => {
    const first = await host((_, from) => void from.close())
    const { link: one, told } = link(first.port)
    await expect.poll(() => one.isUp()).toBe(true)
    await expect(one.ask({})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await expect.poll(() => told).toEqual(['up', 'up'])
    await first.close()
    await expect.poll(() => one.isUp()).toBe(false)
    await expect(one.ask({})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await host(() => 'back', { port: first.port })
    await expect.poll(() => one.isUp()).toBe(true)
    expect(await one.ask({})).toBe('back')
  })

  test('lets the last answers go out when it ends', async () => {
    // Long enough for any machine: who takes what was sent ends it before.
    const { port, close } = await host(
      (question) => {
        queueMicrotask(() => void close())
        return question
      },
      { closeWithinMs: TIMEOUT.timeout },
    )
    const { link: one } = link(port)
    await expect.poll(() => one.isUp()).toBe(true)
    expect(await one.ask({ last: 'x'.repeat(100_000) })).toEqual({ last: 'x'.repeat(100_000) })
  })

  test('takes nothing of who has another key, and gives them nothing', async () => {
    const heard: unknown[] = []
    const { port, links } = await host((question) => {
      heard.push(question)
      return 'answer'
    })
    const { link: stranger, downs } = link(port, { ...key, key: randomBytes(32) })
    await expect.poll(() => downs.length).toBeGreaterThan(1)
    await expect(stranger.ask({})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect([heard, links.size]).toEqual([[], 0])
  })

  test('cannot be read by who is between', async () => {
    const { port } = await host((question) => question)
    const seen: Buffer[] = []
    const watched = await between(port, (bytes) => {
      seen.push(bytes)
      return bytes
    })
    const { link: one } = link(watched)
    await expect.poll(() => one.isUp()).toBe(true)
    expect(await one.ask({ word: 'of the customer' })).toEqual({ word: 'of the customer' })
    expect(Buffer.concat(seen).includes('of the customer')).toBe(false)
  })

  test('cannot be changed by who is between', async () => {
    const heard: unknown[] = []
    const { port } = await host((question) => {
      heard.push(question)
      return 'answer'
    })
    let isChanging = false
    const changed = await between(port, (bytes) => {
      if (isChanging) bytes[bytes.length - 6]! ^= 1
      return bytes
    })
    const { link: one } = link(changed)
    await expect.poll(() => one.isUp()).toBe(true)
    isChanging = true
    await expect(one.ask({ word: 'of the customer' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(heard).toEqual([])
  })

  test('refuses who shows a key of TLS that is not the installation’s', async () => {
    const { port, links } = await host(() => 'answer')
    const refused = connectSecurely({ host: '127.0.0.1', port, rejectUnauthorized: false })
    await expect(once(refused, 'secureConnect')).rejects.toThrow()
    expect(links.size).toBe(0)
  })

  test('takes nothing of who runs another version', async () => {
    const { port, links } = await host(() => 'answer')
    const { link: other, downs } = link(port, { ...key, version: '2' })
    await expect.poll(() => downs.length).toBeGreaterThan(1)
    expect([other.isUp(), links.size]).toEqual([false, 0])
  })

  test('ends with what cannot be read, and takes others as before', async () => {
    const { port, links } = await host((question) => question)
    const { raw, closed } = await proved(port)
    // A value of a format that no V8 has.
    raw.write(Buffer.from([0, 0, 0, 3, 0xff, 0x7f, 0x30]))
    await closed
    const { link: one } = link(port)
    await expect.poll(() => one.isUp()).toBe(true)
    expect(await one.ask({ still: 'here' })).toEqual({ still: 'here' })
    expect(links.size).toBe(1)
  })

  test('is ended while it is being made', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {}))
    const port = await freePort()
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
    const { link: one } = link(port)
    await once(silent, 'connection')
    await one.close()
    silent.close()
    expect(one.isUp()).toBe(false)
  })

  test('does not believe a host that only repeats what it hears', async () => {
    const echo: Server = createServer((socket) => {
      socket.on('error', () => {})
      socket.pipe(socket)
    })
    const port = await freePort()
    await new Promise<void>((resolve) => echo.listen(port, '127.0.0.1', resolve))
    open.push({ close: async () => void echo.close() })
    const { link: one, downs } = link(port)
    await expect.poll(() => downs).toContain('the other end has another bus key, or runs another version')
    expect(one.isUp()).toBe(false)
  })

  test('lets go of an end that has proved itself and says nothing any more', async () => {
    const { port, links } = await host(() => 'answer')
    const { closed } = await proved(port)
    await expect.poll(() => links.size).toBe(1)
    await closed
    await expect.poll(() => links.size).toBe(0)
  })

  test('sends nothing that the other end would not take', async () => {
    const { port } = await host(() => 'answer')
    const { link: one } = link(port)
    await expect.poll(() => one.isUp()).toBe(true)
    await expect(one.ask({ large: new Uint8Array(70_000_000) })).rejects.toThrow('too large')
    await expect(one.ask({ no: () => 'value' })).rejects.toThrow('could not be cloned')
    // A busy machine may hold this process, which is both ends, for longer than each of them waits: then they connect again.
    await expect.poll(() => one.ask({}).catch(() => undefined)).toBe('answer')
  })

  test('ends a connection that claims a message without end', async () => {
    const { port, links } = await host(() => 'answer')
    const { raw, closed } = await proved(port)
    raw.write(Buffer.alloc(100, 0xff))
    await closed
    await expect.poll(() => links.size).toBe(0)
  })
})
