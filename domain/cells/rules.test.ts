import { describe, expect, test } from 'vitest'
import {
  type Arrival,
  type CellOutcome,
  type CellTransfer,
  decideArrival,
  isAnswer,
  isTransfer,
  onAnswer,
  onTransfer,
  type ReceivedTransfer,
  retryAfterMs,
  type SentState,
  type Step,
} from './rules.ts'

const transfer: CellTransfer = {
  ...{ from: 1, to: 2, number: 7n, customer: 10_001n },
  ...{ currency: 'USDT', decimals: 7, amount: 500n },
}
const others: readonly Partial<CellTransfer>[] = [
  { from: 3 },
  { to: 3 },
  { number: 8n },
  { customer: 10_002n },
  { currency: 'BTC' },
  { decimals: 8 },
  { amount: 501n },
]

describe('a transfer between cells', () => {
  test.each<[ReceivedTransfer['outcome'] | 'nothing', 'same' | 'other', Step]>([
    ['nothing', 'same', 'apply'],
    ['accepted', 'same', 'already'],
    ['accepted', 'other', 'contradiction'],
    ['refused', 'same', 'already'],
    ['refused', 'other', 'contradiction'],
  ])('where %s is known and the %s comes: %s', (outcome, content, step) => {
    const known = outcome === 'nothing' ? undefined : { transfer, outcome }
    const messages = content === 'same' ? [transfer] : others.map((other) => ({ ...transfer, ...other }))
    for (const message of messages) expect(onTransfer(known, message)).toBe(step)
  })

  test.each<[SentState | 'nothing', CellOutcome, ReturnType<typeof onAnswer>]>([
    ['nothing', 'accepted', { step: 'contradiction' }],
    ['nothing', 'refused', { step: 'contradiction' }],
    ['sent', 'accepted', { step: 'apply', state: 'settled' }],
    ['sent', 'refused', { step: 'apply', state: 'returned' }],
    ['settled', 'accepted', { step: 'already' }],
    ['settled', 'refused', { step: 'contradiction' }],
    ['returned', 'accepted', { step: 'contradiction' }],
    ['returned', 'refused', { step: 'already' }],
  ])('that is %s and is answered with %s', (state, outcome, next) => {
    expect(onAnswer(state === 'nothing' ? undefined : state, outcome)).toEqual(next)
  })

  test('ends once, and as it was first decided, whatever comes however often in whatever order', () => {
    type Event = 'transfer' | 'altered' | CellOutcome
    const events: readonly Event[] = ['transfer', 'altered', 'accepted', 'refused']
    const sequences = (length: number): Event[][] =>
      length === 0 ? [[]] : sequences(length - 1).flatMap((some) => events.map((event) => [...some, event]))
    for (const sequence of sequences(5)) {
      let [state, paid, ended]: [SentState, number, number] = ['sent', 0, 0]
      let known: ReceivedTransfer | undefined
      for (const event of sequence) {
        if (event === 'transfer' || event === 'altered') {
          const message = event === 'transfer' ? transfer : { ...transfer, amount: 501n }
          if (onTransfer(known, message) !== 'apply') continue
          known = { transfer: message, outcome: 'accepted' }
          paid++
        } else {
          const next = onAnswer(state, event)
          if (next.step !== 'apply') continue
          state = next.state
          ended++
        }
      }
      const answers = sequence.filter((event) => event === 'accepted' || event === 'refused')
      const came = sequence.filter((event) => event === 'transfer' || event === 'altered')
      expect({ paid, ended }).toEqual({ paid: Math.min(came.length, 1), ended: Math.min(answers.length, 1) })
      expect(state).toBe(answers[0] ? { accepted: 'settled', refused: 'returned' }[answers[0]] : 'sent')
    }
  })
})

describe('what comes for the first time', () => {
  const arrival: Arrival = { transfer, decimals: 7, refusal: undefined, covered: 500n, balance: 0n }
  const MAX = 2n ** 63n - 1n

  test.each<[Partial<Arrival>, string | null]>([
    [{}, null],
    [{ balance: MAX - 500n }, null],
    [{ balance: MAX - 499n }, 'balance-too-large'],
    [{ covered: 499n }, 'not-covered'],
    [{ refusal: 'customer-unknown' }, 'customer-unknown'],
    [{ refusal: 'customer-frozen' }, 'customer-frozen'],
    [{ decimals: undefined }, 'currency-not-listed'],
    // A unit there is not a unit here.
    [{ decimals: 8 }, 'currency-not-listed'],
    [{ decimals: undefined, refusal: 'customer-frozen', covered: 0n }, 'currency-not-listed'],
    [{ refusal: 'customer-frozen', covered: 0n }, 'customer-frozen'],
  ])('with %o is refused for: %s', (change, refusal) => {
    const outcome = refusal === null ? 'accepted' : 'refused'
    expect(decideArrival({ ...arrival, ...change })).toEqual({ outcome, refusal })
  })
})

describe('what another process sends', () => {
  test('is a transfer only where every part of it can be', () => {
    expect(isTransfer(transfer)).toBe(true)
    for (const bad of [null, undefined, 1, 'x', {}, [], { ...transfer, from: 2 }])
      expect(isTransfer(bad)).toBe(false)
    const wrong: Record<keyof CellTransfer, readonly unknown[]> = {
      from: [0, 64, 1.5, '1', 1n, null],
      to: [0, 64, -1, Number.NaN, undefined],
      number: [0n, -1n, 1, 2n ** 63n, '1'],
      customer: [0n, -1n, 10_001, 2n ** 63n],
      currency: ['', 'US DT', 'x'.repeat(17), 5, null],
      decimals: [-1, 19, 1.5, 7n],
      amount: [0n, -1n, 5, 2n ** 63n, '5'],
    }
    for (const [field, values] of Object.entries(wrong))
      for (const value of values)
        expect([field, value, isTransfer({ ...transfer, [field]: value })]).toEqual([field, value, false])
  })

  test('is an answer only where every part of it can be', () => {
    const answer = { from: 1, to: 2, number: 7n, outcome: 'refused', refusal: 'customer-frozen' }
    expect(isAnswer(answer)).toBe(true)
    expect(isAnswer({ ...answer, outcome: 'accepted', refusal: null })).toBe(true)
    for (const bad of [
      ...[null, 1, {}, { ...answer, to: 1 }, { ...answer, number: 0n }, { ...answer, outcome: 'sent' }],
      ...[
        { ...answer, refusal: null },
        { ...answer, refusal: 'no wish' },
        { ...answer, outcome: 'accepted' },
      ],
    ])
      expect(isAnswer(bad)).toBe(false)
  })
})

test('what is not answered is sent again twice as late each time, and five minutes later at most', () => {
  expect([0, 1, 2, 3, 8, 9, 10_000].map(retryAfterMs)).toEqual([
    ...[1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000],
  ])
})
