/**
 * Ticks to a thousand sockets: how many messages arrive, how late, and what it costs the server.
 *
 *   node bench/sockets.ts [sockets] [seconds]
 *
 * Every socket joins the channel of all quotes, as the market page does, and comes from an address of its own, as the proxy
 * says. Lateness is the time from the moment the tick was recorded on the tape to its arrival; the tape writes and signs every
 * 400 ms, so half of that is the least there can be on average. Every twentieth socket reads what comes, the others count
 * messages: this client has the same cores.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { QuoteView } from '#domain/market/contract.ts'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { quantile, table, writeResult } from './report.ts'

const SOCKETS = Number(process.argv[2] ?? 1_000)
const SECONDS = Number(process.argv[3] ?? 15)
const CONNECT_AT_ONCE = 50
const READS_EVERY = 20
/** What Socket.IO's protocol puts before a message: of the server's own question whether one is there, and of an event. */
const [PING, PONG, JOIN, EVENT] = ['2', '3', '40', '42']

const folder = mkdtempSync(join(tmpdir(), 'plumb-bench-'))
const server = spawn(process.execPath, [join(import.meta.dirname, 'http-server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATABASE_URL: await createTestDatabaseUrl(),
    DATA_DIR: folder,
    BENCH_CUSTOMERS: '1',
    TRUSTED_PROXY: '127.0.0.1',
  },
})
const sockets: WebSocket[] = []
try {
  const url = await serverUrl()
  for (let i = 0; i < SOCKETS; i += CONNECT_AT_ONCE) {
    const count = Math.min(CONNECT_AT_ONCE, SOCKETS - i)
    sockets.push(...(await Promise.all(Array.from({ length: count }, (_, n) => connect(url, i + n)))))
  }
  let [messages, read, quotes] = [0, 0, 0]
  const latenessMs: number[] = []
  for (const [n, socket] of sockets.entries())
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (!data.startsWith(EVENT)) return
      messages++
      if (n % READS_EVERY !== 0) return
      const [, batch] = JSON.parse(data.slice(EVENT.length)) as [string, QuoteView[]]
      read++
      quotes += batch.length
      const newest = Math.max(...batch.map(({ atMs }) => atMs ?? 0))
      if (newest > 0) latenessMs.push(Date.now() - newest)
    })
  for (const socket of sockets) socket.send(`${EVENT}["subscribe",["quotes"]]`)
  const memoryMb = readMemoryMb(server.pid!)
  const [startCpu, startMs] = [readCpuSeconds(server.pid!), performance.now()]
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
  const seconds = (performance.now() - startMs) / 1_000
  const cpu = readCpuSeconds(server.pid!) - startCpu
  const row = {
    sockets: SOCKETS,
    'messages/s': Math.round(messages / seconds),
    'quotes/s': Math.round(((quotes / read) * messages) / seconds),
    'p50 ms': quantile(latenessMs, 0.5),
    'p99 ms': quantile(latenessMs, 0.99),
    'server CPU %': (cpu / seconds) * 100,
    'server MB': memoryMb,
  }
  table('Quotes to sockets (client on the same cores)', [row])
  writeResult('sockets', { seconds: SECONDS, row })
} finally {
  for (const socket of sockets) socket.close()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function serverUrl(): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    if (line.startsWith('{')) return (JSON.parse(line) as { url: string }).url
  }
  throw new Error('the server did not start')
}

/** A socket that has joined. */
function connect(url: string, n: number): Promise<WebSocket> {
  const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { 'x-forwarded-for': address },
  } as never)
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error(`socket ${n} is refused`)))
    socket.addEventListener('open', () => socket.send(JOIN))
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data === PING) socket.send(PONG)
      else if (data.startsWith(JOIN)) resolve(socket)
    })
  })
}

/** User and system time of a process, in seconds. */
function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function readMemoryMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}
