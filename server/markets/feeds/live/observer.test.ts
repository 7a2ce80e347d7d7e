import { expect, it } from 'vitest'
import { findInstrument } from '#domain/market/instruments.ts'
import { observe } from './observer.ts'
import { createVenueBook } from './venue-book.ts'

const instrument = findInstrument('BTC-USDT') ?? expect.fail()

it('hears a venue again whose clock went ahead for one message', () => {
  const heard: number[] = []
  const observer = observe({ venueSymbol: 'BTCUSDT', instrument }, 'binance', ({ sourceAtMs }) =>
    heard.push(sourceAtMs),
  )
  const book = createVenueBook()
  book.setBid('17777.99', '1')
  book.setAsk('17778.01', '1')
  for (const atMs of [1_000, 36_001_000, 2_000, 2_100, 3_000]) observer.book(book, atMs)
  expect(heard).toEqual([1_000, 36_001_000, 2_000, 3_000])
})
