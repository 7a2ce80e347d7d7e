import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReached, type TriggerDirection } from '#domain/spot/trigger.ts'
import { addTrigger, createTriggerIndex, isAnyReached, reachedSlots, removeTrigger } from './trigger-index.ts'

interface Step {
  readonly kind: 'add' | 'remove' | 'tick'
  readonly direction: TriggerDirection
  readonly price: number
  readonly target: number
}

/** Prices so few that many stand at one, with both directions on either side of the ticks. */
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('add', 'add', 'remove', 'tick'),
  direction: fc.constantFrom('rises', 'falls'),
  price: fc.oneof(fc.integer({ min: 90, max: 110 }), fc.constantFrom(1, Number.MAX_SAFE_INTEGER)),
  target: fc.nat(100),
})

test('a tick reaches exactly what waits for it: the rises from the lowest, then the falls from the highest', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const index = createTriggerIndex()
      let waiting: { readonly slot: number; readonly price: number; readonly direction: TriggerDirection }[] =
        []
      for (const { kind, direction, price, target } of steps) {
        if (kind === 'add') waiting.push({ slot: addTrigger(index, direction, price), price, direction })
        if (kind === 'remove' && waiting.length > 0) {
          const gone = waiting[target % waiting.length]!
          removeTrigger(index, gone.slot)
          waiting = waiting.filter((each) => each !== gone)
        }
        if (kind !== 'tick') continue
        // Sorting is stable: at one price the oldest comes first.
        const reached = waiting.filter((each) => isReached(each, price))
        const rises = reached.filter((each) => each.direction === 'rises').sort((a, b) => a.price - b.price)
        const falls = reached.filter((each) => each.direction === 'falls').sort((a, b) => b.price - a.price)
        expect(reachedSlots(index, price)).toEqual([...rises, ...falls].map(({ slot }) => slot))
        expect(isAnyReached(index, price)).toBe(reached.length > 0)
        for (const { slot } of reached) removeTrigger(index, slot)
        waiting = waiting.filter((each) => !reached.includes(each))
      }
    }),
    { numRuns: 300 },
  )
})

test('rises and falls may look at two prices: the bid and the ask', () => {
  const index = createTriggerIndex()
  const [rise, fall] = [addTrigger(index, 'rises', 100), addTrigger(index, 'falls', 99)]
  expect([isAnyReached(index, 99, 100), reachedSlots(index, 99, 100)]).toEqual([false, []])
  expect([isAnyReached(index, 100, 101), reachedSlots(index, 100, 101)]).toEqual([true, [rise]])
  expect([isAnyReached(index, 98, 99), reachedSlots(index, 98, 99)]).toEqual([true, [fall]])
})
