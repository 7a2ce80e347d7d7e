import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { quotesFlat } from '#domain/market/contract.ts'
import { login, profile } from '#domain/user/contract.ts'
import { compress, isCompressible } from './compress.ts'

const long = {
  list: Array.from({ length: 200 }, (_, row) => ({ symbol: `C${row}-USDT`, lastPrice: '1.00' })),
}

function app() {
  const made = Fastify()
  made.addHook('onSend', compress)
  made.get('/long', async () => long)
  made.get('/short', async () => ({ type: 1 }))
  return made
}

test('a long answer is compressed for whoever accepts that, and reads the same', async () => {
  const answer = await app().inject({ url: '/long', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(answer.headers.vary).toBe('accept-encoding')
  expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 4)
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(long)
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
})

test('nobody gets what they did not ask for, and a short answer stays as it is', async () => {
  const plain = await app().inject({ url: '/long' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.json()).toEqual(long)
  const short = await app().inject({ url: '/short', headers: { 'accept-encoding': 'gzip' } })
  expect(short.headers['content-encoding']).toBeUndefined()
})

test('only what everybody may read is compressed: no token, no customer’s own data', () => {
  expect(isCompressible(quotesFlat)).toBe(true)
  expect(isCompressible(login)).toBe(false)
  expect(isCompressible(profile)).toBe(false)
})
