import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyCsv, historyList } from '#domain/history/contract.ts'
import * as calls from '#domain/nft/contract.ts'
import { AWAITS_WINNER_MS, PAY_WITHIN_MS } from '#domain/nft/rules.ts'
import { notices } from '#domain/notice/contract.ts'
import { statementEvents } from '#domain/statement/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { addUsableCard } from '#server/testing/cards.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { lendIn } from '#server/testing/loan.ts'
import { type NftFixture, openNftFixture, usdt, type Work } from '#server/testing/nft.ts'
import { testPrivateData } from '#server/testing/products.ts'
import { insertCollection } from './artist-store.ts'
import { artworksOf } from './artwork-store.ts'
import { dueAuctions } from './auction-store.ts'
import { dueOrders } from './order-store.ts'
import { expireOrder } from './orders.ts'
import { partsOf } from './parts.ts'
import { testPictureId } from './testing.ts'

let app: NftFixture
beforeAll(async () => {
  app = await openNftFixture()
})
afterAll(async () => {
  await app.expectConsistent()
  await app.close()
})

const resell = (customer: TestCustomer, { id }: Work, price: string, token = customer.token) =>
  app.call(calls.resellNft, { id: String(id), price }, token)
const kindsTold = async (customer: TestCustomer) => {
  const { data } = await app.call(notices, {}, await app.signIn(customer))
  return (data.items as { kind: string }[]).map(({ kind }) => kind)
}

test('a collection without a cover of its own is shown by its newest artwork', async () => {
  const { artistId } = app
  const draft = { artistId, name: 'Bare', description: 'Without a cover', cover: undefined }
  const { id } = await app.db.transaction().execute((tx) => insertCollection(tx, draft, app.clock.nowMs()))
  const cover = async () => (await app.call(calls.nftCollection, { id: String(id) })).data.cover
  expect(await cover()).toBeNull()
  await app.work({ collectionId: id })
  expect(await cover()).toMatchObject({ kind: 'picture', id: testPictureId })
})

describe('an artwork at a fixed price', () => {
  test('is bought from the platform: paid and handed over at once', async () => {
    const work = await app.offered({ offer: 'fixed' })
    const buyer = await app.customerWith('150')
    const before = await app.funds()
    const { data } = await app.buy(buyer, work)
    expect(data).toMatchObject({
      ...{ kind: 'fixed', status: 'paid', role: 'buyer', price: '100.0000000', fee: '2.5000000' },
      ...{ royalty: '0.0000000', sellerGets: '97.5000000', due: '0.0000000', payByMs: null },
    })
    expect((await app.money(buyer)).funding).toBe(usdt('50'))
    const after = await app.funds()
    expect([after.fees - before.fees, after.proceeds - before.proceeds]).toEqual([usdt('2.5'), usdt('97.5')])
    expect(await app.detail(work, buyer.token)).toMatchObject({
      ...{ holder: 'customer', isOwn: true, offer: 'none', purchase: 'closed', price: null, shares: null },
    })
    const { data: history } = await app.call(calls.nftHistory, { code: work.code }, buyer.token)
    expect(history.items).toMatchObject([
      { kind: 'sale', from: 'platform', to: 'customer', isOwn: true, price: '100.0000000' },
      { kind: 'created', from: null, to: 'platform', price: null },
    ])
    expect((await app.buy(buyer, work)).error).toBe('NFT_NOT_FOR_SALE')
  })

  test('says to who sold it that it was theirs, and to nobody else', async () => {
    const [seller, buyer] = [await app.customerWith('0'), await app.customerWith('150')]
    const work = await app.owned(seller)
    expect((await resell(seller, work, '120')).error).toBeUndefined()
    expect((await app.buy(buyer, work, '120')).error).toBeUndefined()
    const own = async (token?: string) => {
      const { data } = await app.call(calls.nftHistory, { code: work.code }, token)
      const [{ isFromOwn, isOwn }] = data.items
      return { isFromOwn, isOwn }
    }
    expect(await own(seller.token)).toEqual({ isFromOwn: true, isOwn: false })
    expect(await own(buyer.token)).toEqual({ isFromOwn: false, isOwn: true })
    expect(await own()).toEqual({ isFromOwn: false, isOwn: false })
  })

  test('is one of three states on the wire, exact at both ends', async () => {
    const nowMs = app.clock.nowMs()
    const work = await app.offered({ offer: 'fixed', opensAtMs: nowMs + 10_000, endsAtMs: nowMs + 20_000 })
    const buyer = await app.customerWith('100')
    const state = async () => {
      const { body } = await app.call(calls.nftArtwork, { code: work.code })
      return JSON.parse(body).data.state
    }
    expect(await state()).toBe('2')
    app.clock.advance(9_999)
    expect([await state(), (await app.buy(buyer, work)).error]).toEqual(['2', 'NFT_NOT_FOR_SALE'])
    app.clock.advance(1)
    expect(await state()).toBe('1')
    app.clock.advance(9_999)
    expect(await state()).toBe('1')
    app.clock.advance(1)
    expect([await state(), (await app.buy(buyer, work)).error]).toEqual(['0', 'NFT_NOT_FOR_SALE'])
  })

  test('T45, T47: costs what the buyer saw, or is not bought', async () => {
    const work = await app.offered({ offer: 'fixed' })
    const buyer = await app.customerWith('500')
    for (const price of ['99.9999999', '100.0000001', '1'])
      expect([price, (await app.buy(buyer, work, price)).error]).toEqual([price, 'NFT_PRICE_DIFFERS'])
    expect((await app.money(buyer)).funding).toBe(usdt('500'))
    // What the platform sells has one price: who names none buys at that.
    const { error } = await app.call(calls.buyNft, { code: work.code }, buyer.token)
    expect(error).toBeUndefined()
    expect((await app.money(buyer)).funding).toBe(usdt('400'))
  })

  test('T45: is neither bought, bid for nor resold at what is no price, in the specification’s words', async () => {
    const [work, auctioned] = [await app.offered({ offer: 'fixed' }), await app.offered({ offer: 'auction' })]
    const customer = await app.customerWith('500')
    const owned = await app.owned(customer)
    // Neither nothing nor more than a ledger can hold; what is no number is none on the wire.
    for (const price of ['0', '0.0000000', '99999999999999999999'])
      for (const { error, body } of [
        await app.buy(customer, work, price),
        await app.call(calls.bidNft, { code: auctioned.code, price }, customer.token),
        await resell(customer, owned, price),
      ]) {
        expect([price, error]).toEqual([price, 'PRICE_INVALID'])
        expect(JSON.parse(body).message).toBe('Please enter correct price')
      }
  })

  test('is found by its artist under the name that ids have on the wire', async () => {
    const work = await app.offered({ offer: 'fixed' })
    const { data } = await app.call(calls.nftArtwork, { code: work.code })
    const codes = async (artist_id: string) => {
      const { data } = await app.call(calls.nftArtworks, {}, undefined, { extra: { artist_id } })
      return data.items.map(({ code }: { code: string }) => code)
    }
    expect(await codes(data.artist.id)).toContain(work.code)
    expect(await codes('999999')).toEqual([])
  })

  test('T45: is not bought without the money, unverified, or with the seller’s own other account', async () => {
    const owner = await app.customerWith('1')
    const work = await app.owned(owner)
    await resell(owner, work, '100')
    const [poor, unverified] = [await app.customerWith('99'), await app.customerWith('100', 'unverified')]
    expect((await app.buy(poor, work)).error).toBe('INSUFFICIENT_BALANCE')
    expect(await app.buy(unverified, work)).toMatchObject({ error: 'KYC_REQUIRED', type: 998 })
    expect((await app.buy(owner, work)).error).toBe('NFT_IS_YOURS')
    const second = await app.customerWith('100')
    await addUsableCard(app.db, testPrivateData, owner.id, 71)
    await addUsableCard(app.db, testPrivateData, second.id, 71)
    expect((await app.buy(second, work)).error).toBe('NFT_IS_YOURS')
    // A customer’s price can change: it is named.
    const named = await app.call(calls.buyNft, { code: work.code }, poor.token)
    expect(named.error).toBe('PARAMETER_ERROR')
  })

  test('is sold again after 24 hours, with the fee and the artist’s royalty', async () => {
    const { artistId, customer: artist } = await app.artist()
    const work = await app.offered({ offer: 'fixed' }, { artistId, royaltyBps: 1_000, isArtists: true })
    const first = await app.customerWith('100')
    const before = await app.funds()
    // The artist sells: the price is theirs but for the fee, and no royalty beside.
    expect((await app.buy(first, work)).data).toMatchObject({ fee: '2.5000000', royalty: '0.0000000' })
    expect((await app.money(artist)).funding).toBe(usdt('1097.5'))
    expect((await resell(first, work, '200')).error).toBe('NFT_RESALE_TOO_EARLY')
    app.clock.advance(DAY_MS)
    const { data } = await resell(first, work, '200', await app.signIn(first))
    expect(data).toMatchObject({
      ...{ offer: 'fixed', price: '200.0000000', purchase: 'open', endsAtMs: null },
      ...{ feePercent: '2.50', royaltyPercent: '10.00' },
      shares: { fee: '5.0000000', royalty: '20.0000000', seller: '175.0000000' },
    })
    const second = await app.customerWith('200')
    expect((await app.buy(second, work, '200')).error).toBeUndefined()
    expect((await app.money(first)).funding).toBe(usdt('175'))
    expect((await app.money(artist)).funding).toBe(usdt('1117.5'))
    const after = await app.funds()
    expect([after.fees - before.fees, after.proceeds - before.proceeds]).toEqual([usdt('7.5'), 0n])
    // What the seller got less than the price is their fee in the history and its file: the platform's and the artist's.
    const token = await app.signIn(first)
    const { items } = (await app.call(historyList, { product: 'nft' }, token)).data
    expect(items[0]).toMatchObject({ side: 'sell', filled: '200.0000000', fee: '25.0000000' })
    expect((await app.call(historyCsv, { product: 'nft' }, token)).body).toContain('25.0000000')
    expect(await kindsTold(artist)).toEqual(['nft-royalty', 'nft-sold'])
    expect(await kindsTold(first)).toEqual(['nft-sold'])
    const { data: statement } = await app.call(statementEvents, {}, await app.signIn(artist))
    expect(statement.items.map(({ kind, variant }: Record<string, string>) => [kind, variant])).toEqual(
      expect.arrayContaining([
        ['nft', 'sold'],
        ['nft', 'royalty'],
      ]),
    )
  })

  test('T47: is offered at a price, taken back, and is nobody’s to offer but its owner’s', async () => {
    const [owner, other] = [await app.customerWith('0'), await app.customerWith('0')]
    const work = await app.owned(owner)
    for (const price of ['-1', '0', '1e30', '0.5', '10000000.0000001', '99999999999999'])
      expect([price, (await resell(owner, work, price)).error]).toEqual([price, expect.any(String)])
    expect((await resell(other, work, '10')).error).toBe('NFT_NOT_YOURS')
    expect((await resell(owner, work, '10')).data.price).toBe('10.0000000')
    expect((await resell(owner, work, '12')).data.price).toBe('12.0000000')
    const withdraw = (customer: TestCustomer) =>
      app.call(calls.withdrawNft, { id: String(work.id) }, customer.token)
    expect((await withdraw(other)).error).toBe('NFT_NOT_YOURS')
    expect((await withdraw(owner)).data).toMatchObject({ offer: 'none', price: null })
    expect((await withdraw(owner)).error).toBe('NFT_NOT_FOR_SALE')
  })

  test('T44: is bought, whoever sells it, only with what its buyer has beyond what they owe', async () => {
    const owner = await app.customerWith('0')
    const work = await app.owned(owner)
    await resell(owner, work, '100')
    const borrower = await app.customerWith('99.99', 'advanced')
    await lendIn(app, borrower, '500')
    expect((await app.buy(borrower, work, '100')).error).toBe('EQUITY_OWED')
    // What the platform sells pays its artist, and can be sold on below its price.
    const platforms = await app.offered({ offer: 'fixed' })
    expect((await app.buy(borrower, platforms)).error).toBe('EQUITY_OWED')
    await app.give(borrower.id, 'funding', 'USDT', '0.01')
    expect((await app.buy(borrower, platforms)).error).toBeUndefined()
    await app.give(borrower.id, 'funding', 'USDT', '100')
    expect((await app.buy(borrower, work, '100')).error).toBeUndefined()
  })

  test('of a frozen account is shown as closed and not sold, and a frozen account buys nothing', async () => {
    const owner = await app.customerWith('100')
    const work = await app.owned(owner)
    await resell(owner, work, '100')
    const buyer = await app.customerWith('200')
    await app.freeze(owner)
    expect((await app.detail(work)).purchase).toBe('closed')
    expect((await app.buy(buyer, work)).error).toBe('NFT_NOT_FOR_SALE')
    await app.unfreeze(owner)
    await app.freeze(buyer)
    expect((await app.buy(buyer, work)).error).toBe('ACCOUNT_FROZEN')
    await app.unfreeze(buyer)
    await app.exclude(buyer, DAY_MS)
    expect((await app.buy(buyer, work)).error).toBe('NFT_EXCLUDED')
  })
})

describe('an auction', () => {
  test('takes a margin and bids, moves its end for late ones, and gives losers theirs back at once', async () => {
    const work = await app.offered({ offer: 'auction' })
    const [one, two, idle] = [
      await app.customerWith('10'),
      await app.customerWith('100'),
      await app.customerWith('10'),
    ]
    expect((await app.bid(one, work, '100')).error).toBe('NFT_MARGIN_NEEDED')
    await app.join(one, work, '100')
    await app.join(two, work, '105')
    await app.margin(idle, work)
    expect((await app.margin(idle, work)).error).toBe('NFT_MARGIN_PAID')
    expect((await app.bid(two, work, '110')).error).toBe('NFT_LEADING')
    expect((await app.bid(one, work, '109.9999999')).error).toBe('NFT_BID_TOO_LOW')
    expect(await app.money(one)).toEqual({ funding: 0n, margin: usdt('10') })
    const { auction } = await app.detail(work)
    expect(auction).toMatchObject({ bids: 2, bidders: 3, highest: '105.0000000', lowestBid: '110.0000000' })
    // A bid is covered by the margin alone.
    app.clock.advance(2 * HOUR_MS - MINUTE_MS)
    expect((await app.bid(one, work, '110')).error).toBeUndefined()
    const moved = await app.detail(work)
    expect(moved.endsAtMs).toBe(auction.endsAtMs + 2 * MINUTE_MS)
    expect(moved.auction.plannedEndMs).toBe(auction.endsAtMs)
    app.clock.advance(MINUTE_MS)
    await app.settle()
    expect((await app.auctionOf(work)).status).toBe('open')
    expect((await app.bid(two, work, '120')).error).toBeUndefined()
    app.clock.advance(4 * MINUTE_MS)
    await app.settle()
    await app.settle()
    expect((await app.auctionOf(work)).status).toBe('won')
    for (const loser of [one, idle]) {
      expect(await app.money(loser)).toEqual({ funding: usdt('10'), margin: 0n })
      expect(await kindsTold(loser)).toContain('nft-lost')
    }
    expect(await app.money(two)).toEqual({ funding: usdt('90'), margin: usdt('10') })
    const { data: log } = await app.call(calls.nftQuotations, { code: work.code }, one.token)
    expect(
      log.items.map(({ price, bidder, isOwn }: Record<string, unknown>) => [price, bidder, isOwn]),
    ).toEqual([
      ['120.0000000', 2, false],
      ['110.0000000', 1, true],
      ['105.0000000', 2, false],
      ['100.0000000', 1, true],
    ])
  })

  test('is paid within 24 hours: the margin is part of the price', async () => {
    const { artistId, customer: artist } = await app.artist()
    const work = await app.offered({ offer: 'auction' }, { artistId, royaltyBps: 500 })
    const winner = await app.customerWith('100')
    await app.join(winner, work, '100')
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    const { data } = await app.call(calls.unpaidNftOrders, {}, winner.token)
    expect(data).toMatchObject({ unread: 1, items: [{ due: '90.0000000', isRead: false, status: 'unpaid' }] })
    const [{ id, payByMs }] = data.items
    expect(payByMs).toBe(app.clock.nowMs() + PAY_WITHIN_MS)
    expect((await app.call(calls.readNftOrder, { id }, winner.token)).data.isRead).toBe(true)
    const stranger = await app.customerWith('100')
    for (const call of [calls.payNftOrder, calls.readNftOrder, calls.nftOrder])
      expect((await app.call(call, { id }, stranger.token)).error).toBe('ORDER_NOT_FOUND')
    expect((await app.call(calls.payNftOrder, { id }, winner.token)).data).toMatchObject({ status: 'paid' })
    expect((await app.call(calls.payNftOrder, { id }, winner.token)).error).toBe('NFT_ORDER_ENDED')
    expect(await app.money(winner)).toEqual({ funding: 0n, margin: 0n })
    // The platform sells, so the artist gets a royalty.
    expect((await app.money(artist)).funding).toBe(usdt('1005'))
    expect(await app.detail(work, winner.token)).toMatchObject({ isOwn: true, offer: 'none' })
  })

  test.each([true, false])(
    'T44: takes no margin or payment of what is owed; its artist sells: %s',
    async (isArtists) => {
      const { artistId } = await app.artist()
      const offered = () => app.offered({ offer: 'auction' }, { artistId, isArtists })
      const work = await offered()
      const borrower = await app.customerWith('9.99', 'advanced')
      await lendIn(app, borrower, '500')
      expect((await app.margin(borrower, work)).error).toBe('EQUITY_OWED')
      await app.give(borrower.id, 'funding', 'USDT', '0.01')
      await app.join(borrower, work, '100')
      // A margin that may be forfeited does not cover the next.
      expect((await app.margin(borrower, await offered())).error).toBe('EQUITY_OWED')
      app.clock.advance(2 * HOUR_MS)
      await app.settle()
      const { id } = await app.orderOf(work)
      const pay = async () => (await app.call(calls.payNftOrder, { id }, borrower.token)).error
      expect(await pay()).toBe('EQUITY_OWED')
      await app.give(borrower.id, 'funding', 'USDT', '89.99')
      expect(await pay()).toBe('EQUITY_OWED')
      await app.give(borrower.id, 'funding', 'USDT', '0.01')
      expect(await pay()).toBeUndefined()
    },
  )

  test('T48: that its winner does not pay costs the margin, which is the seller’s, all of it', async () => {
    const { artistId, customer: artist } = await app.artist()
    const work = await app.offered({ offer: 'auction' }, { artistId, isArtists: true })
    const winner = await app.customerWith('100')
    await app.join(winner, work, '100')
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    const { id } = await app.orderOf(work)
    app.clock.advance(PAY_WITHIN_MS - 1)
    await app.settle()
    // Nor is it ended by whoever asks too early, as a run of the job whose list is old.
    const early = { id: BigInt(id), artwork_id: work.id }
    await app.db.transaction().execute((tx) => expireOrder(tx, early, app.clock.nowMs()))
    expect((await app.orderOf(work)).status).toBe('unpaid')
    app.clock.advance(1)
    const late = await app.call(calls.payNftOrder, { id }, await app.signIn(winner))
    expect(late.error).toBe('NFT_ORDER_ENDED')
    await app.settle()
    expect((await app.orderOf(work)).status).toBe('forfeited')
    expect(await app.money(winner)).toEqual({ funding: usdt('90'), margin: 0n })
    expect((await app.money(artist)).funding).toBe(usdt('1010'))
    expect(await app.detail(work)).toMatchObject({ holder: 'artist', offer: 'none' })
    expect(await kindsTold(artist)).toEqual(['nft-forfeited'])
  })

  test('T45: is paid by its winner, and read by both sides alone', async () => {
    const { artistId, customer: artist } = await app.artist()
    const work = await app.offered({ offer: 'auction' }, { artistId, isArtists: true })
    const [winner, stranger] = [await app.customerWith('1000'), await app.customerWith('1000')]
    await app.join(winner, work, '100')
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    const { id } = await app.orderOf(work)
    const before = await app.money(winner)
    for (const customer of [artist, stranger])
      for (const call of [calls.payNftOrder, calls.readNftOrder])
        expect((await app.call(call, { id }, customer.token)).error).toBe('ORDER_NOT_FOUND')
    expect(await app.money(winner)).toEqual(before)
    expect((await app.call(calls.nftOrder, { id }, artist.token)).data).toMatchObject({ role: 'seller' })
    expect((await app.call(calls.nftOrder, { id }, stranger.token)).error).toBe('ORDER_NOT_FOUND')
  })

  test('T45: takes no bid of its seller or artist, nor of another account of theirs', async () => {
    const { artistId, customer: artist } = await app.artist()
    for (const isArtists of [true, false]) {
      const work = await app.offered({ offer: 'auction' }, { artistId, isArtists })
      expect((await app.margin(artist, work)).error).toBe('NFT_IS_YOURS')
      const n = isArtists ? 81 : 82
      const second = await app.customerWith('100')
      await addUsableCard(app.db, testPrivateData, artist.id, n)
      await addUsableCard(app.db, testPrivateData, second.id, n)
      expect((await app.margin(second, work)).error).toBe('NFT_IS_YOURS')
    }
  })

  test('without a bid is unsold, and margins that were paid come back', async () => {
    const work = await app.offered({ offer: 'auction' })
    const customer = await app.customerWith('10')
    await app.margin(customer, work)
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    expect((await app.auctionOf(work)).status).toBe('unsold')
    expect(await app.money(customer)).toEqual({ funding: usdt('10'), margin: 0n })
    expect(await app.detail(work)).toMatchObject({ offer: 'none', holder: 'platform' })
  })

  test('whose seller is frozen at its end is cancelled, and all margins go back with a notice', async () => {
    const { artistId, customer: artist } = await app.artist()
    const work = await app.offered({ offer: 'auction' }, { artistId, isArtists: true })
    const bidders = [await app.customerWith('10'), await app.customerWith('10')]
    await app.join(bidders[0]!, work, '100')
    await app.join(bidders[1]!, work, '105')
    await app.freeze(artist)
    expect((await app.bid(bidders[0]!, work, '110')).error).toBe('NFT_NOT_FOR_SALE')
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    expect(await app.auctionOf(work)).toMatchObject({ status: 'cancelled', cancelled: 'seller' })
    for (const bidder of bidders) {
      expect(await app.money(bidder)).toEqual({ funding: usdt('10'), margin: 0n })
      expect(await kindsTold(bidder)).toContain('nft-cancelled')
    }
    expect(await kindsTold(artist)).toEqual(['nft-cancelled-sale'])
  })

  test('waits for a highest bidder who is frozen until that is lifted; the job does not look at it meanwhile', async () => {
    const work = await app.offered({ offer: 'auction' })
    const [winner, loser] = [await app.customerWith('105'), await app.customerWith('10')]
    await app.join(loser, work, '100')
    await app.join(winner, work, '105')
    await app.freeze(winner)
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    const { id, status } = await app.auctionOf(work)
    expect(status).toBe('awaiting')
    expect(await app.money(loser)).toEqual({ funding: usdt('10'), margin: 0n })
    app.clock.advance(DAY_MS)
    expect(await dueAuctions(app.db, app.clock.nowMs(), 100)).not.toContain(id)
    await app.unfreeze(winner)
    expect(await dueAuctions(app.db, app.clock.nowMs(), 100)).toContain(id)
    await app.settle()
    expect((await app.auctionOf(work)).status).toBe('won')
    const order = await app.orderOf(work)
    const token = await app.signIn(winner)
    expect((await app.call(calls.payNftOrder, { id: order.id }, token)).data.status).toBe('paid')
  })

  test('T48: costs a highest bidder the margin who stays frozen, or has excluded themselves', async () => {
    const { artistId, customer: artist } = await app.artist()
    const auction = () => app.offered({ offer: 'auction' }, { artistId, isArtists: true })
    const [first, second] = [await auction(), await auction()]
    const [frozen, excluded] = [await app.customerWith('10'), await app.customerWith('10')]
    await app.join(frozen, first, '100')
    await app.join(excluded, second, '100')
    await app.freeze(frozen)
    await app.exclude(excluded, DAY_MS)
    expect((await app.bid(excluded, first, '105')).error).toBe('NFT_EXCLUDED')
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    expect([(await app.auctionOf(second)).status, (await app.orderOf(second)).status]).toEqual([
      'won',
      'forfeited',
    ])
    expect(await app.detail(second)).toMatchObject({ holder: 'artist', offer: 'none' })
    expect((await app.money(artist)).funding).toBe(usdt('1010'))
    app.clock.advance(AWAITS_WINNER_MS - 1)
    await app.settle()
    expect((await app.auctionOf(first)).status).toBe('awaiting')
    app.clock.advance(1)
    await app.settle()
    expect((await app.orderOf(first)).status).toBe('forfeited')
    expect((await app.money(artist)).funding).toBe(usdt('1020'))
    for (const customer of [frozen, excluded]) {
      expect(await app.money(customer)).toEqual({ funding: 0n, margin: 0n })
      const { data } = await app.call(notices, {}, await app.signIn(customer))
      expect(data.items).toMatchObject([
        { kind: 'nft-forfeited', title: expect.stringMatching(/could not buy/) },
      ])
    }
  })

  test('T48: costs a winner the margin whom a freeze or an exclusion of their own keeps from paying', async () => {
    const [frozen, excluded] = [await app.customerWith('100'), await app.customerWith('100')]
    const works: Work[] = []
    for (const winner of [frozen, excluded]) {
      const work = await app.offered({ offer: 'auction' })
      await app.join(winner, work, '100')
      works.push(work)
    }
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    await app.freeze(frozen)
    await app.exclude(excluded, 2 * DAY_MS)
    app.clock.advance(PAY_WITHIN_MS)
    await app.settle()
    const statuses = async () => Promise.all(works.map(async (work) => (await app.orderOf(work)).status))
    expect(await statuses()).toEqual(['unpaid', 'forfeited'])
    app.clock.advance(AWAITS_WINNER_MS)
    await app.settle()
    expect(await statuses()).toEqual(['forfeited', 'forfeited'])
    for (const winner of [frozen, excluded])
      expect(await app.money(winner)).toEqual({ funding: usdt('90'), margin: 0n })
  })

  test('gives a winner whose account was frozen a day from the lifting of that, and three at most', async () => {
    const work = await app.offered({ offer: 'auction' })
    const winner = await app.customerWith('100')
    await app.join(winner, work, '100')
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    const { id } = await app.orderOf(work)
    await app.freeze(winner)
    app.clock.advance(PAY_WITHIN_MS)
    await app.settle()
    expect((await app.orderOf(work)).status).toBe('unpaid')
    const due = async () => (await dueOrders(app.db, app.clock.nowMs(), 100)).map((order) => String(order.id))
    expect(await due()).not.toContain(id)
    await app.unfreeze(winner)
    const liftedMs = app.clock.nowMs()
    const { data } = await app.call(calls.nftOrder, { id }, await app.signIn(winner))
    expect(data.payByMs).toBe(liftedMs + PAY_WITHIN_MS)
    app.clock.advance(PAY_WITHIN_MS - 1)
    await app.settle()
    expect((await app.orderOf(work)).status).toBe('unpaid')
    app.clock.advance(1)
    await app.settle()
    expect((await app.orderOf(work)).status).toBe('forfeited')
  })

  test('T48: takes no margin of who excluded themselves before the ends of two auctions that they led', async () => {
    const works = [await app.offered({ offer: 'auction' }), await app.offered({ offer: 'auction' })]
    const customer = await app.customerWith('30')
    for (const work of works) await app.join(customer, work, '100')
    await app.exclude(customer, DAY_MS)
    app.clock.advance(2 * HOUR_MS)
    await app.settle()
    expect(await app.money(customer)).toEqual({ funding: usdt('10'), margin: 0n })
    app.clock.advance(DAY_MS)
    const work = await app.offered({ offer: 'auction' })
    const again = { ...customer, token: await app.signIn(customer) }
    expect((await app.margin(again, work)).error).toBe('NFT_TOO_MANY_UNPAID')
  })

  test('takes no margin of who let two auctions that they won end unpaid', async () => {
    const customer = await app.customerWith('100')
    for (let n = 0; n < 2; n++) {
      const work = await app.offered({ offer: 'auction' })
      await app.join(customer, work, '100')
      app.clock.advance(2 * HOUR_MS)
      await app.settle()
      app.clock.advance(PAY_WITHIN_MS)
      await app.settle()
    }
    const work = await app.offered({ offer: 'auction' })
    expect((await app.margin({ ...customer, token: await app.signIn(customer) }, work)).error).toBe(
      'NFT_TOO_MANY_UNPAID',
    )
  })
})

test('favourites are marked, listed and unmarked', async () => {
  const work = await app.work()
  const customer = await app.customerWith('0')
  const mark = (on?: string) =>
    app.call(calls.collectNft, { code: work.code, ...(on !== undefined && { on }) }, customer.token)
  expect((await mark()).data).toEqual({ isFavourite: true, favourites: 1 })
  const { data } = await app.call(calls.nftFavourites, {}, customer.token)
  expect(data.items).toMatchObject([{ code: work.code, isFavourite: true }])
  expect((await mark('1')).data).toEqual({ isFavourite: true, favourites: 1 })
  expect((await mark()).data).toEqual({ isFavourite: false, favourites: 0 })
  expect((await mark('0')).data).toEqual({ isFavourite: false, favourites: 0 })
})

test('reads answer GET and POST, and what changes something answers POST alone', async () => {
  const work = await app.work()
  const customer = await app.customerWith('0')
  const ask = (method: 'GET' | 'POST', path: string, token?: string) =>
    app.app.inject({
      ...{ method, url: `/api${path}?code=${work.code}` },
      headers: token ? { authorization: token } : {},
    })
  for (const method of ['GET', 'POST'] as const)
    expect((await ask(method, '/bind_box/getArtworkDetail')).json().data.code).toBe(work.code)
  expect((await ask('GET', '/bind_box/buyNFT')).json()).toMatchObject({ error: 'SESSION_EXPIRED' })
  expect((await ask('GET', '/bind_box/buyNFT', customer.token)).json()).toMatchObject({
    error: 'METHOD_NOT_ALLOWED',
  })
})

test('what a list names costs the same queries, however many artworks it has', async () => {
  const customer = await app.customerWith('0')
  const counted = countQueries(app.db)
  const queries = () =>
    counted.during(async () => {
      const slice = { after: undefined, offset: 0, limit: 100 }
      await partsOf(counted.db, await artworksOf(counted.db, customer.id, slice), customer.id)
    })
  await app.owned(customer)
  const few = await queries()
  for (let n = 0; n < 6; n++) await app.owned(customer)
  expect(few).toBeGreaterThan(3)
  expect(await queries()).toBe(few)
})
