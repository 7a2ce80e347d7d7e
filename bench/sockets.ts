/**
 * Ticks to a thousand sockets: how many messages arrive, how late, and what it costs the server.
 *
 *   node bench/sockets.ts [sockets] [seconds]
 *
 * Every socket joins the channel of all quotes, as the market page does. Lateness is the time from the
 * moment the tick was recorded on the tape to its arrival; the tape writes and signs every 400 ms, so
 * half of that is the least there can be on average.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { io, type Socket } from 'socket.io-client'
import type { QuoteView } from '#domain/market/contract.ts'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { quantile, table, writeResult } from './report.ts'

const SOCKETS = Number(process.argv[2] ?? 1_000)
const SECONDS = Number(process.argv[3] ?? 15)
const CONNECT_AT_ONCE = 50

const folder = mkdtempSync(join(tmpdir(), 'plumb-bench-'))
const server = spawn(process.execPath, [join(import.meta.dirname, 'http-server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATABASE_URL: await createTestDatabaseUrl(),
    DATA_DIR: folder,
    BENCH_CUSTOMERS: '1',
  },
})
const sockets: Socket[] = []
try {
  const url = await serverUrl()
  for (let i = 0; i < SOCKETS; i += CONNECT_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(CONNECT_AT_ONCE, SOCKETS - i) }, () => connect(url)))
  }
  let [messages, quotes] = [0, 0]
  const latenessMs: number[] = []
  for (const socket of sockets) {
    socket.on('quotes', (batch: QuoteView[]) => {
      messages++
      quotes += batch.length
      const newest = Math.max(...batch.map(({ atMs }) => atMs ?? 0))
      if (newest > 0) latenessMs.push(Date.now() - newest)
    })
  }
  for (const socket of sockets) socket.emit('subscribe', ['quotes'])
  const memoryMb = readMemoryMb(server.pid!)
  const [startCpu, startMs] = [readCpuSeconds(server.pid!), performance.now()]
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
  const seconds = (performance.now() - startMs) / 1_000
  const cpu = readCpuSeconds(server.pid!) - startCpu
  const row = {
    sockets: SOCKETS,
    'messages/s': Math.round(messages / seconds),
    'quotes/s': Math.round(quotes / seconds),
    'p50 ms': quantile(latenessMs, 0.5),
    'p99 ms': quantile(latenessMs, 0.99),
    'server CPU %': (cpu / seconds) * 100,
    'server MB': memoryMb,
  }
  table('Quotes to sockets (client on the same cores)', [row])
  writeResult('sockets', { seconds: SECONDS, row })
} finally {
  for (const socket of sockets) socket.disconnect()
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

function connect(url: string): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false })
  sockets.push(socket)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
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
