/**
 * Orders through HTTP: the whole way from the request to the answer after the commit.
 *
 *   node bench/http.ts [seconds per load]
 *
 * The server runs in its own process on a private PostgreSQL with fsync; this process is the client, on
 * the same cores. Each connection sends an order, waits for its answer, sends the next. Orders are limit
 * orders of many customers around the last price; most meet another.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { quantile, table, writeResult } from './report.ts'

const SECONDS = Number(process.argv[2] ?? 10)
const LOADS = [1, 16, 64, 128, 256]
const WARM_UP_SECONDS = 3

interface Sample {
  readonly orders: number
  readonly refused: number
  readonly latenciesMs: number[]
}

const folder = mkdtempSync(join(tmpdir(), 'plumb-bench-'))
const server = await startServer()
try {
  const rows = []
  await drive(server, 64, WARM_UP_SECONDS)
  for (const connections of LOADS) {
    const { orders, refused, latenciesMs } = await drive(server, connections, SECONDS)
    rows.push({
      connections,
      'orders/s': Math.round(orders / SECONDS),
      'p50 ms': quantile(latenciesMs, 0.5),
      'p99 ms': quantile(latenciesMs, 0.99),
      refused,
    })
  }
  table('Durable spot orders through HTTP (PostgreSQL, client on the same cores)', rows)
  writeResult('http', { seconds: SECONDS, rows })
} finally {
  server.process.kill('SIGTERM')
  await new Promise((resolve) => server.process.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function startServer(): Promise<{ process: ChildProcess; url: URL; tokens: string[] }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: await createTestDatabaseUrl(),
      DATA_DIR: folder,
      BENCH_CUSTOMERS: '600',
    },
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.startsWith('{')) continue
    const { url, tokens } = JSON.parse(line) as { url: string; tokens: string[] }
    return { process: child, url: new URL(url), tokens }
  }
  throw new Error('the server did not start')
}

/** Sends orders over some connections for some seconds, one at a time on each. */
async function drive(
  { url, tokens }: { url: URL; tokens: string[] },
  connections: number,
  seconds: number,
): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const lastPrice = await readLastPrice(url)
  const untilMs = performance.now() + seconds * 1_000
  const latenciesMs: number[] = []
  let [orders, refused] = [0, 0]

  async function worker(first: number) {
    for (let i = first; performance.now() < untilMs; i += connections) {
      const side = i % 2 === 0 ? 'buy' : 'sell'
      const target = (lastPrice + ((i * 7) % 9) / 100 - 0.04).toFixed(2)
      const startedMs = performance.now()
      const answer = await send(
        url,
        agent,
        tokens[i % tokens.length]!,
        `currency_id=BTC&legal_id=USDT&type=${side}&amount=0.001&target_price=${target}`,
      )
      latenciesMs.push(performance.now() - startedMs)
      if (answer.code === 1) orders++
      else if (refused++ === 0) console.log(`first refusal: ${answer.message}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => worker(index)))
  agent.destroy()
  return { orders, refused, latenciesMs }
}

async function readLastPrice(url: URL): Promise<number> {
  const answer = await fetch(new URL('/api/currency/quotation?symbol=BTC-USDT', url))
  const { data } = (await answer.json()) as { data: { lastPrice: string } }
  return Number(data.lastPrice)
}

function send(
  url: URL,
  agent: Agent,
  token: string,
  body: string,
): Promise<{ code: number; message: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        host: url.hostname,
        port: url.port,
        path: '/api/coin/trade',
        method: 'POST',
        headers: {
          authorization: token,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': crypto.randomUUID(),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part) => {
          text += part
        })
        answer.on('end', () => resolve(JSON.parse(text)))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
