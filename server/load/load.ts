import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { contractAcceptRisk, contractClose, contractSubmit } from '#domain/contract/contract.ts'
import { type Endpoint, outputFromWire, toWire } from '#domain/endpoint.ts'
import { quoteOf } from '#domain/market/contract.ts'
import { spotCancel, spotDepth, spotList, spotTrade } from '#domain/spot/contract.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { login } from '#domain/user/contract.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { auditInstallation } from '#server/audit.ts'
import { addTraders, emailOf, TRADER_PASSWORD } from '#server/crash/traders.ts'
import { openListing } from '#server/markets/listing.ts'
import { realClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { acceptedRisk } from '#server/products/contract/testing.ts'
import { createRandom, type Random } from '#server/sim/random.ts'
import { freePort, startCluster } from '#server/testing/cluster.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import type { Input } from '#server/testing/product-testing.ts'
import {
  type Ended,
  pause,
  type ServerProcess,
  spawnServer,
  startServer,
} from '#server/testing/server-process.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'
import { cpuSecondsOf, cpuSecondsOfTree, openFilesOf } from './processes.ts'

/** What customers do, sent to a real server at a rate: rising until it no longer keeps up, or for hours (`soak.ts`). */

export interface LoadOptions {
  readonly customers: number
  readonly sockets: number
  /** Processes of ROLE=api beside the one with the engines; the calls go to them then, and to it without any. */
  readonly apis: number
  /** Processes with the engine of spot, of which the first has it and the others wait; the one with the rest has it too without any. */
  readonly engines?: number
  /** Calls a second of the first step; each step has `factor` times those of the one before. */
  readonly firstRate: number
  readonly factor: number
  readonly secondsAStep: number
  readonly maxSteps: number
  readonly fsync?: boolean
  /** Nobody waits longer for an answer. */
  readonly timeoutMs?: number
  readonly onStep?: (step: LoadStep) => void
}

/** What came of the calls of one kind in a step. */
export interface CallFigures {
  readonly name: string
  readonly sent: number
  readonly done: number
  /** Refused for what they are, and the code of the last of these. */
  readonly refused: number
  readonly refusal: string
  /** Refused for when they came, with a wait: 429 and 503. */
  readonly tooMany: number
  readonly unavailable: number
  /** Without an answer in time, or cut off, and why the last of these. */
  readonly unanswered: number
  readonly noAnswer: string
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface LoadStep {
  readonly rate: number
  readonly seconds: number
  readonly ordersASecond: number
  readonly calls: readonly CallFigures[]
  /** Processor time in parts of one core, by process. */
  readonly cpu: Readonly<Record<string, number>>
  /** Milliseconds of processor time an order of the step, everything else included, by process. */
  readonly cpuAnOrderMs: Readonly<Record<string, number>>
  readonly quotesToSockets: number
  /** What broke; undefined while the server keeps up. */
  readonly broke: string | undefined
}

const TIMEOUT_MS = 10_000
const MAX_ORDER_P99_MS = 1_000
const MAX_REFUSED = 0.05
const TICK_MS = 10
const MAKE_WITHIN_MS = 60_000
/** Those of the database that a process has opened since, and keeps. */
const MORE_FILES = 30

interface LoadCustomer {
  readonly url: URL
  /** Each comes from an address of its own, as the proxy says. */
  readonly address: string
  token: string
  readonly orders: string[]
  readonly positions: string[]
}

interface Kind {
  readonly name: string
  readonly call: Endpoint
  readonly weight: number
  /** Undefined where there is nothing to do it with. */
  input(customer: LoadCustomer, random: Random): Input | undefined
  learn?(customer: LoadCustomer, data: unknown): void
}

let lastPrice = 0

/** What customers do, in the proportions of a busy day: of a hundred calls they look by 53 and act by 47. */
const kinds: readonly Kind[] = [
  {
    ...{ name: 'quote', call: quoteOf, weight: 30, input: () => ({ symbol: 'BTC-USDT' }) },
    learn(_, data) {
      lastPrice = Number((data as { lastPrice: string }).lastPrice)
    },
  },
  { name: 'depth', call: spotDepth, weight: 10, input: () => ({ symbol: 'BTC-USDT' }) },
  { name: 'own orders', call: spotList, weight: 8, input: () => ({}) },
  { name: 'statement', call: statementEvents, weight: 5, input: () => ({}) },
  {
    ...{ name: 'order', call: spotTrade, weight: 28 },
    input: (_, random) => ({
      ...{ base: 'BTC', quote: 'USDT', side: random.one(['buy', 'sell']), quantity: '0.0005' },
      limitPrice: (lastPrice * (1 + (random.below(21) - 10) / 10_000)).toFixed(2),
    }),
    learn: (customer, data) => void customer.orders.push((data as { id: string }).id),
  },
  {
    ...{ name: 'cancel', call: spotCancel, weight: 8 },
    input(customer) {
      const id = customer.orders.shift()
      return id === undefined ? undefined : { id }
    },
  },
  {
    ...{ name: 'open', call: contractSubmit, weight: 3 },
    input: (_, random) => ({
      ...{ symbol: 'BTC-USDT', direction: random.one(['long', 'short']), lots: 0.01, leverage: '10' },
    }),
    learn: (customer, data) => void customer.positions.push((data as { id: string }).id),
  },
  {
    ...{ name: 'close', call: contractClose, weight: 3 },
    input(customer) {
      const id = customer.positions.shift()
      return id === undefined ? undefined : { id }
    },
  },
  {
    ...{ name: 'transfer', call: walletTransfer, weight: 5 },
    input(_, random) {
      const [from, to] = random.one([
        ['funding', 'spot'],
        ['spot', 'funding'],
      ] as const)
      return { currency: 'USDT', amount: '0.01', from, to }
    },
  },
]

const cancel = kinds.find(({ name }) => name === 'cancel')!

interface CallOutcome {
  readonly outcome: Outcome
  readonly error?: string | undefined
  readonly ms: number
}

type Outcome = 'done' | 'refused' | 'tooMany' | 'unavailable' | 'unanswered'

/** A server under load, with its clients. */
export interface LoadedServer {
  /** Its processes by their part, the one with the engines first. */
  readonly pids: Readonly<Record<string, number>>
  /** Processor time that each process has used, in seconds, PostgreSQL's and the clients' too. */
  cpuSeconds(): Record<string, number>
  /** How many messages sockets have had. */
  messages(): number
  /** Closes each socket and opens another in its place. */
  reconnect(): Promise<void>
  /** Sends so many calls a second for so long; a call is timed from the moment it was due. */
  drive(rate: number, seconds: number): Promise<{ calls: CallFigures[]; unsent: number }>
  /** Takes all clients away; says which processes do not come back to about as many connections as before there were any. */
  leave(): Promise<string[]>
  /** Ends the server's processes in their own time, and says what is wrong with what they left, or with how they ended. */
  audit(): Promise<string[]>
  close(): Promise<void>
}

/** Starts a cluster, a server, and where asked processes of ROLE=api, with customers who have money and are signed in. */
export async function openLoad(
  options: Pick<LoadOptions, 'customers' | 'sockets' | 'apis' | 'engines' | 'fsync' | 'timeoutMs'> & {
    /** So many open orders a customer has at most; then they cancel. */
    readonly maxOrders?: number
    /** How much each process of the server may have of objects that are still used; Node decides otherwise. */
    readonly heapMib?: number
  },
): Promise<LoadedServer> {
  const { customers: count, sockets: socketCount, apis: apiCount, maxOrders, heapMib } = options
  const random = createRandom(20_261_128)
  const cluster = await startCluster({ fsync: options.fsync ?? true })
  const agent = new TimedAgent(options.timeoutMs ?? TIMEOUT_MS)
  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  /** Those that wait for an engine. */
  const waiting: ServerProcess[] = []
  const sockets: Socket[] = []
  async function stop(): Promise<Ended[]> {
    for (const socket of sockets.splice(0)) socket.disconnect()
    const ended: Ended[] = []
    for (const server of waiting.splice(0)) await server.kill('SIGTERM')
    for (const server of servers.splice(0).reverse()) ended.push(await server.kill('SIGTERM'))
    return ended
  }
  async function close(): Promise<void> {
    agent.destroy()
    await stop()
    await cluster.stop()
  }
  try {
    const url = await createMigratedDatabase(cluster.port)
    const settings = {
      ...{ DATA_DIR: temporaryFolder(), DATABASE_URL: url, LOG_LEVEL: 'fatal', TRUSTED_PROXY: '127.0.0.1' },
      ...(heapMib && { NODE_OPTIONS: `--max-old-space-size=${heapMib}` }),
    }
    const database = await openDatabase({ databaseUrl: url, dataDir: '' })
    await openListing(database.db, realClock.nowMs())
    await addTraders(database, count)
    await database.close()
    const bus = async () => ({ BUS: `127.0.0.1:${await freePort()}` })
    const { engines = 0 } = options
    const apart = engines > 0 ? { ENGINES_APART: 'spot' } : {}
    servers.push(await startServer({ ...settings, ...(apiCount + engines > 0 && (await bus())), ...apart }))
    for (let n = 0; n < engines; n++) {
      const engine = { ...settings, ...(await bus()), ROLE: 'engine', ENGINES: 'spot' }
      if (n === 0) servers.push(await startServer(engine))
      else waiting.push(spawnServer(engine))
    }
    for (let n = 0; n < apiCount; n++) servers.push(await startServer({ ...settings, ROLE: 'api' }))
    const urls = (apiCount > 0 ? servers.slice(-apiCount) : servers.slice(0, 1)).map(
      (server) => new URL(server.url),
    )

    const filesBefore = servers.map(({ pid }) => openFilesOf(pid))
    const customers = Array.from(
      { length: count },
      (_, n): LoadCustomer => ({
        ...{ url: urls[n % urls.length]!, address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
        ...{ token: '', orders: [], positions: [] },
      }),
    )
    for (const [n, customer] of customers.entries()) {
      const { data } = await send(agent, customer, login, {
        ...{ contact: emailOf(n), password: TRADER_PASSWORD },
      })
      customer.token = data as string
      await send(agent, customer, contractAcceptRisk, acceptedRisk)
    }
    lastPrice = 0
    while (!(lastPrice > 0)) {
      const { outcome, data } = await send(agent, customers[0]!, quoteOf, { symbol: 'BTC-USDT' })
      if (outcome === 'done') lastPrice = Number((data as { lastPrice: string | null }).lastPrice)
      await pause(TICK_MS)
    }

    // So that there is something to cancel and to close from the first call on.
    const first = random.fork(1)
    for (const customer of customers)
      for (const kind of kinds)
        if (kind.name === 'order' || kind.name === 'open') await makeOne(agent, customer, kind, first)

    let messages = 0
    async function connect(): Promise<void> {
      for (let n = 0; n < socketCount; n++) {
        const socket = io(urls[n % urls.length]!.href, { transports: ['websocket'], forceNew: true })
        sockets.push(socket)
        socket.on('quotes', () => messages++)
        await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
        socket.emit('subscribe', ['quotes'])
      }
    }
    await connect()

    const pids = {
      [apiCount + engines > 0 ? 'engines' : 'all']: servers[0]!.pid,
      ...(engines > 0 && { spot: servers[1]!.pid }),
      ...Object.fromEntries(servers.slice(engines > 0 ? 2 : 1).map(({ pid }, n) => [`api ${n + 1}`, pid])),
    }
    const postmaster = Number(
      readFileSync(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    return {
      ...{ pids, close },
      cpuSeconds: () => ({
        ...mapValues(pids, cpuSecondsOf),
        postgres: cpuSecondsOfTree(postmaster),
        client: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
      }),
      messages: () => messages,
      async reconnect() {
        for (const socket of sockets.splice(0)) socket.disconnect()
        await connect()
      },
      async leave() {
        for (const socket of sockets.splice(0)) socket.disconnect()
        agent.destroy()
        const more = () =>
          Object.entries(pids).flatMap(([name, pid], n) => {
            const files = openFilesOf(pid) - filesBefore[n]!
            return files > MORE_FILES ? [`${name} has ${files} more connections than before its clients`] : []
          })
        for (const untilMs = performance.now() + MAKE_WITHIN_MS; performance.now() < untilMs; ) {
          if (more().length === 0) return []
          await pause(TICK_MS)
        }
        return more()
      },
      async audit() {
        const ended = await stop()
        const { errors } = await auditInstallation(settings)
        return [
          ...ended.filter(({ code }) => code !== 0).map(({ code, signal }) => `ended with ${code ?? signal}`),
          ...errors,
        ]
      },
      drive: (rate, seconds) => driveStep(agent, customers, random, { rate, seconds, maxOrders }),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Sends a server the mix at rising rates until it no longer keeps up. */
export async function runLoad(options: LoadOptions): Promise<LoadStep[]> {
  const server = await openLoad(options)
  try {
    const steps: LoadStep[] = []
    for (let n = 0; n < options.maxSteps; n++) {
      const rate = Math.round(options.firstRate * options.factor ** n)
      const before = { cpu: server.cpuSeconds(), messages: server.messages(), atMs: performance.now() }
      const { calls, unsent } = await server.drive(rate, options.secondsAStep)
      const seconds = (performance.now() - before.atMs) / 1_000
      const orders = calls.find(({ name }) => name === 'order')!
      const used = Object.fromEntries(
        Object.entries(server.cpuSeconds()).map(([name, cpu]) => [name, cpu - before.cpu[name]!]),
      )
      const step: LoadStep = {
        ...{ rate, seconds, ordersASecond: orders.done / seconds, calls },
        cpu: mapValues(used, (cpu) => cpu / seconds),
        cpuAnOrderMs: mapValues(used, (cpu) => (cpu * 1_000) / Math.max(1, orders.done)),
        quotesToSockets: server.messages() - before.messages,
        broke: whatBroke(calls, unsent),
      }
      steps.push(step)
      options.onStep?.(step)
      if (step.broke) break
    }
    return steps
  } finally {
    await server.close()
  }
}

/** Makes a call until it is done: the price may be late on a busy machine. */
async function makeOne(agent: TimedAgent, customer: LoadCustomer, kind: Kind, random: Random): Promise<void> {
  const untilMs = performance.now() + MAKE_WITHIN_MS
  for (;;) {
    const { outcome, data, error } = await send(agent, customer, kind.call, kind.input(customer, random)!)
    if (outcome === 'done') return kind.learn?.(customer, data)
    if (performance.now() > untilMs) throw new Error(`no first ${kind.name}: ${outcome} ${error ?? ''}`)
    await pause(TICK_MS)
  }
}

const mapValues = (
  record: Readonly<Record<string, number>>,
  change: (value: number) => number,
): Record<string, number> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

function whatBroke(calls: readonly CallFigures[], lateMs: number): string | undefined {
  const sum = (of: (figures: CallFigures) => number) => calls.reduce((total, each) => total + of(each), 0)
  const sent = sum((each) => each.sent)
  const orders = calls.find(({ name }) => name === 'order')!
  if (sum((each) => each.unanswered) > 0) return `${sum((each) => each.unanswered)} calls had no answer`
  if (sum((each) => each.tooMany + each.unavailable) > MAX_REFUSED * sent)
    return `${sum((each) => each.tooMany)} of ${sent} calls were refused with 429, ${sum((each) => each.unavailable)} with 503`
  if (orders.p99Ms > MAX_ORDER_P99_MS)
    return `the 99th percentile of orders is ${Math.round(orders.p99Ms)} ms`
  if (lateMs > MAX_ORDER_P99_MS) return `the client itself was ${Math.round(lateMs)} ms late`
  return undefined
}

/** Sends what is due when it is due, whatever became of what was sent before, and waits for the last answer. */
async function driveStep(
  agent: TimedAgent,
  customers: readonly LoadCustomer[],
  random: Random,
  {
    rate,
    seconds,
    maxOrders = Number.POSITIVE_INFINITY,
  }: { rate: number; seconds: number; maxOrders: number | undefined },
): Promise<{ calls: CallFigures[]; unsent: number }> {
  const outcomes = new Map(kinds.map(({ name }) => [name, [] as CallOutcome[]]))
  const deal = createDealer(random)
  const underWay: Promise<void>[] = []
  const total = Math.round(rate * seconds)
  const startMs = performance.now()
  let latest = 0
  let sent = 0

  async function one(dueMs: number): Promise<void> {
    const customer = random.one(customers)
    const dealt = deal()
    const kind = dealt.name === 'order' && customer.orders.length >= maxOrders ? cancel : dealt
    const input = kind.input(customer, random)
    // Nothing to cancel or to close: it is looked at instead.
    const [made, of] = input === undefined ? [kinds[0]!, { symbol: 'BTC-USDT' }] : [kind, input]
    const { outcome, data, error } = await send(agent, customer, made.call, of)
    outcomes.get(made.name)!.push({ outcome, error, ms: performance.now() - dueMs })
    if (outcome === 'done') made.learn?.(customer, data)
  }

  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1_000) * rate) + 1)
    for (; sent < due; sent++) {
      const dueMs = startMs + (sent * 1_000) / rate
      latest = Math.max(latest, performance.now() - dueMs)
      underWay.push(one(dueMs))
    }
    await pause(TICK_MS)
  }
  await Promise.all(underWay)
  return { calls: [...outcomes].map(([name, each]) => figuresOf(name, each)), unsent: latest }
}

/** Gives out the kinds in a random order: of each hundred, as many of a kind as its weight. */
function createDealer(random: Random): () => Kind {
  let left: Kind[] = []
  return () => {
    if (left.length === 0) left = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind))
    return left.splice(random.below(left.length), 1)[0]!
  }
}

function figuresOf(name: string, calls: readonly CallOutcome[]): CallFigures {
  const count = (outcome: Outcome) => calls.filter((call) => call.outcome === outcome).length
  const times = calls
    .filter(({ outcome }) => outcome === 'done')
    .map(({ ms }) => ms)
    .sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    ...{ name, sent: calls.length, done: count('done'), refused: count('refused') },
    refusal: calls.findLast(({ outcome }) => outcome === 'refused')?.error ?? '',
    noAnswer: calls.findLast(({ outcome }) => outcome === 'unanswered')?.error ?? '',
    ...{ tooMany: count('tooMany'), unavailable: count('unavailable'), unanswered: count('unanswered') },
    ...{ p50Ms: quantile(0.5), p99Ms: quantile(0.99) },
  }
}

/** Connections on which nobody waits for longer. */
class TimedAgent extends Agent {
  readonly timeoutMs: number
  constructor(timeoutMs: number) {
    super({ keepAlive: true })
    this.timeoutMs = timeoutMs
  }
}

/**
 * Makes a call; whoever does not answer in time has not answered. A kept connection that the server closed just as the call was
 * sent is no answer either, and the call is sent again with its key, as a browser does.
 */
function send(
  agent: TimedAgent,
  customer: LoadCustomer,
  call: Endpoint,
  input: Input,
  key = crypto.randomUUID(),
): Promise<{ outcome: Outcome; data?: unknown; error?: string }> {
  const { url, token, address } = customer
  const fields = new URLSearchParams(toWire(call, input)).toString()
  const isGet = call.method === 'GET'
  return new Promise((resolve) => {
    const asked = request(
      {
        ...{ agent, host: url.hostname, port: url.port, timeout: agent.timeoutMs },
        ...{ method: isGet ? 'GET' : 'POST', path: `/api${call.path}${isGet ? `?${fields}` : ''}` },
        headers: {
          ...(token && { authorization: token }),
          'x-forwarded-for': address,
          ...(!isGet && {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(fields),
            'idempotency-key': key,
          }),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part) => {
          text += part
        })
        answer.on('error', ({ message }) => resolve({ outcome: 'unanswered', error: message }))
        answer.on('end', () => {
          if (answer.statusCode === 429) return resolve({ outcome: 'tooMany' })
          if (answer.statusCode === 503) return resolve({ outcome: 'unavailable' })
          const body = JSON.parse(text) as { code: number; data: unknown; error: string }
          resolve(
            body.code === 1
              ? { outcome: 'done', data: outputFromWire(call, body.data) }
              : { outcome: 'refused', error: body.error },
          )
        })
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (isStale) return resolve(send(agent, customer, call, input, key))
      resolve({ outcome: 'unanswered', error: error.message })
    })
    asked.end(isGet ? undefined : fields)
  })
}
