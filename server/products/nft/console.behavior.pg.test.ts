import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '#domain/nft/contract.ts'
import { MAX_PICTURE_BYTES } from '#domain/nft/rules.ts'
import { notices } from '#domain/notice/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, utcMinute } from '#domain/time.ts'
import { openTestConsole, type Person } from '#server/testing/console.ts'
import { sendFile } from '#server/testing/http.ts'
import { type NftFixture, openNftFixture, usdt, type Work } from '#server/testing/nft.ts'
import { newPicture } from '#server/testing/pictures.ts'
import { mp4, webm } from '#server/testing/videos.ts'
import { sendBroadcasts } from '../notice/follow.ts'
import { requireArtwork, requireArtworkById } from './artwork-store.ts'
import { sweepDrafts } from './media.ts'
import { reopenedAudience } from './notices.ts'

/** What operators do with artworks: what they send is a draft until two of them agreed, and nobody alone decides who wins. */

let app: NftFixture
let consoleApp: ReturnType<typeof openTestConsole>
const people = {} as Record<'maker' | 'checker' | 'content', Person>
const tokens = { maker: '', checker: '', content: '' }

beforeAll(async () => {
  app = await openNftFixture()
  consoleApp = openTestConsole(app)
  people.maker = await consoleApp.addOperator('finance')
  people.checker = await consoleApp.addOperator('risk')
  people.content = await consoleApp.addOperator('content')
})
afterAll(async () => {
  await app.expectConsistent()
  await consoleApp.close()
  await app.close()
})

/** Signs everybody in anew: days pass here. */
async function signIn() {
  for (const who of ['maker', 'checker', 'content'] as const)
    tokens[who] = await consoleApp.tokenOf(people[who])
}

const post = (path: string, fields: Record<string, string>, who: keyof typeof tokens = 'maker') =>
  consoleApp.post(`/console/nft/${path}`, tokens[who], { reason: 'agreed', ...fields })
const approve = (id: string, who: keyof typeof tokens = 'checker') =>
  consoleApp.post('/console/proposal/approve', tokens[who], { id, reason: 'looked at' })
const withdraw = (id: string) =>
  consoleApp.post('/console/proposal/withdraw', tokens.maker, { id, reason: 'outdated' })

/** Proposes and approves; returns what was refused, if anything was. */
async function decided(path: string, fields: Record<string, string>): Promise<string | undefined> {
  const { data, error } = await post(path, fields)
  return error ?? (await approve(data.id)).error
}

const upload = async (bytes: Buffer, who: keyof typeof tokens = 'content') =>
  (await sendFile(consoleApp.app, '/console/nft/media', bytes, { token: tokens[who] })).json()

/** What the public store answers. */
const ask = (id: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url: `/api/bind_box/media?id=${id}`, headers })
const askAsOperator = (id: string, who: keyof typeof tokens = 'checker') =>
  consoleApp.app.inject({
    ...{ method: 'GET', url: `/api/console/nft/media_file?id=${id}` },
    headers: { authorization: tokens[who] },
  })

const artwork = (code: string, media: string, change: Record<string, string> = {}) => ({
  ...{ code, title: `Work ${code}`, description: 'A work', artist_id: String(app.artistId), media },
  ...{ royalty_bps: '0', ...change },
})

describe('pictures and videos', () => {
  test('are drafts that operators see and nobody else, until two approved what they belong to', async () => {
    await signIn()
    const { data } = await upload(await newPicture())
    expect(data).toMatchObject({
      kind: 'picture',
      type: 'image/png',
      width: 32,
      height: 32,
      isPublished: false,
    })
    expect((await ask(data.id)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await askAsOperator(data.id)).statusCode).toBe(200)
    const proposed = await post('artwork', artwork('DRAFT', data.id))
    expect(proposed.error).toBeUndefined()
    expect((await ask(data.id)).json()).toMatchObject({ error: 'NOT_FOUND' })
    const { data: overview } = await consoleApp.get('/console/nft', tokens.checker)
    expect(overview.drafts).toMatchObject([
      { id: proposed.data.id, media: [{ id: data.id, isPublished: false }] },
    ])
    expect((await approve(proposed.data.id, 'maker')).error).toBe('PROPOSAL_IS_YOURS')
    expect((await ask(data.id)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await approve(proposed.data.id)).error).toBeUndefined()
    const shown = await ask(data.id)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(shown.headers).toMatchObject({
      ...{ 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes', etag: `"${data.id}"` },
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await ask(data.id, { 'if-none-match': `"${data.id}"` })).statusCode).toBe(304)
  })

  test('are made anew from their pixels: nothing else of the file is kept', async () => {
    const withNote = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
      .withExif({ IFD0: { Copyright: 'a note that nobody asked for' } })
      .jpeg()
      .toBuffer()
    expect(withNote.includes('a note that nobody asked for')).toBe(true)
    const { data } = await upload(withNote)
    expect((await askAsOperator(data.id)).rawPayload.includes('a note that nobody asked for')).toBe(false)
    // The same content is the same file.
    expect((await upload(withNote)).data.id).toBe(data.id)
  })

  test('are told by their content: what is neither is refused', async () => {
    for (const bytes of [
      Buffer.from('<svg onload="alert(1)"/>'),
      Buffer.from('GIF89a'),
      mp4({ brand: 'qt  ' }),
    ])
      expect((await upload(bytes)).error).toBe('UPLOAD_NOT_MEDIA')
    expect((await upload(Buffer.alloc(MAX_PICTURE_BYTES + 1, 1))).error).toBe('BODY_TOO_LARGE')
    const nobody = await consoleApp.tokenOf(await consoleApp.addOperator('support'))
    const answer = await sendFile(consoleApp.app, '/console/nft/media', await newPicture(), { token: nobody })
    expect(answer.json()).toMatchObject({ error: 'OPERATOR_ROLE_REQUIRED' })
  })

  test('that are videos have a poster, and are read in ranges', async () => {
    const { data: video } = await upload(mp4({ length: 1_000, fill: 5 }))
    expect(video).toMatchObject({ kind: 'video', type: 'video/mp4', width: null })
    expect((await upload(webm())).data.type).toBe('video/webm')
    const without = await post('artwork', artwork('MOTION', video.id))
    expect(without).toMatchObject({ error: 'TERMS_INVALID' })
    const { data: poster } = await upload(await newPicture())
    expect(await decided('artwork', artwork('MOTION', video.id, { poster: poster.id }))).toBeUndefined()
    const whole = await ask(video.id)
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'video/mp4'])
    const part = await ask(video.id, { range: 'bytes=10-19' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 10-19/${video.bytes}`)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20))
    expect((await ask(video.id, { range: `bytes=${video.bytes}-` })).statusCode).toBe(416)
    expect((await app.detail({ code: 'MOTION' } as Work)).poster.id).toBe(poster.id)
  })

  test('are hidden by one operator at once, and shown again by two', async () => {
    const { data } = await upload(await newPicture())
    await decided('artwork', artwork('HIDDEN', data.id))
    /** As its panel says it. */
    const said = async () => {
      const { items } = (
        await consoleApp.get('/console/nft/artworks/list', tokens.maker, { search: 'hidden' })
      ).data
      return items[0].media
    }
    expect((await ask(data.id)).statusCode).toBe(200)
    expect(await said()).toMatchObject({ isPublished: true, isHidden: false })
    expect((await post('media_hide', { id: data.id })).error).toBeUndefined()
    expect((await ask(data.id)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect(await said()).toMatchObject({ isPublished: true, isHidden: true })
    const { data: proposal } = await post('media_release', { id: data.id })
    expect((await ask(data.id)).json()).toMatchObject({ error: 'NOT_FOUND' })
    await approve(proposal.id)
    expect((await ask(data.id)).statusCode).toBe(200)
  })

  test('that nothing was made of are removed after a week, but for what is proposed', async () => {
    const [loose, proposed] = [
      (await upload(await newPicture())).data,
      (await upload(await newPicture())).data,
    ]
    await post('artwork', artwork('WAITING', proposed.id))
    app.clock.advance(7 * DAY_MS + MINUTE_MS)
    await sweepDrafts(app)
    await signIn()
    expect((await askAsOperator(loose.id)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect(await app.media.has(loose.id)).toBe(false)
    expect((await askAsOperator(proposed.id)).statusCode).toBe(200)
  })
})

describe('artists, runs and offers', () => {
  test('an artist has an account that is verified and of no other artist, and royalties only with one', async () => {
    await signIn()
    const { data: picture } = await upload(await newPicture())
    const [customer, unverified] = [await app.customerWith('0'), await app.customerWith('0', 'unverified')]
    const artist = { name: 'Noor', bio: 'Paints with code', portrait: picture.id }
    expect((await post('artist', { ...artist, customer: String(unverified.id) })).error).toBe('TERMS_INVALID')
    expect(await decided('artist', { ...artist, customer: String(customer.id) })).toBeUndefined()
    expect((await post('artist', { ...artist, customer: String(customer.id) })).error).toBe('TERMS_INVALID')
    const { data } = await app.call(calls.nftArtists, { search: 'noo' })
    expect(data.items).toMatchObject([{ name: 'Noor', hasAccount: true, portrait: { id: picture.id } }])
    // The artist of these tests has no account.
    expect((await post('artwork', artwork('ROYAL', picture.id, { royalty_bps: '100' }))).error).toBe(
      'TERMS_INVALID',
    )
    const own = artwork('ROYAL', picture.id, {
      royalty_bps: '100',
      artist_id: data.items[0].id,
      is_artists: '1',
    })
    expect(await decided('artwork', own)).toBeUndefined()
    expect(await app.detail({ code: 'ROYAL' } as Work)).toMatchObject({
      holder: 'artist',
      royaltyPercent: '0.00',
    })
  })

  test('a run is offered at one price, each work once, and found by its words', async () => {
    const { data: picture } = await upload(await newPicture())
    expect(
      await decided('artwork', artwork('TIDE', picture.id, { editions: '3', title: 'Blue Tide' })),
    ).toBeUndefined()
    const nowMs = app.clock.nowMs()
    const terms = { price: '10', opens_at: String(nowMs + 60_000), ends_at: String(nowMs + HOUR_MS) }
    expect(await decided('offer_run', { code: 'TIDE', ...terms })).toBeUndefined()
    const { data } = await app.call(calls.nftArtworks, { search: 'blu ti' })
    expect(
      data.items.map(({ code, edition, purchase }: Record<string, unknown>) => [code, edition, purchase]),
    ).toEqual([
      ['TIDE-3', { number: 3, of: 3 }, 'soon'],
      ['TIDE-2', { number: 2, of: 3 }, 'soon'],
      ['TIDE-1', { number: 1, of: 3 }, 'soon'],
    ])
    expect((await decided('artwork', artwork('TIDE', picture.id))) ?? '').toBe('TERMS_INVALID')
  })

  test('an offer that was proposed before its artwork was closed does not open it', async () => {
    await signIn()
    const terms = () => {
      const nowMs = app.clock.nowMs()
      return { price: '10', opens_at: String(nowMs + 60_000), ends_at: String(nowMs + 2 * HOUR_MS) }
    }
    const isOpen = async (id: bigint) => (await requireArtworkById(app.db, id)).is_open
    const { id } = await app.work()
    const offer = () => post('offer', { id: String(id), offer: 'fixed', ...terms() })
    const { data: early } = await offer()
    app.clock.advance(1_000)
    expect((await post('close', { id: String(id) })).error).toBeUndefined()
    expect((await approve(early.id)).error).toBe('PROPOSAL_OUTDATED')
    expect(await isOpen(id)).toBe(false)
    expect((await withdraw(early.id)).error).toBeUndefined()
    // One that is proposed while it is closed says that it opens it, and does.
    const { data: late } = await offer()
    const { data: shown } = await consoleApp.get('/console/proposal', tokens.checker, { id: late.id })
    expect(shown.lines).toContainEqual({ label: 'Buying and bidding', value: 'open', before: 'closed' })
    expect((await approve(late.id)).error).toBeUndefined()
    expect([await isOpen(id), (await requireArtworkById(app.db, id)).offer]).toEqual([true, 'fixed'])
  })

  test('a run is offered but for those of its works that are closed', async () => {
    const { data: picture } = await upload(await newPicture())
    expect(await decided('artwork', artwork('EBB', picture.id, { editions: '2' }))).toBeUndefined()
    const { id: closed } = await requireArtwork(app.db, 'EBB-1')
    const nowMs = app.clock.nowMs()
    const terms = { price: '10', opens_at: String(nowMs + 60_000), ends_at: String(nowMs + HOUR_MS) }
    const { data: proposed } = await post('offer_run', { code: 'EBB', ...terms })
    expect((await post('close', { id: String(closed) })).error).toBeUndefined()
    expect((await approve(proposed.id)).error).toBeUndefined()
    expect(await requireArtwork(app.db, 'EBB-1')).toMatchObject({ offer: 'none', is_open: false })
    expect(await requireArtwork(app.db, 'EBB-2')).toMatchObject({ offer: 'fixed', is_open: true })
  })

  test('nobody offers what a customer owns', async () => {
    const owner = await app.customerWith('0')
    const work = await app.owned(owner)
    const nowMs = app.clock.nowMs()
    const offer = { offer: 'fixed', price: '1', opens_at: String(nowMs), ends_at: String(nowMs + HOUR_MS) }
    expect((await post('offer', { id: String(work.id), ...offer })).error).toBe('NFT_NOT_YOURS')
  })

  test('an auction that one operator closed stands still: two open it, and it ends as much later', async () => {
    const work = await app.offered({ offer: 'auction' })
    const bidder = await app.customerWith('10')
    await app.join(bidder, work, '100')
    const { endsAtMs } = await app.detail(work)
    expect((await post('close', { id: String(work.id) })).error).toBeUndefined()
    const closedMs = app.clock.nowMs()
    expect((await app.bid(bidder, work, '110')).error).toBe('NFT_NOT_FOR_SALE')
    app.clock.advance(3 * HOUR_MS)
    await app.settle()
    expect((await app.auctionOf(work)).status).toBe('open')
    await signIn()
    expect(await decided('open', { id: String(work.id) })).toBeUndefined()
    const stoodMs = app.clock.nowMs() - closedMs
    const after = await app.detail(work)
    expect([after.endsAtMs, after.auction.endsAtMs]).toEqual([endsAtMs + stoodMs, endsAtMs + stoodMs])
    expect(after.purchase).toBe('open')
  })

  test('an auction that was closed a second before its end goes on for an hour, and its bidders are told', async () => {
    const work = await app.offered({ offer: 'auction' })
    const [leader, other] = [await app.customerWith('10'), await app.customerWith('10')]
    await app.join(other, work, '100')
    await app.join(leader, work, '105')
    app.clock.advance(2 * HOUR_MS - 10 * MINUTE_MS)
    await signIn()
    app.clock.advance((await app.detail(work)).endsAtMs - 1_000 - app.clock.nowMs())
    expect((await post('close', { id: String(work.id) })).error).toBeUndefined()
    app.clock.advance(2_000)
    expect(await decided('open', { id: String(work.id) })).toBeUndefined()
    const endsAtMs = app.clock.nowMs() + HOUR_MS
    const { auction } = await app.detail(work)
    expect(auction).toMatchObject({ status: 'open', endsAtMs, plannedEndMs: endsAtMs })
    await sendBroadcasts(app.db, [reopenedAudience], app.clock.nowMs())
    const { id } = await app.auctionOf(work)
    for (const bidder of [leader, other]) {
      const { data } = await app.call(notices, {}, await app.signIn(bidder))
      expect(data.items[0]).toMatchObject({ kind: 'nft-reopened', subject: String(id) })
      expect(data.items[0].text).toContain(`${utcMinute(endsAtMs)} UTC`)
    }
    // Closed and opened once more with more than an hour left, it moves by as long as it stood, and they are told again.
    expect((await post('close', { id: String(work.id) })).error).toBeUndefined()
    app.clock.advance(MINUTE_MS)
    expect(await decided('open', { id: String(work.id) })).toBeUndefined()
    expect((await app.detail(work)).endsAtMs).toBe(endsAtMs + MINUTE_MS)
    await sendBroadcasts(app.db, [reopenedAudience], app.clock.nowMs())
    const { data: again } = await app.call(notices, {}, await app.signIn(leader))
    expect(again.items.filter(({ kind }: { kind: string }) => kind === 'nft-reopened')).toHaveLength(2)
    app.clock.advance(HOUR_MS - 1)
    await app.settle()
    expect((await app.auctionOf(work)).status).toBe('open')
    expect((await app.bid(other, work, '110')).error).toBeUndefined()
  })

  test('an auction, and an order that is not paid, are cancelled by two, and margins go back', async () => {
    await signIn()
    for (const isWon of [false, true]) {
      const work = await app.offered({ offer: 'auction' })
      const bidder = await app.customerWith('10')
      await app.join(bidder, work, '100')
      if (isWon) app.clock.advance(2 * HOUR_MS)
      await app.settle()
      await signIn()
      const { id } = await app.auctionOf(work)
      expect(await decided('cancel', { id: String(id) })).toBeUndefined()
      await app.settle()
      expect(await app.money(bidder)).toEqual({ funding: usdt('10'), margin: 0n })
      expect((await app.detail(work)).offer).toBe('none')
      expect((await post('cancel', { id: String(id) })).error).toBe(isWon ? undefined : 'PROPOSAL_OUTDATED')
    }
  })

  test('an artist who is stopped offers nothing more, and what was offered at a price is closed', async () => {
    const { artistId } = await app.artist()
    const work = await app.offered({ offer: 'fixed' }, { artistId, isArtists: true })
    await signIn()
    expect((await post('artist_stop', { id: String(artistId) })).error).toBeUndefined()
    const buyer = await app.customerWith('100')
    expect((await app.buy(buyer, work)).error).toBe('NFT_NOT_FOR_SALE')
    expect(await decided('artist_start', { id: String(artistId) })).toBeUndefined()
    expect(await decided('open', { id: String(work.id) })).toBeUndefined()
    expect((await app.buy(buyer, work)).error).toBeUndefined()
  })

  test('the tables of the console show it all', async () => {
    await signIn()
    for (const table of [
      'artists/list',
      'collections/list',
      'artworks/list',
      'auctions/list',
      'bids/list',
      'list',
    ]) {
      const { data, error } = await consoleApp.get(`/console/nft/${table}`, tokens.maker)
      expect([table, error]).toEqual([table, undefined])
      expect(Array.isArray(data.items)).toBe(true)
    }
    const { data } = await consoleApp.get('/console/nft/artworks/list', tokens.maker, { search: 'motion' })
    expect(data.items).toMatchObject([{ code: 'MOTION', holder: 'platform', isOpen: true }])
  })
})
