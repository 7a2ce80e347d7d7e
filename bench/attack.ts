/**
 * Orders while one customer with a long past asks for as much of it as they can.
 *
 *   node bench/attack.ts [seconds per part] [entries of the long past]
 *
 * On each database: orders of other customers by themselves, then beside 40 connections of one customer whose
 * filters let nothing through. Goal: the orders' p99 is at most twice the quiet one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createTestDatabaseUrl } from '#server/testing/database.ts'
import { quantile, table, writeResult } from './report.ts'

const SECONDS = Number(process.argv[2] ?? 30)
const LONG_PAST = Number(process.argv[3] ?? 1_000_000)
const TRADERS = 4
const ATTACKERS = 40

/** What lets nothing through, and what lets through a little far down. */
const QUESTIONS = [
  ['POST', '/wallet/legal_log', 'reason=spot-fee'],
  ['POST', '/wallet/legal_log', 'reason=earn-matured'],
  ['POST', '/wallet/legal_log', 'from=1000&to=2000'],
  ['POST', '/wallet/legal_log', 'page=11&limit=200'],
  ['GET', '/wallet/bill_csv', 'reason=spot-fee'],
  ['GET', '/wallet/hzhistory', 'currency_id=BTC'],
  ['GET', '/coin/list', 'status=filled&symbol=ETH-USDT'],
  ['GET', '/recharge/log', 'status=pending'],
] as const

interface Server {
  readonly process: ChildProcess
  readonly url: string
  readonly tokens: readonly string[]
  readonly attacker: string
}

const rows = []
for (const database of ['PostgreSQL', 'PGlite'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-bench-'))
  const server = await startServer(folder, database === 'PostgreSQL' ? await createTestDatabaseUrl() : '')
  try {
    await trade(server, 3)
    const quiet = await trade(server, SECONDS)
    const untilMs = performance.now() + SECONDS * 1_000
    const [attacked, answers] = await Promise.all([trade(server, SECONDS), attack(server, untilMs)])
    rows.push({
      database,
      'orders/s quiet': Math.round(quiet.length / SECONDS),
      'orders/s attacked': Math.round(attacked.length / SECONDS),
      'p99 ms quiet': quantile(quiet, 0.99),
      'p99 ms attacked': quantile(attacked, 0.99),
      'times as long': quantile(attacked, 0.99) / quantile(quiet, 0.99),
      'answers to the attack': answers,
    })
  } finally {
    server.process.kill('SIGTERM')
    await new Promise((resolve) => server.process.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
}
table(`Orders beside one customer with ${LONG_PAST.toLocaleString('en')} entries on 40 connections`, rows)
writeResult('attack', { seconds: SECONDS, entries: LONG_PAST, rows })

async function startServer(folder: string, databaseUrl: string): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      DATA_DIR: folder,
      BENCH_CUSTOMERS: '100',
      BENCH_LONG_PAST: String(LONG_PAST),
    },
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!line.startsWith('{')) continue
    const { url, tokens } = JSON.parse(line) as { url: string; tokens: string[] }
    return { process: child, url, tokens: tokens.slice(0, -1), attacker: tokens.at(-1)! }
  }
  throw new Error('the server did not start')
}

/** Limit orders of many customers, a few at a time, far from the price; each is cancelled again. */
async function trade({ url, tokens }: Server, seconds: number): Promise<number[]> {
  const untilMs = performance.now() + seconds * 1_000
  const latenciesMs: number[] = []
  async function trader(first: number) {
    for (let i = first; performance.now() < untilMs; i += TRADERS) {
      const token = tokens[i % tokens.length]!
      const order = 'currency_id=BTC&legal_id=USDT&type=buy&amount=0.001&target_price=1000'
      const startedMs = performance.now()
      const placed = await call(url, token, 'POST', '/coin/trade', order)
      latenciesMs.push(performance.now() - startedMs)
      const id = (placed?.data as { id?: string } | undefined)?.id
      if (id) await call(url, token, 'POST', '/coin/cancel', `id=${id}`)
    }
  }
  await Promise.all(Array.from({ length: TRADERS }, (_, n) => trader(n)))
  return latenciesMs
}

async function attack({ url, attacker }: Server, untilMs: number): Promise<number> {
  let answers = 0
  async function connection(first: number) {
    for (let i = first; performance.now() < untilMs; i++) {
      const [method, path, fields] = QUESTIONS[i % QUESTIONS.length]!
      await call(url, attacker, method, path, fields)
      answers++
    }
  }
  await Promise.all(Array.from({ length: ATTACKERS }, (_, n) => connection(n)))
  return answers
}

async function call(url: string, token: string, method: 'GET' | 'POST', path: string, fields: string) {
  const isGet = method === 'GET'
  const answer = await fetch(`${url}/api${path}${isGet ? `?${fields}` : ''}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/x-www-form-urlencoded' },
    ...(isGet ? {} : { body: fields }),
  }).catch(() => undefined)
  const text = (await answer?.text()) ?? ''
  return text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }) : undefined
}
