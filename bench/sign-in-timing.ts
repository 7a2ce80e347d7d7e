/**
 * Whether the time of an answer tells that an account exists: sign-in, codes, forgotten password, check of a code.
 *
 *   TEST_DATABASE=postgres node bench/sign-in-timing.ts [samples]
 *
 * Each call is made for a contact with an account and for one without, in random order, from an address of its own; the
 * answers have to be the same. Welch's t of the two groups, of all times and of those below the 90th percentile of both
 * together, as what the machine does beside hides a difference. Below 4.5 no difference is shown.
 */
import '#domain/seed/adopt.ts'
import { loadavg } from 'node:os'
import type { Endpoint } from '#domain/endpoint.ts'
import * as calls from '#domain/user/contract.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { quantile, table, writeResult } from './report.ts'

const SAMPLES = Number(process.argv[2] ?? 10_000)
const WARM_UP = 50
const MAX_T = 4.5
const CROPPED_AT = 0.9
/** Below what one account or contact may be asked in an hour and a day. */
const SAMPLES_A_CONTACT = 20
const WRONG = { code: '000000', password: 'wrongWord5', repeated: 'wrongWord5' }

const asked: Readonly<Record<string, readonly [Endpoint, Record<string, unknown>]>> = {
  'sign-in': [calls.login, { password: WRONG.password }],
  'code to sign in': [calls.sendCode, { purpose: 'login' }],
  'code to forget': [calls.sendCode, { purpose: 'forget' }],
  'code to register': [calls.sendCode, { purpose: 'register' }],
  'forgotten password': [calls.forgottenPassword, WRONG],
  check_email: [calls.checkCode, { code: WRONG.code, purpose: 'forget' }],
}

const contactOf = (group: 'known' | 'unknown', call: number, sample: number) =>
  `${group === 'known' ? 'a' : 'b'}${call}-${String(Math.floor(sample / SAMPLES_A_CONTACT)).padStart(6, '0')}@timing.test`

let addresses = 0
const newAddress = () => {
  const n = ++addresses
  return { ip: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
}

async function measure(app: TestApp, name: string, index: number) {
  const [call, input] = asked[name]!
  for (let sample = 0; sample < SAMPLES + WARM_UP; sample += SAMPLES_A_CONTACT)
    await addTestCustomer(app.db, app.clock, { email: contactOf('known', index, sample) })
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  for (let sample = 0; sample < SAMPLES + WARM_UP; sample++) {
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const group of order) {
      const contact = contactOf(group, index, sample)
      const from = newAddress()
      const start = performance.now()
      const { error, data } = await app.call(call, { contact, ...input }, undefined, from)
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
    'known, median ms': quantile(times.known, 0.5),
    'unknown, median ms': quantile(times.unknown, 0.5),
    t: welch(times.known, times.unknown),
    't, cropped': welch(cropped.known, cropped.unknown),
    'same answers': String([...answers.known].join() === [...answers.unknown].join()),
  }
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

const app = await openTestApp()
const rows = []
for (const [index, name] of Object.keys(asked).entries()) rows.push(await measure(app, name, index))
await app.close()
table(`${SAMPLES} samples of each`, rows)
const isHidden = rows.every(
  (row) => row['same answers'] === 'true' && Math.max(Math.abs(row.t), Math.abs(row['t, cropped'])) < MAX_T,
)
console.log(
  isHidden ? '\nnothing tells whether an account exists' : '\nan account can be told by its answers',
)
writeResult('sign-in-timing', { samples: SAMPLES, rows, isHidden, load: loadavg() })
process.exit(isHidden ? 0 : 1)
