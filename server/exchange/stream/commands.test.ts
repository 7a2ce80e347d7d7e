import { expect, test } from 'vitest'
import { readCommand } from './commands.ts'

const json = (value: unknown) => readCommand(JSON.stringify(value))

test.each([
  [
    { method: 'SUBSCRIBE', params: ['a', 'b'], id: 1 },
    { kind: 'subscribe', names: ['a', 'b'], id: 1 },
  ],
  [
    { method: 'UNSUBSCRIBE', params: [], id: 'x' },
    { kind: 'unsubscribe', names: [], id: 'x' },
  ],
  [{ method: 'LIST_SUBSCRIPTIONS' }, { kind: 'list', id: null }],
  [
    { method: 'LIST_SUBSCRIPTIONS', id: 0 },
    { kind: 'list', id: 0 },
  ],
  [
    { method: 'SET_PROPERTY', params: ['combined', true], id: 5 },
    { kind: 'set-combined', isCombined: true, id: 5 },
  ],
  [
    { method: 'GET_PROPERTY', params: ['combined'], id: 5 },
    { kind: 'get-combined', id: 5 },
  ],
])('%j is a command', (sent, command) => {
  expect(json(sent)).toEqual(command)
})

test.each([
  ...[
    { method: 'SUBSCRIBE', id: 1 },
    { method: 'SUBSCRIBE', params: 'a', id: 1 },
  ],
  ...[
    { method: 'SUBSCRIBE', params: [1], id: 1 },
    { method: 'SUBSCRIBE', params: { 0: 'a' }, id: 1 },
  ],
  ...[
    { method: 'subscribe', params: ['a'], id: 1 },
    { method: 'SET_PROPERTY', params: ['combined', 'yes'], id: 1 },
  ],
  ...[{ method: '__proto__', id: 1 }, { id: 1 }, { method: ['SUBSCRIBE'], params: [], id: 1 }],
])('%j is refused under its id', (sent) => {
  expect(json(sent)).toEqual({ error: { code: 2, msg: expect.any(String) }, id: 1 })
})

test.each(['', '{', 'null', '1', '[]', '"SUBSCRIBE"', '\u0000'])('%j is no object', (text) => {
  expect(readCommand(text)).toEqual({ error: { code: 3, msg: expect.any(String) } })
})

test.each([-1, 0.5, 2 ** 60, {}, [], true, 'x'.repeat(65)])('%j is no id', (id) => {
  expect(json({ method: 'LIST_SUBSCRIPTIONS', id })).toEqual({ error: { code: 2, msg: expect.any(String) } })
})
