import { expect, test } from 'vitest'
import { keepTicket, keptTicket } from './kept-ticket.ts'
import { freshTicket } from './ticket.ts'
import { openedTicket } from './use-spot-ticket.ts'

const typed = { ...freshTicket, side: 'sell', limitPrice: '17100', quantity: '0.0123' } as const
const opened = (query: string) => openedTicket(new URLSearchParams(query), keptTicket('BTC-USDT', 'one'))

test('a ticket is there again as it was left, for the same instrument and customer alone', () => {
  keepTicket('BTC-USDT', typed, 'one')
  expect(keptTicket('BTC-USDT', 'one')).toEqual(typed)
  expect(keptTicket('ETH-USDT', 'one')).toBeUndefined()
  expect(keptTicket('BTC-USDT', 'other')).toBeUndefined()
  expect(keptTicket('BTC-USDT', undefined)).toBeUndefined()
  keepTicket('ETH-USDT', freshTicket, 'other')
  expect(keptTicket('BTC-USDT', 'other')).toBeUndefined()
  expect(keptTicket('BTC-USDT', 'one')).toBeUndefined()
})

test('what a URL asks for goes before what was left, and the rest stays', () => {
  keepTicket('BTC-USDT', typed, 'one')
  expect(opened('symbol=BTC-USDT')).toEqual(typed)
  expect(opened('side=buy')).toEqual({ ...typed, side: 'buy' })
  expect(opened('price=17000.5')).toEqual({ ...typed, limitPrice: '17000.5' })
  expect(opened('price=no')).toEqual(typed)
  expect(openedTicket(new URLSearchParams('side=sell'))).toEqual({ ...freshTicket, side: 'sell' })
})
