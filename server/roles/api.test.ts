import { expect, test } from 'vitest'
import { refusal } from '#domain/errors.ts'
import { spotDepth, spotTrade } from '#domain/spot/contract.ts'
import type { Context } from '#server/platform/http/context.ts'
import { NothingDone } from '#server/platform/http/envelope.ts'
import { forwarded } from './api.ts'

/** What an api answers when nobody knows what came of a call (docs/decisions/0035). */

const contextWith = (idempotencyKey: string | undefined) => ({ idempotencyKey }) as Context
const late = () => Promise.reject(refusal('OUTCOME_UNKNOWN'))
const unsent = () => Promise.resolve({ refused: 'OUTCOME_UNKNOWN', params: {} })

test.each([
  ['no answer came in time', late],
  ['the answer could not be sent', unsent],
])('%s: with a key the call may come again, without one its outcome is unknown', async (_, ask) => {
  const answered = (key: string | undefined, endpoint: Parameters<typeof forwarded>[0] = spotTrade) =>
    Promise.resolve(forwarded(endpoint, ask).handle({}, contextWith(key)))
  await expect(answered('k')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect(answered(undefined)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  // A key that the call does not take tells nothing.
  await expect(answered('k', spotDepth)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
})

test('where nothing was done, without a key too, the call may come again', async () => {
  const ask = () => Promise.resolve({ refused: 'SERVICE_UNAVAILABLE', params: {}, isUndone: true })
  const answered = Promise.resolve(forwarded(spotTrade, ask).handle({}, contextWith(undefined)))
  await expect(answered).rejects.toBeInstanceOf(NothingDone)
})

test('what was refused for what it is stays so', async () => {
  const ask = () => Promise.resolve({ refused: 'INSUFFICIENT_BALANCE', params: {} })
  const answered = Promise.resolve(forwarded(spotTrade, ask).handle({}, contextWith('k')))
  await expect(answered).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
})
