import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usdtContracts } from '#domain/chain/chains.ts'
import { readAddress } from '#domain/deposit/addresses.ts'
import * as calls from '#domain/withdrawal/contract.ts'
import { tronAddress } from '#server/testing/addresses.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { newPicture, pictureOfCodes } from '#server/testing/pictures.ts'

/** An address that is saved with a picture of its QR code. */
let app: TestApp
let customer: TestCustomer
let number = 0

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

beforeAll(async () => {
  app = await openTestApp()
  customer = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
})
afterAll(() => app.close())

const newAddress = () => tronAddress(9_000 + ++number)
const sent = async (picture: Promise<Buffer>, who = customer) => app.uploads.keep(who.id, await picture)
const save = (address: string, picture: string, change: Record<string, string> = {}) =>
  app.call(
    calls.saveAddress,
    { ...{ currency: 'USDT', network: 'TRC20', name: 'Cold', address, picture }, ...change },
    customer.token,
  )
const saved = async () =>
  (await app.call(calls.savedAddresses, {}, customer.token)).data.items.map(
    ({ address }: calls.SavedAddress) => address,
  )

describe('a picture of an address', () => {
  test('with its code is taken, and is not kept', async () => {
    const address = newAddress()
    const picture = await sent(pictureOfCodes(address))
    expect((await save(address, picture)).data).toMatchObject({ address, network: 'TRC20' })
    expect(await app.uploads.readUpload(picture)).toBeUndefined()
  })

  test('is read as a photo as well, and with a URI in it', async () => {
    const address = newAddress()
    const photo = pictureOfCodes(`tron:${address}?amount=1`).then((png) =>
      sharp(png).rotate(8, { background: '#ddd' }).resize(2_400).blur(1.2).jpeg({ quality: 70 }).toBuffer(),
    )
    expect((await save(address, await sent(photo))).data).toMatchObject({ address })
  })

  test('says a token by its contract, however the address is written', async () => {
    const picture = await sent(pictureOfCodes(`ethereum:${USDT}@1/transfer?address=${EVM.toLowerCase()}`))
    expect((await save(EVM, picture, { network: 'ERC20' })).data).toMatchObject({ address: EVM })
  })

  test.each<[string, () => Promise<Buffer>, string]>([
    ['without a code', () => newPicture(), 'QR_NONE'],
    ['with two codes', () => pictureOfCodes(tronAddress(1), tronAddress(2)), 'QR_SEVERAL'],
    ['of another address', () => pictureOfCodes(tronAddress(3)), 'QR_OTHER_ADDRESS'],
    ['of another network', () => pictureOfCodes(`ethereum:${EVM}`), 'QR_OTHER_ADDRESS'],
    ['of a web page', () => pictureOfCodes('https://plumb.test'), 'QR_OTHER_ADDRESS'],
  ])('%s is refused, and nothing is saved', async (_, picture, refusal) => {
    const before = await saved()
    const answer = await save(newAddress(), await sent(picture()))
    expect(answer.error).toBe(refusal)
    expect(JSON.parse(answer.body).message).toContain('QR code')
    expect(await saved()).toEqual(before)
  })

  test('of a token’s contract is refused, typed as well: what is sent there is lost', async () => {
    const tron = usdtContracts.Tron
    expect((await save(tron, await sent(pictureOfCodes(tron)))).error).toBe('ADDRESS_NOT_ALLOWED')
    const evm = { currency: 'USDT', network: 'ERC20', name: 'Cold', address: USDT.toLowerCase() }
    expect((await app.call(calls.saveAddress, evm, customer.token)).error).toBe('ADDRESS_NOT_ALLOWED')
  })

  test.each([
    ['ERC20', `0x${'0'.repeat(40)}`],
    ['TRC20', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ])('that is zero on %s is refused: nobody has its key', async (network, address) => {
    expect(readAddress(network, address)).toBe(address)
    const zero = { currency: 'USDT', network, name: 'Cold', address }
    expect((await app.call(calls.saveAddress, zero, customer.token)).error).toBe('ADDRESS_NOT_ALLOWED')
  })

  test('of the right address by the wrong network is refused', async () => {
    const picture = await sent(pictureOfCodes(`ethereum:${EVM}?value=1`))
    expect((await save(EVM, picture, { network: 'ERC20' })).error).toBe('QR_OTHER_ADDRESS')
  })

  test('of another customer is refused like one that is missing', async () => {
    const stranger = await addTestCustomer(app.db, app.clock, { tier: 'basic' })
    const address = newAddress()
    const picture = await sent(pictureOfCodes(address), stranger)
    expect((await save(address, picture)).error).toBe('UPLOAD_UNKNOWN')
    expect((await save(address, 'A'.repeat(22))).error).toBe('UPLOAD_UNKNOWN')
    expect(await app.uploads.readUpload(picture)).toBeDefined()
  })
})
