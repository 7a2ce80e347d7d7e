import { expect, test } from 'vitest'
import { createLivePrices } from './live-prices.ts'

interface Quote {
  symbol: string
  last: string
}

/** A store whose frames are stepped by hand. */
function stepped() {
  const frames: (() => void)[] = []
  const store = createLivePrices<Quote>((run) => frames.push(run))
  return { store, frames, frame: () => frames.splice(0).forEach((run) => void run()) }
}

test('all ticks between two frames become one update with the last price', () => {
  const { store, frames, frame } = stepped()
  const seen: (string | undefined)[] = []
  store.subscribe('BTC-USDT', () => seen.push(store.get('BTC-USDT')?.last))
  for (const last of ['1', '2', '3']) store.take([{ symbol: 'BTC-USDT', last }])
  expect(frames).toHaveLength(1)
  expect(store.get('BTC-USDT')).toBeUndefined()
  frame()
  expect(seen).toEqual(['3'])
})

test('only listeners of a symbol that changed are told', () => {
  const { store, frame } = stepped()
  const told: string[] = []
  store.subscribe('BTC-USDT', () => told.push('BTC'))
  store.subscribe('ETH-USDT', () => told.push('ETH'))
  store.take([{ symbol: 'ETH-USDT', last: '1' }])
  frame()
  expect(told).toEqual(['ETH'])
})

test('nobody is told after leaving', () => {
  const { store, frame } = stepped()
  let told = 0
  const leave = store.subscribe('BTC-USDT', () => told++)
  leave()
  store.take([{ symbol: 'BTC-USDT', last: '1' }])
  frame()
  expect(told).toBe(0)
})

test('the first quotes are there at once', () => {
  const { store, frames } = stepped()
  store.begin([{ symbol: 'BTC-USDT', last: '1' }])
  expect(store.get('BTC-USDT')?.last).toBe('1')
  expect(frames).toHaveLength(0)
})

test('an empty batch asks for no frame', () => {
  const { store, frames } = stepped()
  store.take([])
  expect(frames).toHaveLength(0)
})

test('first quotes that come late are told to who is drawn already, and take nothing back', () => {
  const { store, frame } = stepped()
  store.take([{ symbol: 'ETH-USDT', last: '2' }])
  const told: (string | undefined)[] = []
  store.subscribe('BTC-USDT', () => told.push(store.get('BTC-USDT')?.last))
  store.begin([
    { symbol: 'BTC-USDT', last: '1' },
    { symbol: 'ETH-USDT', last: '1' },
  ])
  frame()
  expect(told).toEqual(['1'])
  expect(store.get('ETH-USDT')?.last).toBe('2')
})

test('what does not replace the quote that is known, shown or not yet, is left out', () => {
  const frames: (() => void)[] = []
  const store = createLivePrices<Quote>(
    (run) => frames.push(run),
    (quote, known) => quote.last >= known.last,
  )
  const take = (last: string) => store.take([{ symbol: 'BTC-USDT', last }])
  take('2')
  take('1')
  frames.splice(0).forEach((run) => void run())
  expect(store.get('BTC-USDT')?.last).toBe('2')
  take('1')
  expect(frames).toHaveLength(0)
  take('3')
  frames.splice(0).forEach((run) => void run())
  expect(store.get('BTC-USDT')?.last).toBe('3')
})
