// long-running
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustomerId, customerId } from '#domain/ids.ts'
import { nftArtwork, nftOrders, ownNfts, unpaidNftOrders } from '#domain/nft/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { Tier } from '#domain/user/tiers.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { accountId } from '#server/core/ledger/accounts.ts'
import { wallets } from '#server/core/ledger/wallets.ts'
import type { Db } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { createPasswordHasher } from '#server/users/password-hash.ts'
import { insertCustomer } from '#server/users/store.ts'
import { seriousFindings } from './support/axe.ts'
import { newOperatorBrowser, newPhone, openBrowser, type Phone } from './support/browser.ts'
import { changedData } from './support/changed-data.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { unitsOf } from './support/figures.ts'
import { drawn, newArtist, newArtwork, type Operators, uploaded } from './support/nft.ts'
import { enterConsole, panelOf, REASON } from './support/operators.ts'
import { advance, type Plumb, startPlumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { keepScreenshots } from './support/screenshots.ts'
import { expectToast } from './support/toasts.ts'

/**
 * Artworks on a clock that the test moves: two operators make an artist and an artwork, a customer buys it and sells it on
 * with fee and royalty, two customers bid in an auction whose winner pays, and who is not verified is led to verification.
 */
let plumb: Plumb
let browser: Browser
let buyer: Phone
let rival: Phone
let stranger: Phone
let maker: Phone
let checker: Phone
/** The artist's own account. */
let artist: CustomerId

const PASSWORD = 'nft-1234-x'
const people = [
  ['ilse', 'basic', 'ILSE2026'],
  ['noor', 'basic', 'NOOR2026'],
  ['vik', 'unverified', 'VIKT2026'],
] as const satisfies readonly (readonly [string, Tier, string])[]
const signInOf = (name: string) => ({ email: `${name}@plumb.test`, password: PASSWORD })

keepScreenshots(() => [buyer, rival, stranger, maker, checker].map((one) => one?.page))
beforeAll(async () => {
  const prepare = changedData(({ db }) => addPeople(db))
  ;[plumb, browser] = await Promise.all([startPlumb({ clock: 'virtual', prepare }), openBrowser()])
  await advance(plumb, 5 * SECOND_MS)
  ;[buyer, rival, stranger, maker, checker] = await Promise.all([
    newPhone(browser),
    newPhone(browser),
    newPhone(browser),
    newOperatorBrowser(browser),
    newOperatorBrowser(browser),
  ])
  await signIn(buyer.page, plumb)
  await signIn(rival.page, plumb, signInOf('noor'))
  await signIn(stranger.page, plumb, signInOf('vik'))
  await enterConsole(maker.page, plumb, 'maker')
  await enterConsole(checker.page, plumb, 'checker')
})
afterAll(async () => {
  await browser?.close()
  await plumb?.stop()
})

/** Those who take part beside the demonstration's customer, each with money. */
async function addPeople(db: Db): Promise<void> {
  const nowMs = Date.now()
  const passwordHash = await createPasswordHasher().hash(PASSWORD)
  for (const [n, [name, tier, inviteCode]] of people.entries()) {
    const made = await db.transaction().execute(async (tx) => {
      const id = await insertCustomer(
        tx,
        {
          ...{ email: signInOf(name).email, mobile: `+3161234567${n}`, passwordHash },
          ...{ payPasswordHash: null, nickname: name, inviteCode, invitedBy: null },
          ...{ language: 'en', isDemo: false, tier },
        },
        nowMs,
      )
      const account = accountId(id as CustomerId, wallets.funding, 'available', 'USDT')
      await fundFromOutside(tx, [{ account, currency: 'USDT', amount: '3000' }], 'demo-grant', nowMs)
      return customerId(id!)
    })
    if (name === 'ilse') artist = made as CustomerId
  }
}

const operators = (): Operators => ({ plumb, maker, checker })
const minute = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
const available = async ({ page }: Phone) =>
  unitsOf(
    (await ask(plumb, await tokenOf(page), walletDetail, { currency: 'USDT', walletType: 'funding' }))
      .available,
    'USDT',
  )
const usdt = (amount: string) => unitsOf(amount, 'USDT')
const artworkOf = async ({ page }: Phone, code: string) =>
  ask(plumb, await tokenOf(page), nftArtwork, { code })

/** Approves what is proposed about something, on a page of the console. */
async function approve(pageName: string, about: RegExp): Promise<void> {
  await checker.page.getByRole('link', { name: pageName, exact: true }).click()
  await checker.page.getByRole('table', { name: 'Proposed' }).getByText(about).first().click()
  await panelOf(checker).getByLabel(REASON).fill('seen')
  await panelOf(checker).getByRole('button', { name: 'Approve', exact: true }).click()
  await checker.page.getByRole('table', { name: 'Proposed' }).waitFor({ state: 'detached' })
}

async function propose(): Promise<void> {
  const panel = panelOf(maker)
  await panel.getByLabel(REASON).fill('a new one')
  await panel.getByRole('button', { name: 'Propose', exact: true }).click()
  await expectToast(maker.page, 'Proposed. A different operator must approve.')
}

/** Pays the deposit of an auction. */
async function payDeposit({ page }: Phone, code: string, amount: string): Promise<void> {
  await openSettled(page, plumb, `pages/nft/purchase_one?code=${code}`)
  await page.getByRole('button', { name: `Pay deposit of ${amount} USDT` }).click()
  const sheet = page.getByRole('dialog', { name: 'Pay the auction deposit?' })
  await sheet.getByText('all of it comes back').waitFor()
  await sheet.getByRole('button', { name: `Pay deposit of ${amount} USDT` }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** Bids on the page of the auction; `rest`: what is left to pay of it by who wins. */
async function bid({ page }: Phone, amount: string, rest: string): Promise<void> {
  await page.getByRole('button', { name: `Bid ${amount} USDT` }).click()
  const sheet = page.getByRole('dialog', { name: 'Confirm your bid' })
  await sheet.getByText(`${rest} USDT`).waitFor()
  await sheet.getByRole('button', { name: `Bid ${amount} USDT` }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Your bid is the highest' }).waitFor()
}

describe('operators', () => {
  test('make an artist by two', async () => {
    await maker.page.getByRole('link', { name: 'NFT artists', exact: true }).click()
    await maker.page.getByRole('button', { name: 'New artist' }).click()
    const panel = panelOf(maker)
    await panel.getByLabel('Name', { exact: true }).fill('Ilse Marten')
    await panel.getByLabel('About the artist').fill('Draws interference patterns by hand.')
    await panel.getByLabel('Customer ID of the artist’s account').fill(String(artist))
    expect(await seriousFindings(maker.page)).toEqual([])
    await propose()
    await approve('NFT artists', /Ilse Marten/)
    await checker.page.getByRole('table', { name: 'NFT artists' }).getByText('Ilse Marten').waitFor()
  })

  test('publish an artwork whose picture the second one has seen, and offer it', async () => {
    await maker.page.getByRole('table', { name: 'NFT artists' }).getByText('Ilse Marten').click()
    const panel = panelOf(maker)
    await panel.getByRole('button', { name: 'New artwork' }).click()
    for (const [name, value] of [
      ['Code', 'WAVE-14'],
      ['Title', 'Interference No. 14'],
      ['Description', 'Two wave fields, drawn until they meet.'],
      ['Royalty, %, up to 10', '5'],
    ] as const)
      await panel.getByLabel(name, { exact: true }).fill(value)
    // Without a picture there is nothing to publish.
    await panel.getByLabel(REASON).fill('a new one')
    await panel.getByRole('button', { name: 'Propose', exact: true }).click()
    await panel.getByRole('alert').first().waitFor()
    await panel
      .getByLabel('Picture or video', { exact: true })
      .setInputFiles({ name: 'wave.png', mimeType: 'image/png', buffer: await drawn(maker.page, 3) })
    await panel.getByRole('img', { name: 'Picture or video' }).waitFor()
    await propose()

    await checker.page.getByRole('link', { name: 'NFT artworks', exact: true }).click()
    await checker.page
      .getByRole('table', { name: 'Proposed' })
      .getByText(/Interference/)
      .first()
      .click()
    const picture = panelOf(checker).getByRole('img', { name: /Interference/ })
    await picture.waitFor()
    await poll('the picture of the draft', () =>
      picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
    )
    expect(await seriousFindings(checker.page)).toEqual([])
    await approve('NFT artworks', /Interference/)

    await maker.page.getByRole('link', { name: 'NFT artworks', exact: true }).click()
    await maker.page.getByRole('table', { name: 'NFT artworks' }).getByText('WAVE-14').click()
    await panelOf(maker).getByRole('button', { name: 'Offer', exact: true }).click()
    const nowMs = await advance(plumb, 0)
    await panelOf(maker).getByLabel('Price, USDT').fill('400')
    await panelOf(maker)
      .getByLabel('Opens, UTC')
      .fill(minute(nowMs + 2 * MINUTE_MS))
    await panelOf(maker)
      .getByLabel('Ends, UTC')
      .fill(minute(nowMs + 9 * DAY_MS))
    await propose()
    await approve('NFT artworks', /WAVE-14/)
    await advance(plumb, 3 * MINUTE_MS)
  })
})

describe('a customer', () => {
  test('finds the artwork, its artist and where its price goes', async () => {
    const { page } = buyer
    await openSettled(page, plumb, 'pages/nft/nft?tab=artist')
    await page.getByText('Ilse Marten').click()
    await page.locator('[data-page^="/pages/nft/artistDetail"]').waitFor()
    await page.getByRole('link', { name: /Interference No. 14/ }).click()
    await page.locator('[data-page^="/pages/nft/artworkDetail"]').waitFor()
    await page.getByText('Ownership is a record at Plumb', { exact: false }).waitFor()
    await page.getByText('Artist’s royalty, 5%').waitFor()
    await page.getByText('Created, owned by Plumb').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await openSettled(page, plumb, 'pages/nft/nft?tab=search&q=inter')
    await page.getByRole('link', { name: /Interference No. 14/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('buys it at the price that was shown, and owns it', async () => {
    const { page } = buyer
    const before = await available(buyer)
    await openSettled(page, plumb, 'pages/nft/artworkDetail?code=WAVE-14')
    await page.getByRole('link', { name: 'Buy for 400.00 USDT' }).click()
    await page.locator('[data-page^="/pages/nft/purchase_one"]').waitFor()
    await page.getByRole('button', { name: 'Buy for 400.00 USDT' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm purchase' })
    await sheet.getByText('The seller receives').waitFor()
    // 2.5% of 400 to the platform, 5% to the artist.
    await sheet.getByText('370.00 USDT').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Buy for 400.00 USDT' }).click()
    await page.locator('[data-page="/pages/nft/myNft"]').waitFor()
    await page.getByText('Interference No. 14').waitFor()
    await page.getByText(/^You can sell it from/).waitFor()
    expect(before - (await available(buyer))).toBe(usdt('400'))
    const { items } = await ask(plumb, await tokenOf(page), ownNfts, {})
    expect(items.map(({ code, paid }) => [code, Number(paid)])).toEqual([['WAVE-14', 400]])
  })

  test('who is not verified is told so, and led to verification', async () => {
    const nowMs = await advance(plumb, 0)
    const media = await uploaded(operators(), await drawn(maker.page, 7))
    const artistId = await newArtist(operators(), { name: 'Tomas Ruel', bio: 'Tiles.' })
    await newArtwork(
      operators(),
      {
        ...{ code: 'TILE-1', title: 'Salt Garden', description: 'Tiles.', artistId, media: media.id },
        ...{ royaltyBps: '0', editions: '1', isArtists: '0' },
      },
      {
        ...{ offer: 'fixed', price: '50', opensAtMs: String(nowMs), endsAtMs: String(nowMs + 40 * DAY_MS) },
      },
    )
    const { page } = stranger
    await openSettled(page, plumb, 'pages/nft/purchase_one?code=TILE-1')
    await page.getByRole('button', { name: 'Buy for 50.00 USDT' }).click()
    await page
      .getByRole('dialog', { name: 'Confirm purchase' })
      .getByRole('button', { name: 'Buy for 50.00 USDT' })
      .click()
    await page
      .getByRole('dialog', { name: 'Not bought' })
      .getByText('Please complete KYC verification', { exact: false })
      .waitFor()
    await page.waitForURL(/StartVerification\/StartVerification/)
    expect((await ask(plumb, await tokenOf(page), ownNfts, {})).items).toEqual([])
  })
})

describe('an auction', () => {
  const code = 'TILE-6'

  test('is joined by two with a deposit each, who outbid each other', async () => {
    const nowMs = await advance(plumb, 0)
    const media = await uploaded(operators(), await drawn(maker.page, 11, 900, 600))
    const artistId = await newArtist(operators(), { name: 'Vera Kinsella', bio: 'Gardens.' })
    await newArtwork(
      operators(),
      {
        ...{ code, title: 'Salt Garden VI', description: 'The sixth.', artistId, media: media.id },
        ...{ royaltyBps: '0', editions: '1', isArtists: '0' },
      },
      {
        ...{ offer: 'auction', price: '1000', opensAtMs: String(nowMs) },
        ...{ endsAtMs: String(nowMs + 2 * HOUR_MS) },
      },
    )
    const before = await available(rival)
    await payDeposit(buyer, code, '100.00')
    await payDeposit(rival, code, '100.00')
    expect(before - (await available(rival))).toBe(usdt('100'))
    await bid(buyer, '1,000.00', '900.00')
    await rival.page.getByRole('button', { name: 'Bid 1,050.00 USDT' }).waitFor()
    await rival.page.getByRole('textbox', { name: /^Your bid/ }).fill('1049')
    await rival.page.getByText('Bid at least 1,050.00 USDT').waitFor()
    await rival.page.getByRole('button', { name: 'Your bid +' }).click()
    await rival.page.getByRole('button', { name: 'Bid 1,099.00 USDT' }).waitFor()
    await rival.page.getByRole('button', { name: 'Your bid −' }).click()
    expect(await seriousFindings(rival.page)).toEqual([])
    await bid(rival, '1,050.00', '950.00')
    await buyer.page.getByText('You were outbid').waitFor()
  })

  test('ends later for a late bid, which is said', async () => {
    const { auction } = await artworkOf(buyer, code)
    const nowMs = await advance(plumb, 0)
    await advance(plumb, auction!.endsAtMs - nowMs - MINUTE_MS)
    // What was shown stood still with the clock.
    await openSettled(buyer.page, plumb, `pages/nft/purchase_one?code=${code}`)
    await bid(buyer, '1,100.00', '1,000.00')
    const moved = (await artworkOf(buyer, code)).auction!
    expect(moved.endsAtMs - auction!.endsAtMs).toBe(2 * MINUTE_MS)
    await buyer.page.getByText('+2 min', { exact: true }).waitFor()
    await buyer.page.getByText(/^Planned end/).waitFor()
    expect(await seriousFindings(buyer.page)).toEqual([])
  })

  test('is won by the highest bid: the deposit of the other comes back, and the winner pays the rest', async () => {
    const { page } = buyer
    const rivals = await available(rival)
    await advance(plumb, 4 * MINUTE_MS)
    await poll('the end of the auction', async () => {
      await advance(plumb, 5 * SECOND_MS)
      return (await artworkOf(buyer, code)).auction!.status === 'won'
    })
    await poll('the deposit back', async () => (await available(rival)) - rivals === usdt('100'))
    await openSettled(rival.page, plumb, 'pages/nft/mine?tab=bids')
    await rival.page.getByText('Another won', { exact: false }).first().waitFor()

    await openSettled(page, plumb, 'pages/nft/mine?tab=messages')
    await page.getByRole('tab', { name: 'Messages, 1 new' }).waitFor()
    await page.getByRole('button', { name: /You won Salt Garden VI/ }).click()
    await page.locator('[data-page^="/pages/nft/purchase"]').waitFor()
    const order = page.getByRole('dialog', { name: 'Salt Garden VI' })
    const before = await available(buyer)
    await order.getByRole('button', { name: 'Pay 1,000.00 USDT' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm payment' })
    await sheet.getByRole('button', { name: 'Pay 1,000.00 USDT' }).click()
    await order.getByText('Won and paid').waitFor()
    expect(before - (await available(buyer))).toBe(usdt('1000'))
    expect(await seriousFindings(page)).toEqual([])
    const token = await tokenOf(page)
    expect((await ask(plumb, token, unpaidNftOrders, {})).items).toEqual([])
    expect((await ask(plumb, token, nftOrders, {})).items[0]!.status).toBe('paid')
    expect((await ask(plumb, token, ownNfts, {})).items.map((owned) => owned.code)).toEqual([code, 'WAVE-14'])
  })

  test('and its bids and orders are in the console’s tables', async () => {
    const { page } = checker
    await page.getByRole('link', { name: 'NFT auctions', exact: true }).click()
    await page.getByRole('table', { name: 'NFT auctions' }).getByText(code).click()
    await panelOf(checker).getByText('1,100.00 USDT').first().waitFor()
    await page.getByRole('link', { name: 'NFT bids', exact: true }).click()
    await page.getByRole('table', { name: 'NFT bids' }).getByText('1,050.00 USDT').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'NFT orders', exact: true }).click()
    await page.getByRole('table', { name: 'NFT orders' }).getByText('1,100.00 USDT').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('a picture', () => {
  test('is taken down by a button of its own, once its page has said what that means', async () => {
    const { page } = maker
    await page.getByRole('link', { name: 'NFT artworks', exact: true }).click()
    await page.getByRole('table', { name: 'NFT artworks' }).getByText('WAVE-14').click()
    const { media } = await artworkOf(buyer, 'WAVE-14')
    const isShown = async () =>
      (await fetch(`${plumb.url}/api/bind_box/media?id=${media.id}`)).headers.get('content-type') ===
      media.type
    const down = panelOf(maker).getByRole('region', { name: 'Take it down' })
    await down.getByRole('button', { name: 'Hide from customers…' }).click()
    await down.getByText('Showing it again takes two operators').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await down.getByRole('button', { name: 'Hide now' }).isDisabled()).toBe(true)
    await down.getByRole('button', { name: 'Keep it shown' }).click()
    expect([await down.getByRole('button', { name: 'Hide now' }).count(), await isShown()]).toEqual([0, true])
    await down.getByRole('button', { name: 'Hide from customers…' }).click()
    await down.getByLabel(REASON).fill('a complaint')
    await down.getByRole('button', { name: 'Hide now' }).click()
    await expectToast(page, 'Customers no longer see it')
    expect(await isShown()).toBe(false)

    const again = panelOf(maker).getByRole('region', { name: 'Picture or video' })
    await again.getByLabel(REASON).fill('it was a mistake')
    await again.getByRole('button', { name: 'Propose to show' }).click()
    await expectToast(page, 'Proposed. A different operator must approve.')
    await approve('NFT artworks', /Show a picture or video again/)
    expect(await isShown()).toBe(true)
  })
})

describe('an owner', () => {
  test('sells it on a day later, with fee and royalty before the tap', async () => {
    const { page } = buyer
    await openSettled(page, plumb, 'pages/nft/resell?code=WAVE-14')
    await page.getByText(/^You can sell it from/).waitFor()
    await advance(plumb, DAY_MS + MINUTE_MS)
    await page.reload()
    await openSettled(page, plumb, 'pages/nft/myNft')
    await page.getByRole('link', { name: 'Sell Interference No. 14' }).click()
    await page.locator('[data-page^="/pages/nft/resell"]').waitFor()
    const price = page.getByRole('textbox', { name: 'Price USDT' })
    await price.fill('0.5')
    await page.getByText('Enter 1.00 USDT or more').waitFor()
    await price.fill('480')
    await page.getByText('−12.00 USDT').waitFor()
    await page.getByText('−24.00 USDT').waitFor()
    await page.getByText('444.00 USDT').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Offer for 480.00 USDT' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm your offer' })
    await sheet.getByText('444.00 USDT').waitFor()
    await sheet.getByRole('button', { name: 'Offer for 480.00 USDT' }).click()
    await page.locator('[data-page="/pages/nft/myNft"]').waitFor()
    await page.getByText('Offered at 480.00 USDT').waitFor()
    await page.getByText('Change offer').click()
    await poll('the price that is asked', async () => (await price.inputValue()) === '480')

    const before = await available(buyer)
    await openSettled(rival.page, plumb, 'pages/nft/purchase_one?code=WAVE-14')
    await rival.page.getByRole('button', { name: 'Buy for 480.00 USDT' }).click()
    await rival.page
      .getByRole('dialog', { name: 'Confirm purchase' })
      .getByRole('button', { name: 'Buy for 480.00 USDT' })
      .click()
    await rival.page.locator('[data-page="/pages/nft/myNft"]').waitFor()
    expect((await available(buyer)) - before).toBe(usdt('444'))
    await openSettled(page, plumb, 'pages/nft/mine?tab=sales')
    await page.getByText('444.00 USDT').first().waitFor()
    await openSettled(page, plumb, 'pages/nft/artworkDetail?code=WAVE-14')
    await page.getByText('2 sales, last 480.00').waitFor()
    await page.getByText('Sold, You → A customer').waitFor()
  })
})

describe('the history of everything that ended', () => {
  test('has what was bought, won and sold, and the deposit of an auction that another won', async () => {
    const { page } = buyer
    await openSettled(page, plumb, 'pages/historyList/historyList')
    await page.getByRole('button', { name: /^WAVE-14 Sell .*480/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: /^WAVE-14 Sell .*480/ }).click()
    await page.getByRole('dialog', { name: 'Interference No. 14' }).getByText('444.00 USDT').waitFor()

    await openSettled(rival.page, plumb, 'pages/historyList/historyList')
    await rival.page.getByRole('button', { name: /Deposit returned/ }).click()
    const lost = rival.page.getByRole('dialog', { name: 'Salt Garden VI' })
    await lost.getByText('Another won').waitFor()
    await lost.getByRole('link', { name: 'View the artwork' }).waitFor()
    expect(await seriousFindings(rival.page)).toEqual([])
  })
})

describe('what the demonstration begins with', () => {
  test('is bought at its price, and bid for', async () => {
    const { page } = buyer
    await openSettled(page, plumb, 'pages/nft/nft?tab=artwork&show=fixed')
    const picture = page.getByRole('img', { name: 'Valley at dusk, by Mira Oduya' })
    await poll('its picture', () =>
      picture.evaluate((image) => (image as HTMLImageElement).naturalWidth === 512),
    )
    expect(await seriousFindings(page)).toEqual([])
    const before = await available(buyer)
    await openSettled(page, plumb, 'pages/nft/purchase_one?code=FLOOR-KITCHEN')
    await page.getByRole('button', { name: 'Buy for 60.00 USDT' }).click()
    await page
      .getByRole('dialog', { name: 'Confirm purchase' })
      .getByRole('button', { name: 'Buy for 60.00 USDT' })
      .click()
    await page.locator('[data-page="/pages/nft/myNft"]').waitFor()
    await page.getByText('Kitchen floor').waitFor()
    expect(before - (await available(buyer))).toBe(usdt('60'))

    await payDeposit(buyer, 'CLOCKWORK-1', '30.00')
    await bid(buyer, '300.00', '270.00')
  })
})
