import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#domain/nft/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { type NftFixture, openNftFixture, usdt } from '#server/testing/nft.ts'
import { drawSketch } from './sample-pictures.ts'
import { seedNft } from './seed.ts'

/** What a demonstration begins with can be bought and bid for. */

let app: NftFixture
beforeAll(async () => {
  app = await openNftFixture()
  const { db, clock, media } = app
  await db.transaction().execute((tx) => seedNft(tx, { nowMs: clock.nowMs(), media }))
})
afterAll(() => app?.close())

interface Listed {
  readonly code: string
  readonly title: string
  readonly price: string
  readonly purchase: string
  readonly media: { readonly id: string }
  readonly artist: { readonly name: string }
  readonly endsAtMs: number | null
}
const listed = async (offer: 'fixed' | 'auction') =>
  ((await app.call(calls.nftArtworks, { offer, limit: '48' })).data as { items: Listed[] }).items

test('artworks of two artists are on sale, each with a picture of its own that is there', async () => {
  const works = [...(await listed('fixed')), ...(await listed('auction'))]
  expect(new Set(works.map(({ artist }) => artist.name))).toEqual(new Set(['Mira Oduya', 'Tomas Lind']))
  // Works of one run share their picture.
  const titles = new Set(works.map(({ title }) => title))
  const pictures = new Set(works.map(({ media }) => media.id))
  expect(titles.size).toBe(8)
  expect(pictures.size).toBe(titles.size)
  for (const id of pictures) expect(await app.media.has(id)).toBe(true)
  expect(works.every(({ purchase }) => purchase === 'open')).toBe(true)
  const { items: artists } = (await app.call(calls.nftArtists)).data as {
    items: { name: string; portrait: { id: string } | null }[]
  }
  for (const name of ['Mira Oduya', 'Tomas Lind']) {
    const { portrait } = artists.find((artist) => artist.name === name)!
    expect(await app.media.has(portrait!.id)).toBe(true)
  }
})

test('a customer with the money of the demonstration buys each of them, one after the other', async () => {
  const customer = await app.customerWith('6250')
  const works = await listed('fixed')
  let paid = 0n
  for (const { code, price } of works) {
    const { error } = await app.call(calls.buyNft, { code, price }, customer.token)
    expect(error, code).toBeUndefined()
    paid += usdt(price)
  }
  expect((await app.money(customer)).funding).toBe(usdt('6250') - paid)
  expect(await listed('fixed')).toEqual([])
  await app.expectConsistent()
})

test('two customers bid for the one in the auction, which runs for a week', async () => {
  const [work, ...others] = await listed('auction')
  expect(others).toEqual([])
  expect(work!.endsAtMs! - app.clock.nowMs()).toBe(7 * DAY_MS)
  for (const price of ['300', '315']) {
    const customer = await app.customerWith('1000')
    for (const [call, input] of [
      [calls.payNftMargin, { code: work!.code }],
      [calls.bidNft, { code: work!.code, price }],
    ] as const) {
      const { error } = await app.call(call, input, customer.token)
      expect(error).toBeUndefined()
    }
  }
  await app.expectConsistent()
})

test('the same sketch is the same picture, and another is another', () => {
  const sketch = (seed: number) =>
    drawSketch({
      ...{ kind: 'tiles', across: 3, seed },
      colors: [
        [0, 0, 0],
        [200, 90, 60],
        [250, 250, 250],
      ],
    })
  expect(sketch(1)).toEqual(sketch(1))
  expect(sketch(1)).not.toEqual(sketch(2))
})
