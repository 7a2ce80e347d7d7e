import { expect, test } from 'vitest'
import { readEnvelope } from './envelope.ts'

test.each([
  ['our own envelope', 200, { type: 1, code: 1, message: [1], data: [1] }],
  ['type ok', 200, { type: 'ok', message: [1] }],
  ['code 1', 200, { code: 1, data: [1] }],
  ['HTTP 200 and type 1', 200, { type: 1, data: [1] }],
])('%s is a success', (_, status, body) =>
  expect(readEnvelope(status, body)).toEqual({ ok: true, data: [1] }),
)

test('null is data, not a missing field', () =>
  expect(readEnvelope(200, { type: 1, code: 1, message: 'x', data: null })).toEqual({ ok: true, data: null }))

test('type 1 without HTTP 200 is no success', () =>
  expect(readEnvelope(500, { type: 1, message: 'x' })).toMatchObject({ ok: false }))

test.each([
  [999, 'SESSION_EXPIRED'],
  [998, 'KYC_REQUIRED'],
  [0, 'INSUFFICIENT_BALANCE'],
])('type %i is the refusal %s with the server’s words', (type, error) =>
  expect(readEnvelope(200, { type, code: 0, message: 'words', error })).toEqual({
    ok: false,
    type,
    code: error,
    message: 'words',
  }),
)

test.each([[undefined], ['<html>'], [null], [{}]])('%j is an answer we cannot read', (body) =>
  expect(readEnvelope(502, body)).toMatchObject({ ok: false, type: 0, code: 'BAD_ANSWER' }),
)
