import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { chosenCard, isSaleStopped, readDraft } from './draft.ts'

const NOW = 1_770_000_000_000
const coin = { code: 'USDT', available: '500' }
const old = { id: '1', kind: 'domestic' as const, savedAtMs: NOW - DAY_MS }
const fresh = { id: '2', kind: 'international' as const, savedAtMs: NOW - DAY_MS + HOUR_MS + 1 }

describe('a sale while it is written', () => {
  test('asks for a quote of an amount that is there, to a card that can be used', () => {
    const wanted = { currency: 'USDT', amount: '500', cardId: '1' }
    expect(readDraft('500', coin, old, NOW)).toEqual({ amount: undefined, card: undefined, wanted })
    expect(readDraft('500.', coin, old, NOW).wanted).toEqual(wanted)
  })

  test.each(['', '0', '0.'])('says nothing of an amount that is not there yet: "%s"', (typed) => {
    expect(readDraft(typed, coin, old, NOW)).toEqual({
      ...{ amount: undefined, card: undefined, wanted: undefined },
    })
  })

  test('says at the amount that it is more than there is, and asks for no quote', () => {
    const draft = readDraft('500.0000001', coin, old, NOW)
    expect(draft.amount).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(draft.wanted).toBeUndefined()
  })

  test('says at a new card when it can be used, and asks for no quote', () => {
    const draft = readDraft('20', coin, fresh, NOW)
    expect(draft.card).toMatchObject({ code: 'CARD_NEW', params: { hours: 2 } })
    expect(draft.wanted).toBeUndefined()
    expect(readDraft('20', coin, undefined, NOW).wanted).toBeUndefined()
  })

  test('begins with the card that is asked for, else with one that can be used', () => {
    expect(chosenCard([fresh, old], undefined, NOW)).toBe(old)
    expect(chosenCard([fresh, old], '2', NOW)).toBe(fresh)
    expect(chosenCard([fresh], '9', NOW)).toBe(fresh)
    expect(chosenCard([], undefined, NOW)).toBeUndefined()
  })
})

test.each([
  ['nothing', {}, false],
  ['no verification', { isVerified: false }, true],
  ['no pay password', { hasPayPassword: false }, true],
  ['a pause of all', { isPaused: true }, true],
  ['a hold of the account', { heldUntilMs: NOW }, true],
  ['hours that the customer locked', { nightLockedUntilMs: NOW }, true],
])('what stands against every sale: %s', (_, change, stops) => {
  const free = { isVerified: true, hasPayPassword: true, isPaused: false }
  expect(isSaleStopped({ ...free, heldUntilMs: null, nightLockedUntilMs: null, ...change })).toBe(stops)
})
