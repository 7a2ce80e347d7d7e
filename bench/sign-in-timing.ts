/**
 * Whether the time of an answer tells that an account exists: sign-in, codes, forgotten password, check of a code.
 *
 *   TEST_DATABASE=postgres node bench/sign-in-timing.ts [samples]
 *
 * Each call is made for a contact with an account and for one without, in random order, from an address of its own; the
 * answers have to be the same. Mobile numbers are of a country whose free messages of this hour were used up before: without
 * work they are answered by a challenge. With work a tenth of the samples is taken, as each takes a quarter of a second to solve.
 * Welch's t of the two groups, of all times and of those below the 90th percentile of both together, as what the machine does
 * beside hides a difference. Below 4.5 no difference is shown.
 */
import '#domain/seed/adopt.ts'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Endpoint } from '#domain/endpoint.ts'
import * as calls from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { EVEN_MS } from '#server/users/even.ts'
import { quantile, table, writeResult } from './report.ts'

const SAMPLES = Number(process.argv[2] ?? 10_000)
const WARM_UP = 50
const MAX_T = 4.5
const CROPPED_AT = 0.9
/** Below what one account or contact may be asked in an hour and a day. */
const SAMPLES_A_CONTACT = 20
const SAMPLES_A_MOBILE = 10
const MESSAGES_OF_STRANGERS = 30
const WRONG = { code: '000000', password: 'wrongWord5', repeated: 'wrongWord5' }

interface Asked {
  readonly call: Endpoint
  readonly input: Record<string, unknown>
  readonly isMobile?: boolean
  readonly isWorkedFor?: boolean
}

const asked: Readonly<Record<string, Asked>> = {
  'sign-in': { call: calls.login, input: { password: WRONG.password } },
  'code to sign in': { call: calls.sendCode, input: { purpose: 'login' } },
  'code to forget': { call: calls.sendCode, input: { purpose: 'forget' } },
  'code to register': { call: calls.sendCode, input: { purpose: 'register' } },
  'forgotten password': { call: calls.forgottenPassword, input: WRONG },
  check_email: { call: calls.checkCode, input: { code: WRONG.code, purpose: 'forget' } },
  'mobile code to sign in': { call: calls.sendCode, input: { purpose: 'login' }, isMobile: true },
  'mobile code to forget': { call: calls.sendMobileCode, input: { purpose: 'forget' }, isMobile: true },
  'mobile code to recover': { call: calls.sendCode, input: { purpose: 'recover' }, isMobile: true },
  'mobile code with work': {
    call: calls.sendCode,
    input: { purpose: 'login' },
    isMobile: true,
    isWorkedFor: true,
  },
}

function contactOf(group: 'known' | 'unknown', call: number, sample: number, isMobile = false) {
  const samplesAContact = isMobile ? SAMPLES_A_MOBILE : SAMPLES_A_CONTACT
  const number = String(Math.floor(sample / samplesAContact)).padStart(6, '0')
  if (isMobile) return `+34${group === 'known' ? 6 : 7}${call % 10}${number}0`
  return `${group === 'known' ? 'a' : 'b'}${call}-${number}@timing.test`
}

let addresses = 0
const newAddress = () => {
  const n = ++addresses
  return { ip: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
}

async function measure(app: TestApp, name: string, index: number) {
  const { call, input, isMobile, isWorkedFor } = asked[name]!
  const samples = isWorkedFor ? Math.ceil(SAMPLES / 10) : SAMPLES
  const samplesAContact = isMobile ? SAMPLES_A_MOBILE : SAMPLES_A_CONTACT
  for (let sample = 0; sample < samples + WARM_UP; sample += samplesAContact) {
    const contact = contactOf('known', index, sample, isMobile)
    await addTestCustomer(app.db, app.clock, isMobile ? { mobile: contact } : { email: contact })
  }
  if (isMobile) await exhaustMessages(app)
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  for (let sample = 0; sample < samples + WARM_UP; sample++) {
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const group of order) {
      const contact = contactOf(group, index, sample, isMobile)
      const from = newAddress()
      const whole = { contact, ...input, ...(isWorkedFor && { work: await workFor(app, contact) }) }
      const start = performance.now()
      const { error, data } = await app.call(call, whole, undefined, from)
      const ms = performance.now() - start
      if (sample < WARM_UP) continue
      times[group].push(ms)
      // What differs is the contact, as it was typed.
      answers[group].add(JSON.stringify({ error, data: data && { ...data, contact: undefined } }))
    }
  }
  const limit = quantile([...times.known, ...times.unknown], CROPPED_AT)
  const cropped = { known: below(times.known, limit), unknown: below(times.unknown, limit) }
  return {
    call: name,
    samples,
    'known, median ms': quantile(times.known, 0.5),
    'unknown, median ms': quantile(times.unknown, 0.5),
    t: welch(times.known, times.unknown),
    't, cropped': welch(cropped.known, cropped.unknown),
    'same answers': String([...answers.known].join() === [...answers.unknown].join()),
  }
}

/** Solves beside the server, as a customer's device does: what solves in this process holds its answers up. */
const solver = new Worker(new URL('./work-solver.ts', import.meta.url))

/** The challenge for a contact, solved. */
async function workFor(app: TestApp, contact: string): Promise<string> {
  const answer = await app.call(calls.sendCode, { contact, purpose: 'login' }, undefined, newAddress())
  const { work } = JSON.parse(answer.body) as { work: string }
  solver.postMessage(work)
  const [solution] = (await once(solver, 'message')) as [string]
  return `${work}.${solution}`
}

/** Asks for more codes than the country's strangers are sent in an hour. */
async function exhaustMessages(app: TestApp): Promise<void> {
  for (let n = 0; n < MESSAGES_OF_STRANGERS; n++)
    await app.call(calls.sendMobileCode, { contact: `+34699${100_000 + n}` }, undefined, newAddress())
}

const below = (values: readonly number[], limit: number) => values.filter((value) => value <= limit)

/** Welch's t: the difference of two means in standard errors. */
function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [moments(one), moments(other)]
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length)
}

function moments(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { mean, variance }
}

const app = await openTestApp({ evenMs: EVEN_MS })
// Beside each other, as most of each call is a wait; what takes the processor's time begins when they are over.
const isBusy = (name: string) => name === 'sign-in' || asked[name]!.isWorkedFor === true
const names = [...Object.keys(asked).entries()]
const rows = await Promise.all(
  names.flatMap(([index, name]) => (isBusy(name) ? [] : [measure(app, name, index)])),
)
for (const [index, name] of names) if (isBusy(name)) rows.push(await measure(app, name, index))
await app.close()
await solver.terminate()
table('Known and unknown contacts', rows)
const isHidden = rows.every(
  (row) => row['same answers'] === 'true' && Math.max(Math.abs(row.t), Math.abs(row['t, cropped'])) < MAX_T,
)
console.log(
  isHidden ? '\nnothing tells whether an account exists' : '\nan account can be told by its answers',
)
writeResult('sign-in-timing', { samples: SAMPLES, rows, isHidden, load: loadavg() })
process.exit(isHidden ? 0 : 1)
