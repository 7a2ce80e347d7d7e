// long-running
import { beforeAll, describe, expect, test } from 'vitest'
import { savedAddresses } from '#domain/withdrawal/contract.ts'
import { newPicture, pictureOfCodes } from '#server/testing/pictures.ts'
import { seriousFindings } from './support/axe.ts'
import { ask, openSettled, signIn, tokenOf } from './support/customer.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** Addresses to withdraw to, read from pictures of their QR codes. */
scenarioOnOnePhone()

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

beforeAll(async () => {
  // Some builds of the browser read codes themselves; here the decoder does, in all of them.
  await page.addInitScript('delete window.BarcodeDetector')
  await signIn(page, plumb)
})

/** Chooses a picture where one of these buttons asks for it. */
async function choose(picture: Buffer, button: 'Read a QR picture' | 'Take a photo' = 'Read a QR picture') {
  const input = page.getByLabel(button, { exact: true }).last()
  await input.setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: picture })
}

const sheet = () => page.getByRole('dialog')
const address = () => sheet().getByLabel('Address', { exact: true })
const saved = async () => (await ask(plumb, await tokenOf(page), savedAddresses, {})).items

async function openPage(): Promise<void> {
  await openSettled(page, plumb, 'pages/setting/setting')
  await openSettled(page, plumb, 'pages/setting/addWallet')
}

describe('a picture of a QR code', () => {
  test('says coin, network and address, and the address is saved', async () => {
    await openPage()
    expect(await seriousFindings(page)).toEqual([])
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await choose(await pictureOfCodes(`BITCOIN:${BITCOIN.toUpperCase()}?amount=0.5`))
    await sheet().getByText('Bitcoin ·', { exact: false }).waitFor()
    expect(await address().inputValue()).toBe(BITCOIN)
    await sheet().getByText('Compare it with your wallet', { exact: false }).waitFor()
    // The decoder came now, and the picture went nowhere.
    expect(asked.filter((url) => url.includes('/upload'))).toEqual([])
    expect(asked.some((url) => /qr-codes.*\.js$/.test(url))).toBe(true)
    await sheet().getByLabel('Name', { exact: true }).fill('Hardware wallet')
    await sheet().getByRole('button', { name: 'Save address' }).click()
    await page.getByRole('button', { name: /Hardware wallet/ }).waitFor()
    expect((await saved())[0]).toMatchObject({ currency: 'BTC', network: 'Bitcoin', address: BITCOIN })
  })

  test('of several coins lets the customer choose among those', async () => {
    await openPage()
    await choose(await pictureOfCodes(EVM))
    await page.getByText('Which coin will you withdraw to 0x5aAe…eAed?').waitFor()
    const rows = page.getByRole('main').getByRole('button', { name: /^[A-Z]{3,}/ })
    expect((await rows.allTextContents()).toSorted()).toEqual(['ETHEthereum', 'USDTEthereum'])
    await rows.filter({ hasText: 'ETH' }).first().click()
    await address().waitFor()
    expect(await address().inputValue()).toBe(EVM)
    await page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show all coins' }).click()
    await page.getByRole('button', { name: /^LTC/ }).waitFor()
  })

  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['without one', () => newPicture(), /No QR code found/],
    ['with two', () => pictureOfCodes(BITCOIN, TRON), /several QR codes/],
    ['of a web page', () => pictureOfCodes('https://plumb.test'), /holds no wallet address/],
    ['of another chain', () => pictureOfCodes(`ethereum:${EVM}@10`), /not offered here/],
    ['that is none', async () => Buffer.from('no picture'), /cannot be read/],
  ])('%s is told what is wrong', async (_, picture, told) => {
    await openPage()
    await choose(await picture(), 'Take a photo')
    await page.getByRole('alert').filter({ hasText: told }).waitFor()
    expect(await sheet().count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('of another network is no address of the coin that was chosen before', async () => {
    await openSettled(page, plumb, 'pages/fund/withdraw?currency=USDT&network=TRC20')
    await page.getByRole('button', { name: 'Add an address' }).click()
    await address().waitFor()
    await choose(await pictureOfCodes(BITCOIN))
    await sheet().getByText('This QR code is not for USDT on Tron.').waitFor()
    expect(await address().inputValue()).toBe('')
    await choose(await pictureOfCodes(`tron:${TRON}`))
    await expect.poll(() => address().inputValue()).toBe(TRON)
    expect(await seriousFindings(page)).toEqual([])
    expect(phone.consoleErrors).toEqual([])
  })
})
