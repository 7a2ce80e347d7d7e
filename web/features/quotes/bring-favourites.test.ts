import { afterEach, expect, test } from 'vitest'
import { signIn, signOut, useClient } from '#web/app/client-state.ts'
import { suggestedFavourites } from '#web/app/visitor-choices.ts'
import { bringFavourites } from './bring-favourites.ts'

/** A server's watchlist, newest first; what is there already stays where it is. */
function watchlistOf(symbols: readonly string[], refuses: readonly string[] = []) {
  const list = [...symbols]
  return {
    list,
    async add(symbol: string) {
      if (refuses.includes(symbol)) throw new Error('lost')
      if (!list.includes(symbol)) list.unshift(symbol)
    },
  }
}

const onDevice = () => useClient.getState().favourites
const visitorWith = (favourites: readonly string[]) => {
  useClient.setState({ favourites })
  signIn('token', { uid: '7', name: 'Ana' })
}

afterEach(() => {
  signOut()
  useClient.setState({ favourites: suggestedFavourites })
})

test('a visitor’s favourites come before a customer’s own, in their order, none twice', async () => {
  visitorWith(['SOL-USDT', 'BTC-USDT', 'AAPL'])
  const { list, add } = watchlistOf(['XAU-USD', 'BTC-USDT'])
  expect(await bringFavourites('7', add)).toBe(3)
  expect(list).toEqual(['SOL-USDT', 'AAPL', 'XAU-USD', 'BTC-USDT'])
})

test('what was sent leaves the device, which makes its suggestions again; the next time sends nothing', async () => {
  visitorWith(['SOL-USDT', 'AAPL'])
  const { add } = watchlistOf([])
  await bringFavourites('7', add)
  expect(onDevice()).toEqual(suggestedFavourites)
  expect(await bringFavourites('7', add)).toBe(0)
})

test('what could not be sent stays, and goes along the next time', async () => {
  visitorWith(['SOL-USDT', 'BTC-USDT', 'AAPL'])
  const { list, add } = watchlistOf(['XAU-USD'], ['SOL-USDT', 'BTC-USDT'])
  expect(await bringFavourites('7', add)).toBe(1)
  expect(list).toEqual(['AAPL', 'XAU-USD'])
  expect(onDevice()).toEqual(['SOL-USDT', 'BTC-USDT'])

  const later = watchlistOf(list)
  expect(await bringFavourites('7', later.add)).toBe(2)
  expect(later.list).toEqual(['SOL-USDT', 'BTC-USDT', 'AAPL', 'XAU-USD'])
})

test('suggestions that nobody changed are nobody’s choice', async () => {
  visitorWith(suggestedFavourites)
  expect(await bringFavourites('7', watchlistOf([]).add)).toBe(0)
})

test('a visitor who took every star away brings nothing, and keeps none', async () => {
  visitorWith([])
  expect(await bringFavourites('7', watchlistOf([]).add)).toBe(0)
  expect(onDevice()).toEqual([])
})

test('without a customer nothing is sent, and nothing more once they have left', async () => {
  useClient.setState({ favourites: ['SOL-USDT', 'AAPL'] })
  const { list, add } = watchlistOf([])
  expect(await bringFavourites('7', add)).toBe(0)

  visitorWith(['SOL-USDT', 'AAPL'])
  await bringFavourites('7', async (symbol) => {
    await add(symbol)
    signOut()
  })
  expect(list).toEqual(['AAPL'])
  expect(onDevice()).toEqual(['SOL-USDT'])
})
