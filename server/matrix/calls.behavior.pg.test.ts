import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyBox } from '#domain/box/contract.ts'
import { cards } from '#domain/card/contract.ts'
import { contractClose, contractSubmit } from '#domain/contract/contract.ts'
import { quoteConversion } from '#domain/convert/contract.ts'
import { acceptLead, consoleLeads } from '#domain/copy/console.ts'
import * as copy from '#domain/copy/contract.ts'
import { bankAccounts, depositAddress } from '#domain/deposit/contract.ts'
import { ieoProject } from '#domain/ieo/contract.ts'
import { quoteOf, watchlistAdd } from '#domain/market/contract.ts'
import { bidNft, collectNft } from '#domain/nft/contract.ts'
import { invite } from '#domain/user/contract.ts'
import { walletMessage } from '#domain/user/wallet-sign-in.ts'
import { tronAddress } from '#server/testing/addresses.ts'
import { cardInput, internationalInput } from '#server/testing/cards.ts'
import { PASSWORD } from '#server/testing/customers.ts'
import { evmAddress, signPersonal } from '#server/testing/evm-signer.ts'
import { doOneOfEach, type Exchange, openExchange, type Person } from '#server/testing/exchange.ts'
import { giveFunds } from '#server/testing/funds.ts'
import { PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import { newPicture, pictureOfCodes } from '#server/testing/pictures.ts'
import type { Things } from '#server/testing/product-testing.ts'
import { type SpecifiedCall, specifiedCalls } from '#server/testing/specified-calls.ts'

/**
 * Every call of the specification, made over HTTP as its clients make them: by its path and method, with its names and
 * values, as a form and as JSON. Each is made where it succeeds; what it needs is made for each time anew.
 */

type Fields = Readonly<Record<string, string>>
type Encoding = 'query' | 'form' | 'json'

/** What a call is made with: fields by the specification's names, and who makes it. */
interface Prepared {
  readonly fields?: Fields
  /** The token of whoever calls, where it is not Alice; empty for a visitor. */
  readonly as?: string
  readonly file?: Blob
}

interface Envelope {
  readonly status: number
  readonly type: string | null
  readonly body: Readonly<Record<string, unknown>>
}

const NEW_PASSWORD = 'birchTree8'

let exchange: Exchange
let origin: string
let alice: Person
/** Whoever leads, and is followed by Alice. */
let lead: Person
let leadId = ''
let things: Things
beforeAll(async () => {
  exchange = await openExchange()
  origin = await exchange.listen('customers')
  alice = exchange.alice
  things = await doOneOfEach(exchange, alice)
  lead = await exchange.newPerson('lead', 'advanced')
  await beginLeading()
})
afterAll(() => exchange?.close())

/** Has somebody lead, with a trade that is over. */
async function beginLeading(): Promise<void> {
  await lead.ask(copy.copyApply, { introduction: 'I lead' })
  const { items } = await exchange.maker.ask(consoleLeads, { status: 'under-review' })
  leadId = items[0]!.id
  await exchange.maker.ask(acceptLead, { id: leadId, reason: 'seen by a test' })
  await lead.ask(contractClose, { id: (await lead.ask(contractSubmit, market)).id })
}

const market = { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '10' }

/** A position that Alice has copied. */
async function copied(): Promise<string> {
  await fresh('/follow/follow')
  await alice.ask(copy.copyFollow, { leadId, mode: 'ratio', number: '1' })
  await lead.ask(contractSubmit, market)
  await exchange.advance(1_000)
  const { items } = await alice.ask(copy.copyPositions, { isOpen: '1' })
  return items[0]!.id
}

let numbers = 0
/** Another each time. */
const next = () => ++numbers

/** What a product's tests make for an effect of its call, as the fields that name it. */
async function fresh(path: string): Promise<Record<string, string>> {
  const effects = exchange.tested.flatMap(({ testing }) => testing.matrix?.effects ?? [])
  const { prepare } = effects.find(({ call }) => call.path === path)!
  return Object.fromEntries(
    Object.entries(await prepare(alice)).map(([name, value]) => [name, String(value)]),
  )
}
const freshId = async (path: string): Promise<Fields> => ({ id: (await fresh(path)).id! })
const freshCode = async (path: string): Promise<Fields> => ({ code: (await fresh(path)).code! })

/** The code in the newest message to a contact. */
async function codeTo(contact: string): Promise<string> {
  const rows = await exchange.db.selectFrom('outbox').select('payload').orderBy('id', 'desc').execute()
  const messages = rows.map(({ payload }) => payload as { to?: string; text?: string })
  return /\b\d{6}\b/.exec(messages.find(({ to }) => to === contact)?.text ?? '')![0]
}

const newEmail = () => `visitor-${next()}@calls.test`
const newMobile = () => `61234${String(next()).padStart(4, '0')}`

async function withCode(scene: 'register' | 'forget', email = newEmail()) {
  await send({ method: 'POST', path: '/sms_mail' }, 'form', { as: '', fields: { user_string: email, scene } })
  return { user_string: email, code: await codeTo(email) }
}

/** Somebody with both contacts. */
async function withContacts(tier: 'unverified' | 'basic'): Promise<Person & { mobile: string }> {
  const one = await exchange.newPerson(`someone${next()}`, tier)
  const mobile = `+34${newMobile()}`
  await sql`update customer set mobile = ${mobile} where id = ${one.id}`.execute(exchange.db)
  return { ...one, mobile }
}

const priceOf = async (part: number) =>
  ((Number((await alice.ask(quoteOf, { symbol: 'BTC-USDT' })).lastPrice) * part) | 0).toFixed(2)

async function upload(token = alice.token, picture = newPicture()): Promise<string> {
  const file = new Blob([await picture], { type: 'image/png' })
  const { body } = await send({ method: 'POST', path: '/upload' }, 'form', { as: token, file })
  return body.message as string
}

/** A box of Alice's that is drawn, with the seed that she bought it with. */
async function drawnBox(): Promise<Fields> {
  const client_seed = `seed-of-calls-${next()}`
  const { id } = await alice.ask(buyBox, { code: 'BOXA', clientSeed: client_seed })
  await exchange.advance(3_000)
  await exchange.runJobs()
  return { id, client_seed }
}

const newWallet = () => new Uint8Array(32).fill(9).with(0, next())

async function signedBy(key: Uint8Array) {
  const address = evmAddress(key)
  const { message } = await alice.ask(walletMessage, { address, chainId: '1' })
  return { address, message, signature: signPersonal(message, key) }
}

const page: Fields = { page: '1', limit: '10' }

/** What each call takes here; `n` is 0 the first time. A call that is not named takes nothing. */
const prepared: Readonly<Record<string, (n: number) => Prepared | Promise<Prepared>>> = {
  '/project': () => ({ fields: page }),
  '/project/detail': () => ({ fields: { project_id: '1' } }),
  '/project/buy': () => ({ fields: { project_id: '1', total_price: '10' } }),
  async '/project/order'() {
    const { price } = await alice.ask(ieoProject, { projectId: '1' })
    return { fields: { project_id: '1', amount: '5', pay_currency: 'USDT', price } }
  },
  '/user/project/order': (n) => ({ fields: { ...page, ...(n > 0 && { status: 'waiting' }) } }),
  '/getSetting': () => ({ fields: { keyword: 'risk_notice' } }),
  '/user/jiedai': async () => ({ fields: await fresh('/user/jiedai') }),
  '/user/Getjiedaiht': () => ({ fields: { id: things.loan! } }),
  async '/real/newreal'(n) {
    const one = await withContacts('basic')
    return {
      as: one.token,
      fields: {
        ...{ first_name: 'Ana', last_name: 'Ferrer', gender: 'female', birthday: '1988-05-14' },
        ...{ country: 'PT', address: 'Rua Augusta 12, Lisboa', phone: one.mobile, email: one.email },
        ...{ id_type: n === 0 ? '1' : 'passport', card_id: `X77${next()}88` },
        front_pic: await upload(one.token),
        reverse_pic: await upload(one.token),
        hand_pic: await upload(one.token),
      },
    }
  },
  '/dual/index': () => ({ fields: { currency_id: 'BTC', type: 'call' } }),
  '/dual/detail': () => ({ fields: { id: '2' } }),
  '/dual/buyDual': () => ({ fields: { id: '2', num: '1' } }),
  '/dual/dual_list': () => ({ fields: { ...page, status: 'normal' } }),
  '/dual/dual_cancle': async () => ({ fields: await freshId('/dual/dual_cancle') }),
  async '/user/dologin'(n) {
    if (n === 0) {
      const { mobile } = await withContacts('basic')
      const [area_code, user_string] = ['34', mobile.replace('+34', '')]
      return { as: '', fields: { user_string, area_code, password: PASSWORD } }
    }
    const wallet = newWallet()
    const opening = { as: '', fields: await signedBy(wallet) }
    await send({ method: 'POST', path: '/user/doregister' }, 'form', opening)
    return { as: '', fields: await signedBy(wallet) }
  },
  async '/user/doregister'() {
    const { code: extension_code } = await alice.ask(invite, {})
    return { as: '', fields: { ...(await signedBy(newWallet())), extension_code } }
  },
  '/sms_mail': (n) => ({
    as: '',
    fields:
      n === 0
        ? { user_string: newEmail(), scene: 'register', type: 'email' }
        : { user_string: newMobile(), scene: 'register', area_code: '34' },
  }),
  '/user/check_email': async () => ({ as: '', fields: await withCode('register') }),
  async '/user/register'() {
    const { code: extension_code } = await alice.ask(invite, {})
    const passwords = { password: NEW_PASSWORD, re_password: NEW_PASSWORD }
    return {
      as: '',
      fields: { ...(await withCode('register')), ...passwords, extension_code, type: 'email' },
    }
  },
  '/user/login': () => ({
    as: '',
    fields: { user_string: alice.email, password: PASSWORD, extension_code: 'TEST1' },
  }),
  '/user/logout': async () => ({ as: (await exchange.newPerson(`leaves${next()}`, 'basic')).token }),
  async '/user/forget'() {
    const { email } = await exchange.newPerson(`forgets${next()}`, 'basic')
    const passwords = { password: NEW_PASSWORD, re_password: NEW_PASSWORD }
    return { as: '', fields: { ...(await withCode('forget', email)), ...passwords } }
  },
  async '/safe/update_password'(n) {
    const { token, email } = await exchange.newPerson(`changes${next()}`, 'basic')
    const passwords = { password: NEW_PASSWORD, re_password: NEW_PASSWORD }
    if (n === 0) return { as: token, fields: { old_password: PASSWORD, ...passwords } }
    const asked = { as: token, fields: { user_string: email, scene: 'password' } }
    await send({ method: 'POST', path: '/sms_mail' }, 'form', asked)
    return { as: token, fields: { code: await codeTo(email), ...passwords } }
  },
  '/sms_send': () => ({ as: '', fields: { area_code: '34', mobile: newMobile(), scene: 'register' } }),
  async '/safe/mobile'() {
    const { token } = await exchange.newPerson(`calls${next()}`, 'basic')
    const [area_code, mobile] = ['34', newMobile()]
    await send({ method: 'POST', path: '/sms_send' }, 'form', { as: token, fields: { area_code, mobile } })
    const code = await codeTo(`+${area_code}${mobile}`)
    return { as: token, fields: { mobile, code, area_code, password: PASSWORD } }
  },
  async '/user/real'(n) {
    const { token } = await withContacts('unverified')
    const said = { name: 'Ana Ferrer', card_id: `Y77${next()}88` }
    const photos = async () => ({ front_pic: await upload(token), reverse_pic: await upload(token) })
    const types = n === 0 ? { id_type: '2', real_type: '1' } : { id_type: 'id_card', real_type: '2' }
    return { as: token, fields: { ...said, ...types, ...(n > 0 && (await photos())) } }
  },
  async '/user/wallet/save'() {
    const address = tronAddress(8_000 + next())
    const qrcode = await upload(alice.token, pictureOfCodes(address))
    return { fields: { currency: 'USDT', sub_type: 'TRC20', name: 'Cold', address, qrcode } }
  },
  '/user/wallet/list': () => ({ fields: { currency: 'USDT' } }),
  '/user/uploadHeadPortrait': async () => ({ fields: { head_portrait: await upload() } }),
  '/user/editNickname': (n) => ({ fields: { nickname: `Ana ${n}`, signature: 'I trade slowly' } }),
  '/user/cash_save': () => ({ fields: cardFields(cardInput(500 + next())) }),
  '/user/cash_save_international': () => ({ fields: cardFields(internationalInput(500 + next())) }),
  '/news/list': (n) => ({ fields: { c_id: n === 0 ? '1' : 'announcements', ...page } }),
  '/news/detail': () => ({ fields: { id: '900002' } }),
  '/mailMessage/getList': () => ({ fields: page }),
  '/mailMessage/detail': () => ({ fields: { id: things.notice! } }),
  '/currency/optionalquotation': () => ({ fields: { is_class: '2' } }),
  async '/wallet/Wiretransfer'() {
    const { items } = await alice.ask(bankAccounts, { currency: 'USD' })
    return {
      fields: {
        ...{ account: items[0]!.id, amount: `80.${10 + next()}`, currency: 'USD', sub_type: 'wire' },
        ...{ image: await upload(), remitter: 'A. Sender' },
      },
    }
  },
  '/wallet/get_info': () => ({ fields: { currency: 'USDT' } }),
  '/wallet/get_in_address': () => ({ fields: { currency: 'USDT', sub_type: 'TRC20' } }),
  async '/wallet/charge_req'() {
    const { address } = await alice.ask(depositAddress, { currency: 'USDT', network: 'TRC20' })
    return {
      fields: {
        ...{ account: 'A. Sender', amount: `30.${10 + next()}`, currency: 'USDT', sub_type: 'TRC20' },
        ...{ address, image: await upload(), hash_tail: 'a1b2c3' },
      },
    }
  },
  '/wallet/detail': () => ({ fields: { currency: 'USDT', type: 'legal' } }),
  '/wallet/legal_log': () => ({ fields: { currency: 'USDT', type: 'legal', ...page } }),
  '/user/getTransferList': () => ({ fields: page }),
  // With an amount, and for the rate and the fee alone.
  '/user/getTransferFee': (n) => ({
    fields: { from_currency_id: 'USDT', to_currency_id: 'BTC', ...(n === 0 && { number: '25' }) },
  }),
  async '/user/Transfer'(n) {
    const fields = { number: '25', from_currency_id: 'USDT', to_currency_id: 'BTC' }
    if (n === 0) return { fields }
    const { quoteId } = await alice.ask(quoteConversion, { from: 'USDT', to: 'BTC', amount: '25' })
    return { fields: { ...fields, quote_id: quoteId! } }
  },
  '/wallet/change': () => ({
    fields: { currency_id: 'USDT', number: '1', from_field: 'legal', to_field: 'micro' },
  }),
  // To an address, and to a card.
  async '/wallet/out'(n) {
    const toAddress = { currency: 'USDT', number: '25', address: PAYEE_ADDRESS, sub_type: 'TRC20' }
    if (n === 0) return { fields: { ...toAddress, pay_password: PAY_PASSWORD } }
    await giveFunds(exchange.db, alice.id, [['funding', 'USD', '100']], exchange.clock.nowMs())
    const { items } = await alice.ask(cards)
    const toCard = { currency: 'USD', number: '25', bank: 'domestic', card_id: items.at(-1)!.id }
    // She has no second factor: nobody looks at the code.
    return { fields: { ...toCard, pay_password: PAY_PASSWORD, code: '123456' } }
  },
  '/recharge/log': () => ({ fields: { type: '0', ...page } }),
  '/wallet/hzhistory': () => ({ fields: page }),
  '/user/withdraw/list': () => ({ fields: page }),
  '/currency/new_timeshar': () => {
    const untilSeconds = Math.floor(Date.UTC(2026, 2, 2, 12) / 1_000)
    return {
      fields: {
        ...{ from: String(untilSeconds - 3_600), to: `${untilSeconds}000`, symbol: 'BTC/USDT', period: '1m' },
      },
    }
  },
  async '/optional/list'() {
    await alice.ask(watchlistAdd, { symbol: 'BTC-USDT' })
    return {}
  },
  '/optional/add': () => ({ fields: { currency_id: 'ETH/USDT' } }),
  '/optional/del': () => ({ fields: { currency_id: 'ETH-USDT' } }),
  '/lever/deal': () => ({ fields: { currency_id: 'BTC-USDT', legal_id: 'USDT' } }),
  async '/lever/submit'(n) {
    const at = { currency_id: 'BTC-USDT', legal_id: 'USDT', share: '0.01', multiple: '10' }
    const stops = {
      target_profit_price: await priceOf(1.2),
      stop_loss_price: await priceOf(0.96),
    }
    const limit = n === 0 ? { type: '1' } : { type: 'buy', target_price: await priceOf(0.98) }
    return { fields: { ...at, ...limit, ...stops } }
  },
  '/lever/dealall': () => ({ fields: { currency_id: 'BTC-USDT', legal_id: 'USDT', ...page } }),
  '/lever/close': async () => ({ fields: { ...(await freshId('/lever/close')), share: '0.01' } }),
  '/lever/setstop': async () => ({
    fields: {
      ...(await freshId('/lever/setstop')),
      ...{ target_profit_price: await priceOf(1.1), stop_loss_price: await priceOf(0.97) },
    },
  }),
  async '/lever/batch_close'(n) {
    await fresh('/lever/batch_close')
    return { fields: { type: n === 0 ? '0' : 'long' } }
  },
  '/lever/my_trade': (n) => ({ fields: { status: n === 0 ? '2' : 'closed', ...page } }),
  '/microtrade/lists': () => ({ fields: { match_id: 'BTC-USDT', status: '1', ...page } }),
  '/microtrade/get_result': () => ({ fields: { id: things.openOption! } }),
  async '/microtrade/submit'(n) {
    await fresh('/microtrade/submit')
    const type = n === 0 ? '1' : 'fall'
    return { fields: { match_id: 'BTC-USDT', currency_id: 'USDT', type, seconds: '60', number: '10' } }
  },
  '/coin/trade': async (n) => ({
    fields: {
      ...{ amount: '0.001', target_price: await priceOf(0.95), currency_id: 'BTC', legal_id: 'USDT' },
      type: n === 0 ? '1' : 'buy',
    },
  }),
  '/coin/list': () => ({ fields: { status: 'open', ...page } }),
  '/lh/deposit/order': () => ({ fields: { ...page, status: 'normal' } }),
  async '/lh/deposit'() {
    const { productId, amount } = await fresh('/lh/deposit')
    return { fields: { config_id: productId!, amount: amount! } }
  },
  '/lh/deposit/order/cancel': async () => ({ fields: await freshId('/lh/deposit/order/cancel') }),
  '/follow/index': () => ({ fields: page }),
  '/follow/traderDetail': () => ({ fields: { trader_user_id: leadId } }),
  '/follow/historyTrade': () => ({ fields: { trader_user_id: leadId, ...page } }),
  async '/follow/follow'(n) {
    const { leadId: id } = await fresh('/follow/follow')
    return { fields: { trader_user_id: id!, number: n === 0 ? '100' : '0.5', type: n === 0 ? '1' : 'ratio' } }
  },
  '/follow/cancel': async () => ({
    fields: { follow_user_id: (await fresh('/follow/cancel')).relationId!, mode: 'close' },
  }),
  '/follow/selfHolding': async (n) => ({ fields: n === 0 ? { transaction_id: await copied() } : page }),
  '/bind_box/getBoxList': () => ({ fields: page }),
  '/bind_box/getBoxDetail': () => ({ fields: { code: 'BOXA' } }),
  '/bind_box/getArtist': () => ({ fields: page }),
  '/bind_box/getArtistDetail': () => ({ fields: { id: '1' } }),
  '/bind_box/collect': () => ({ fields: { code: 'MATRIX' } }),
  async '/bind_box/getCollection'(n) {
    if (n < 2) return { fields: page }
    // Hers are those of which she marked an artwork.
    const mark = () => alice.ask(collectNft, { code: 'MATRIX' })
    if (!(await mark()).isFavourite) await mark()
    return { fields: { ...page, mine: '1' } }
  },
  '/bind_box/buyNFT': async () => ({ fields: await freshCode('/bind_box/buyNFT') }),
  '/bind_box/marginNFT': async () => ({ fields: await freshCode('/bind_box/marginNFT') }),
  async '/bind_box/auctionNFT'() {
    const { code, price } = await fresh('/bind_box/auctionNFT')
    return { fields: { code: code!, price: price! } }
  },
  async '/bind_box/getBindBoxQuotationLog'() {
    const { code, price } = await fresh('/bind_box/auctionNFT')
    await alice.ask(bidNft, { code, price })
    return { fields: { code: code! } }
  },
  '/bind_box/getMyNFTs': () => ({ fields: page }),
  '/bind_box/getMyBindBoxQuotationLog': () => ({ fields: page }),
  '/bind_box/openBlindBox': async () => ({ fields: await drawnBox() }),
  async '/bind_box/resellNFT'() {
    const { id, price } = await fresh('/bind_box/resellNFT')
    return { fields: { id: id!, price: price! } }
  },
  '/bind_box/readNFTOrderMessage': () => ({ fields: { id: things.nftOrder! } }),
  '/bind_box/payNFTOrder': async () => ({ fields: await freshId('/bind_box/payNFTOrder') }),
  '/upload': async () => ({ file: new Blob([await newPicture()], { type: 'image/png' }) }),
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const cardFields = (card: Fields): Fields =>
  Object.fromEntries(Object.entries(card).map(([name, value]) => [snake(name), value]))

/** Sends a call as the specification's helpers do: with the token in a header, the language and the customer in each. */
async function send(
  { method, path }: { readonly method: 'GET' | 'POST'; readonly path: string },
  encoding: Encoding,
  { fields = {}, as = alice.token, file }: Prepared,
): Promise<Envelope> {
  const all = { ...fields, lang: 'en', uid: String(alice.id) }
  const query = new URLSearchParams(all)
  const url = `${origin}/api${path}`
  const headers = as === '' ? {} : { authorization: as }
  const response = await (file
    ? fetch(url, { method, headers, body: formOf(file) })
    : encoding === 'query'
      ? fetch(`${url}?${query}`, { method, headers })
      : encoding === 'form'
        ? fetch(url, { method, headers, body: query })
        : fetch(url, {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(all),
          }))
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.json()) as Record<string, unknown>,
  }
}

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file, 'photo.png')
  return form
}

/** How a call is made here: by each method that the specification gives it, and by each way to say its fields. */
function waysOf({ method, path }: SpecifiedCall): (readonly ['GET' | 'POST', Encoding])[] {
  const get = [['GET', 'query']] as const
  const post = [
    ['POST', 'form'],
    ['POST', 'json'],
  ] as const
  // A query has no second way to say its fields: it is asked for twice.
  if (method === 'GET') return [...get, ...get]
  return method === 'POST' || CHANGING.has(path) ? [...post] : [...get, ...post]
}

/** Calls of artworks that change something: by POST alone. Source: rulings, section 2. */
const CHANGING = new Set(
  ['collect', 'buyNFT', 'marginNFT', 'auctionNFT', 'openBlindBox', 'resellNFT', 'readNFTOrderMessage']
    .concat('payNFTOrder')
    .map((name) => `/bind_box/${name}`),
)

/** Every name in an answer, however deep. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(namesIn)
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner]
}

/** What was sent with a call, whichever way. */
const sent = new Set<string>()

describe('the specification’s call', () => {
  test.each(specifiedCalls.map((call) => [call.path, call] as const))(
    '%s answers by its method, names and values',
    async (path, call) => {
      for (const [n, [method, encoding]] of waysOf(call).entries()) {
        const given = (await prepared[path]?.(n)) ?? {}
        const names = given.file ? ['file'] : Object.keys(given.fields ?? {})
        const known = call.takes.map((name) => name.replace('?', ''))
        expect(names.filter((name) => !known.includes(name))).toEqual([])
        expect(names).toEqual(expect.arrayContaining(call.takes.filter((name) => !name.endsWith('?'))))
        for (const name of names) sent.add(`${path} ${name}`)

        const { status, type, body } = await send({ method, path }, encoding, given)
        expect([path, method, encoding, body.error, body.message]).toEqual([
          path,
          method,
          encoding,
          undefined,
          body.data,
        ])
        expect([status, type, Object.keys(body)]).toEqual([
          200,
          'application/json; charset=utf-8',
          ['type', 'code', 'message', 'data'],
        ])
        expect([body.type, body.code]).toEqual([1, 1])
        expect(namesIn(body.data)).toEqual(expect.arrayContaining([...call.answers]))
        if (call.answers.length === 0) expect(body.message).toEqual(expect.stringMatching(/^\S{20,}$/))
      }
    },
  )

  test.each([...CHANGING])('%s changes nothing by GET', async (path) => {
    const { body } = await send({ method: 'GET', path }, 'query', (await prepared[path]!(0)) ?? {})
    expect(body.error).toBe('METHOD_NOT_ALLOWED')
  })
})

// Each by itself above: there are so many, and nothing is prepared for another.
test('all 122 calls were made', () => {
  const paths = new Set(specifiedCalls.map(({ path }) => path))
  expect([specifiedCalls.length, paths.size]).toEqual([122, 122])
  expect(Object.keys(prepared).filter((path) => !paths.has(path))).toEqual([])
})

test('each parameter was sent, also what may be left out', () => {
  const taken = specifiedCalls.flatMap(({ path, takes }) =>
    takes.map((name) => `${path} ${name.replace('?', '')}`),
  )
  expect(taken.filter((name) => !sent.has(name))).toEqual([])
})
