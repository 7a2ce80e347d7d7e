import { expect, test } from 'vitest'
import { readAddress } from './addresses.ts'

const LISTEN_KEY = 'k'.repeat(43)
const plain = { kind: 'streams', market: 'spot', isCombined: false, names: [], listenKey: undefined }

test.each([
  ['/exchange/ws', {}],
  ['/exchange/ws/', {}],
  ['/exchange/ws/7', {}],
  ['/exchange/ws/btcusdt@trade', { names: ['btcusdt@trade'] }],
  ['/exchange/ws/btcusdt@trade/ethusdt@depth', { names: ['btcusdt@trade', 'ethusdt@depth'] }],
  ['/exchange/ws/btcusdt%40trade', { names: ['btcusdt@trade'] }],
  [
    '/exchange/stream?streams=btcusdt@trade/!ticker@arr',
    { isCombined: true, names: ['btcusdt@trade', '!ticker@arr'] },
  ],
  ['/exchange/stream', { isCombined: true }],
  ['/exchange/stream/ws/3', {}],
  ['/exchange/contract/ws', { market: 'contract' }],
  ['/exchange/contract/public/ws/0', { market: 'contract' }],
  [
    '/exchange/contract/market/stream?streams=btcusdt@ticker',
    { market: 'contract', isCombined: true, names: ['btcusdt@ticker'] },
  ],
  [`/exchange/contract/private/ws?listenKey=${LISTEN_KEY}`, { market: 'contract', listenKey: LISTEN_KEY }],
  [`/exchange/ws/${LISTEN_KEY}`, { listenKey: LISTEN_KEY }],
  ['/exchange/ws?listenKey=x', { listenKey: 'x' }],
  ['/exchange/ws/customer:1', { names: ['customer:1'] }],
])('%s is an address of streams', (url, address) => {
  expect(readAddress(url)).toEqual({ ...plain, ...address })
})

test('requests have an address of their own', () => {
  expect(readAddress('/exchange/ws-api/v3')).toEqual({ kind: 'requests' })
})

test.each([
  ...['', '/', '/socket.io/?EIO=4', '/exchange', '/exchange/', '/exchange/wss', '/exchange/ws-api/v4'],
  ...[
    '/exchange/option/ws',
    '/exchange/ws/%',
    '/exchange/contract/other/ws',
    '/EXCHANGE/ws',
    '/exchange/../exchange/ws',
  ],
  `/exchange/ws/${'a/'.repeat(2_000)}`,
])('%j is none', (url) => {
  expect(readAddress(url)).toBeUndefined()
})
