import { generateSync } from 'otplib'
import sharp from 'sharp'
import { addAlert } from '#domain/alert/contract.ts'
import { buyBox, myBoxes, openBox } from '#domain/box/contract.ts'
import { cards, saveInternationalCard } from '#domain/card/contract.ts'
import { approveProposal, consoleLogin } from '#domain/console/contract.ts'
import { faq, newsList } from '#domain/content/published.ts'
import * as contract from '#domain/contract/contract.ts'
import { convert } from '#domain/convert/contract.ts'
import { copyAcceptAgreement, copyFollow, copyLeads } from '#domain/copy/contract.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import * as deposit from '#domain/deposit/contract.ts'
import { buyDual, dualProducts } from '#domain/dual/contract.ts'
import { earnProducts, quoteRedemption, redeem, subscribe } from '#domain/earn/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { gameRound, guessPrice } from '#domain/game/contract.ts'
import { buyIeo, ieoProjects, subscribeIeo } from '#domain/ieo/contract.ts'
import { proposeLoan } from '#domain/loan/console.ts'
import { applyForLoan, repayLoan } from '#domain/loan/contract.ts'
import * as nftConsole from '#domain/nft/console.ts'
import * as nft from '#domain/nft/contract.ts'
import { optionAcceptRisk, optionSubmit } from '#domain/option/contract.ts'
import * as otc from '#domain/otc/contract.ts'
import { quoteSale, submitSale } from '#domain/sale/contract.ts'
import { spotDepth, spotTrade } from '#domain/spot/contract.ts'
import { sendSupportMessage } from '#domain/support/contract.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { upload } from '#domain/upload/contract.ts'
import { login } from '#domain/user/contract.ts'
import { walletTransfer } from '#domain/wallet/contract.ts'
import { cancelWithdrawal, requestWithdrawal } from '#domain/withdrawal/contract.ts'
import { askerAt } from '#server/crash/client.ts'
import { addFunded, emailOf, TRADER_PASSWORD } from '#server/crash/traders.ts'
import { acceptedRisk } from '#server/products/contract/testing.ts'
import { lead } from '#server/products/copy/testing.ts'
import { acceptedRisk as acceptedOptionRisk } from '#server/products/option/testing.ts'
import { addUsableCard, internationalInput } from '#server/testing/cards.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import type { Asker } from '#server/testing/product-testing.ts'
import { mp4 } from '#server/testing/videos.ts'
import { changedData } from './changed-data.ts'
import { demo } from './customer.ts'
import { operatorOf } from './operators.ts'
import { advance, type Plumb, startPlumb } from './plumb.ts'
import { poll } from './poll.ts'

/** A demonstration whose customer has something of every product, on a clock that stands still. */
export interface Filled {
  readonly plumb: Plumb
  /** What the pages that show one thing are asked for, by route. */
  readonly things: Readonly<Record<string, readonly string[]>>
}

/** Who has nothing, and is not verified. */
export const stranger = { email: 'new@plumb.test', password: TRADER_PASSWORD }

/** What lead traders are called. */
const LEADS = ['Ilse M.', 'Noor'] as const

/** What people here have written themselves: it is in no language of the app. */
export const written: readonly string[] = [
  ...['Banco Azul', 'Ana Ferrer', 'Ledger cold', 'Studio Nine', 'Interference', 'Rua Augusta'],
  ...['Mira Oduya', 'Tomas Lind', 'One valley'],
  ...['Plumb Demonstration', 'Demonstration Bank'],
  // Said so in Italian too.
  'margin call',
  ...['The payment is on its way', 'When is a wire credited?'],
]

type Pass = (ms: number) => Promise<unknown>

/** Somebody who is signed in. */
interface Person extends Asker {
  readonly token: string
}

/** What operators do: each proposal is approved by the other. */
interface Two {
  readonly maker: Asker
  readonly checker: Asker
  decided(call: Endpoint, input: Readonly<Record<string, unknown>>): Promise<void>
  /** Sends a picture or a video; returns its id. */
  media(file: Buffer, type?: string): Promise<string>
}

/** Starts a demonstration and does one of everything in it. */
export async function startFilled(): Promise<Filled> {
  const plumb = await startPlumb({ clock: 'virtual', prepare })
  const pass: Pass = (ms) => advance(plumb, ms)
  await pass(5 * SECOND_MS)
  const signedIn = async (contact: string, password: string): Promise<Person> => {
    const token = await askerAt({ url: plumb.url }).ask(login, { contact, password })
    return { token, ...askerAt({ url: plumb.url, token }) }
  }
  const customer = await signedIn(demo.email, demo.password)
  const leader = await signedIn(emailOf(0), TRADER_PASSWORD)
  const two = await bothOperators(plumb)
  await trade(customer, pass)
  const [copied, other] = await copy(customer, leader, pass)
  await moveMoney(plumb, customer)
  const saved = await save(customer, two)
  const artworks = await collect(plumb, customer, two, pass)
  // What is bought can be sold a day later, and interest is paid then.
  for (let hour = 0; hour < 25; hour++) await pass(60 * MINUTE_MS)
  const { items: own } = await customer.ask(nft.ownNfts)
  await customer.ask(nft.resellNft, { id: own[0]!.id, price: '150' })
  await pass(5 * SECOND_MS)
  await customer.ask(optionSubmit, option)
  const otcOrder = await overTheCounter(customer)
  const dual = await buyDualInvestment(customer)
  await talk(customer)
  const { items: news } = await customer.ask(newsList)
  const { items: asked } = await customer.ask(faq)
  return {
    plumb,
    things: {
      ...saved,
      ...artworks,
      'pages/copytrade/trader': [`?id=${copied}`],
      'pages/follow/trader': [`?id=${copied}`],
      'pages/follow/follow': [`?id=${other}`],
      'pages/invest/purchase': [`?id=${dual}`],
      'pages/otc/order': [`?id=${otcOrder}`],
      'pages/common/article': [`?id=${news[0]!.id}`],
      'pages/QA/QA': [`?id=${asked[0]!.id}`],
      'pages/common/webView': ['?url=https://etherscan.io/tx/0x1', ''],
      'pages/system/open-location': ['?address=Rua%20Augusta%2012%2C%20Lisboa'],
    },
  }
}

/** What takes a day to be used, or an operator to be had, is written before the start. */
const prepare = changedData(async ({ database, db, privateData, customer }) => {
  await makeReadyToWithdraw(db, customer)
  await addUsableCard(db, privateData, customer, 1)
  const [one, two, other] = await addFunded(database, 3)
  for (const [n, leader] of [one!, two!].entries()) {
    await lead(db, leader, Date.now())
    await db.updateTable('customer').set({ nickname: LEADS[n]! }).where('id', '=', leader).execute()
  }
  const changes = { email: stranger.email, tier: 'unverified' } as const
  await db.updateTable('customer').set(changes).where('id', '=', other!).execute()
})

async function bothOperators(plumb: Plumb): Promise<Two> {
  const signedIn = async (who: 'maker' | 'checker') => {
    const { email, password, totpSecret } = operatorOf(plumb, who)
    const code = generateSync({ secret: totpSecret })
    const { token } = await askerAt({ url: plumb.consoleUrl }).ask(consoleLogin, { email, password, code })
    return { token, ...askerAt({ url: plumb.consoleUrl, token }) }
  }
  const [maker, checker] = [await signedIn('maker'), await signedIn('checker')]
  return {
    ...{ maker, checker },
    async decided(call, input) {
      const { id } = (await maker.ask(call, { ...input, reason: 'for a demonstration' })) as { id: string }
      await checker.ask(approveProposal, { id, reason: 'seen' })
    },
    async media(file, type = 'image/png') {
      const sent = { url: plumb.consoleUrl, token: maker.token }
      return (await send<{ id: string }>(sent, nftConsole.uploadNftMedia, file, type)).id
    },
  }
}

/** Sends a file. */
async function send<T>(
  { url, token }: { readonly url: string; readonly token: string },
  { path }: Endpoint,
  file: Buffer,
  type = 'image/png',
): Promise<T> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(file)], { type }), 'file')
  const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers: { authorization: token }, body })
  const { data, error } = (await answer.json()) as { data: T; error?: string }
  if (error) throw new Error(`${path} was refused: ${error}`)
  return data
}

const picture = (color: string, width = 480, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

const long = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '5' } as const
const ether = { ...long, symbol: 'ETH-USDT', lots: '0.1' } as const
const option = {
  ...{ symbol: 'BTC-USDT', currency: 'USDT', direction: 'rise', seconds: 60, stake: '10' },
} as const

/** Orders that are filled and open, contracts that are open, waiting and closed, and a seconds option. */
async function trade(customer: Person, pass: Pass): Promise<void> {
  await poll('somebody to trade with', async () => {
    await pass(SECOND_MS)
    return (await customer.ask(spotDepth, { symbol: 'BTC-USDT' })).asks.length > 0
  })
  const order = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.01' } as const
  await customer.ask(spotTrade, { ...order, orderType: 'market' })
  await customer.ask(spotTrade, { ...order, orderType: 'limit', limitPrice: '15000' })
  await customer.ask(contract.contractAcceptRisk, acceptedRisk)
  await customer.ask(contract.contractSubmit, long)
  await customer.ask(contract.contractSubmit, { ...long, limitPrice: '17000' })
  const { id } = await customer.ask(contract.contractSubmit, ether)
  await customer.ask(contract.contractClose, { id })
  await customer.ask(optionAcceptRisk, acceptedOptionRisk)
  await customer.ask(optionSubmit, option)
  // Second by second: its exit needs a price that is fresh.
  for (let n = 0; n < 64; n++) await pass(SECOND_MS)
  await customer.ask(addAlert, { symbol: 'BTC-USDT', condition: 'move', percent: '5' })
  await pass(2 * SECOND_MS)
}

/** Copies of what a lead opens and closes; returns that lead and one who is not copied. */
async function copy(customer: Person, leader: Person, pass: Pass): Promise<[string, string]> {
  await leader.ask(contract.contractAcceptRisk, acceptedRisk)
  const { items } = await customer.ask(copyLeads)
  const leadOf = (name: string) => items.find(({ nickname }) => nickname === name)!.id
  const leadId = leadOf(LEADS[0])
  await customer.ask(copyAcceptAgreement, { version: COPY_AGREEMENT_VERSION })
  await customer.ask(copyFollow, { leadId, number: '50', mode: 'amount' })
  const { id } = await leader.ask(contract.contractSubmit, long)
  await leader.ask(contract.contractSubmit, ether)
  await pass(2 * SECOND_MS)
  await leader.ask(contract.contractClose, { id })
  await pass(2 * SECOND_MS)
  return [leadId, leadOf(LEADS[1])]
}

/** Deposits, withdrawals, a transfer, a conversion and a sale for dollars. */
async function moveMoney(plumb: Plumb, customer: Person): Promise<void> {
  const sent = { url: plumb.url, token: customer.token }
  const image = await send<string>(sent, upload, await picture('#335577'))
  const way = { currency: 'USDT', network: 'TRC20' } as const
  const { address } = await customer.ask(deposit.depositAddress, way)
  const claim = { ...way, address, image, sender: 'Ana Ferrer', amount: '125', hashTail: 'a1b2c3' }
  await customer.ask(deposit.requestDeposit, claim)
  const { items: accounts } = await customer.ask(deposit.bankAccounts, { currency: 'USD' })
  const wire = { accountId: accounts[0]!.id, currency: 'USD', way: 'wire', remitter: 'Ana Ferrer' }
  await customer.ask(deposit.requestBankDeposit, { ...wire, amount: '750' })
  const withdrawal = { ...way, address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD }
  const { id } = await customer.ask(requestWithdrawal, { ...withdrawal, amount: '25' })
  await customer.ask(cancelWithdrawal, { id })
  await customer.ask(requestWithdrawal, { ...withdrawal, amount: '40' })
  await customer.ask(walletTransfer, { currency: 'USDT', amount: '12.5', from: 'funding', to: 'options' })
  await customer.ask(convert, { from: 'USDT', to: 'ETH', amount: '125' })
  await customer.ask(saveInternationalCard, internationalInput(2))
  const { items: own } = await customer.ask(cards)
  const quote = await customer.ask(quoteSale, { currency: 'USDT', amount: '25', cardId: own[0]!.id })
  await customer.ask(submitSale, { quoteId: quote.quoteId, payPassword: PAY_PASSWORD })
}

/** A purchase that is to be paid; returns it. */
async function overTheCounter(customer: Person): Promise<string> {
  const { items } = await customer.ask(otc.otcOffers, { side: 'sell', currency: 'USDT', fiat: 'USD' })
  const order = { offerId: items[0]!.id, amount: '25', payment: 'domestic' } as const
  const { id } = await customer.ask(otc.placeOtcOrder, order)
  await customer.ask(otc.sendOtcMessage, { id, text: 'The payment is on its way' })
  return id
}

/** Savings of every kind, a loan that is paid out, and two orders of a new coin. */
async function save(customer: Person, { maker, checker }: Two): Promise<Filled['things']> {
  const chosen = new Map<string, string>()
  for (const [kind, coin] of [
    ['locked', 'USDT'],
    ['mining', 'ETH'],
    ['quantization', 'USDT'],
  ] as const) {
    const { products } = await customer.ask(earnProducts, { kind })
    const { id: productId, minimum } = products.find(({ currency }) => currency === coin)!
    chosen.set(kind, productId)
    await customer.ask(subscribe, { productId, amount: minimum })
    const { id } = await customer.ask(subscribe, { productId, amount: minimum })
    if (kind !== 'locked') continue
    const { quoteId } = await customer.ask(quoteRedemption, { id })
    await customer.ask(redeem, { id, quoteId })
  }
  const loan = await customer.ask(applyForLoan, { amount: '500', days: '30' })
  const { proposal } = await maker.ask(proposeLoan, { id: loan.id, reason: 'for a demonstration' })
  await checker.ask(approveProposal, { id: proposal!.id, reason: 'seen' })
  await customer.ask(repayLoan, { id: loan.id, amount: '100' })
  const { items: projects } = await customer.ask(ieoProjects)
  const project = projects.find(({ code }) => code === 'TSR')!
  await customer.ask(buyIeo, { projectId: project.id, amount: '25' })
  await customer.ask(subscribeIeo, { projectId: project.id, amount: '50' })
  return {
    'pages/lockming/lockming': ['', '?kind=mining'],
    'pages/lockming/order': ['', '?kind=mining'],
    'pages/lockming/buy': [`?id=${chosen.get('locked')}`, `?kind=mining&id=${chosen.get('mining')}`],
    'pages/ieo/subscribe': [`?id=${project.id}`],
    'pages/common/borrowing': [`?id=${loan.id}`],
  }
}

/** Returns the product, which is still open. */
async function buyDualInvestment(customer: Person): Promise<string> {
  const { items } = await customer.ask(dualProducts, { type: 'put' })
  const { id } = items.find(({ availability }) => availability === 'open')!
  await customer.ask(buyDual, { productId: id, num: '1' })
  return id
}

/** A question to the service, and a guess in the game. */
async function talk(customer: Person): Promise<void> {
  await customer.ask(sendSupportMessage, { text: 'When is a wire credited?' })
  const { open } = await customer.ask(gameRound)
  await customer.ask(guessPrice, { roundId: open.id, price: '17800' })
}

/** Artworks on sale, in an auction, with a video, owned, and out of a box. */
async function collect(plumb: Plumb, customer: Person, two: Two, pass: Pass): Promise<Filled['things']> {
  const nowMs = await advance(plumb, 0)
  const { items: artists } = await customer.ask(nft.nftArtists)
  const artistId = artists[0]!.id
  const [poster, video] = [await two.media(await picture('#553366')), await two.media(mp4(), 'video/mp4')]
  const made = { artistId, royaltyBps: '0', description: 'A field of waves, drawn until they meet' }
  const all = [
    ['WAVE-1', 'Interference No. 1', { media: await two.media(await picture('#336655')) }],
    ['WAVE-2', 'Interference No. 2', { media: await two.media(await picture('#665533')) }],
    ['WAVE-3', 'Interference No. 3', { media: await two.media(await picture('#663344')) }],
    ['WAVE-4', 'Interference, moving', { media: video, poster }],
  ] as const
  for (const [code, title, shown] of all)
    await two.decided(nftConsole.proposeNftArtwork, { ...made, code, title, ...shown })
  const { items } = await two.maker.ask(nftConsole.consoleNftArtworks)
  const moments = { opensAtMs: String(nowMs), endsAtMs: String(nowMs + 6 * DAY_MS) }
  for (const { id, code } of items.filter((one) => one.code.startsWith('WAVE'))) {
    const offer = code === 'WAVE-2' ? 'auction' : 'fixed'
    await two.decided(nftConsole.proposeNftOffer, { id, offer, price: '120', ...moments })
  }
  await pass(2 * SECOND_MS)
  await customer.ask(nft.buyNft, { code: 'WAVE-1', price: '120' })
  await customer.ask(nft.payNftMargin, { code: 'WAVE-2' })
  await customer.ask(nft.bidNft, { code: 'WAVE-2', price: '130' })
  await customer.ask(nft.collectNft, { code: 'WAVE-3' })
  const { id } = await customer.ask(buyBox, { code: 'TIDES', clientSeed: 'my-own-seed-of-today' })
  await poll('the draw', async () => {
    await pass(2 * SECOND_MS)
    return (await customer.ask(myBoxes)).items[0]!.state === 'drawn'
  })
  await customer.ask(openBox, { id })
  const { items: own } = await customer.ask(nft.ownNfts)
  return {
    'pages/nft/nft': ['', '?tab=artwork', '?tab=collection', '?tab=search&q=wave'],
    'pages/nft/artistDetail': [`?id=${artistId}`],
    'pages/nft/artworkDetail': ['?code=WAVE-3', '?code=WAVE-2', '?code=WAVE-1'],
    'pages/nft/artworkDetail_video': ['?code=WAVE-4'],
    'pages/nft/purchase_one': ['?code=WAVE-3'],
    'pages/nft/resell': [`?code=${own[0]!.code}`],
    'pages/nft/box': ['?code=LANTERN'],
  }
}
