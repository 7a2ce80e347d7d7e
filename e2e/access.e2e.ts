// long-running
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { watchlist } from '#domain/market/contract.ts'
import { newPhone } from './support/browser.ts'
import { ask, open, tokenOf } from './support/customer.ts'
import { codeFor, mailsTo } from './support/mail.ts'
import { poll } from './support/poll.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { expectToast } from './support/toasts.ts'

/** A new customer, in Spanish: from the code in the mail to being signed out from elsewhere. */
const email = 'lucia@example.test'
const firstPassword = 'sierra2041'
const secondPassword = 'laguna7733'

scenarioOnOnePhone()

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const code = () => page.getByRole('textbox', { name: 'Código de 6 dígitos' })
const newPassword = () => page.getByLabel('Nueva contraseña', { exact: true })
const repeated = () => page.getByLabel('Repite la contraseña', { exact: true })

async function signInInSpanish(on: Page, password: string): Promise<void> {
  await open(on, plumb, 'pages/common/login')
  await on.getByRole('textbox', { name: 'Correo' }).fill(email)
  await on.getByLabel('Contraseña', { exact: true }).fill(password)
  await on.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
}

async function chooseSpanish(on: Page): Promise<void> {
  await open(on, plumb, 'pages/language/language')
  await on.getByText('Español', { exact: true }).click()
  await poll('the page in Spanish', () => on.evaluate(() => document.documentElement.lang.startsWith('es')))
}

describe('an account', () => {
  test('is asked for in Spanish, and the code comes in a Spanish mail', async () => {
    await chooseSpanish(page)
    await open(page, plumb, 'pages/common/register')
    await page.getByRole('textbox', { name: 'Correo' }).fill(email)
    await button('Enviar código').click()
    await page.getByText(/^Hemos enviado un código a /).waitFor()
    await codeFor(plumb.dataDir, email)
    const [mail] = await mailsTo(plumb.dataDir, email)
    expect(mail!.text).toMatch(/código/i)
  })

  test('does not open with a weak password: the rule is ticked off as one types', async () => {
    const open = button('Crear cuenta')
    const rule = page.getByRole('list', { name: 'Una contraseña necesita' })
    await code().fill('000000')
    await newPassword().fill('corta')
    await repeated().fill('corta')
    expect(await rule.getByText('(cumplido)').count()).toBe(2)
    expect(await open.isDisabled()).toBe(true)
    await page.getByText('La contraseña aún no cumple los requisitos.').waitFor()

    await newPassword().fill('password1')
    await repeated().fill('password1')
    expect(await rule.getByText('(cumplido)').count()).toBe(4)
    expect(await newPassword().getAttribute('aria-invalid')).toBe('true')
    expect(await open.isDisabled()).toBe(true)

    await newPassword().fill(firstPassword)
    await repeated().fill('otra2041')
    await repeated().blur()
    expect(await open.isDisabled()).toBe(true)
    await page.getByText('Repite la misma contraseña.').waitFor()
  })

  test('does not open with a wrong code, and says so at the code', async () => {
    const right = await codeFor(plumb.dataDir, email)
    await repeated().fill(firstPassword)
    await code().fill(right === '111111' ? '222222' : '111111')
    await button('Crear cuenta').click()
    await poll('an error at the code', async () => (await code().getAttribute('aria-invalid')) === 'true')
    expect(page.url()).toContain('pages/common/register')
  })

  test('opens with the right code, signed in at once, with nothing in it', async () => {
    await code().fill(await codeFor(plumb.dataDir, email))
    await button('Crear cuenta').click()
    await expectToast(page, 'Registro completado')
    // Where registering leads by itself, before going elsewhere.
    await page.waitForURL(/pages\/index\/index/)
    await open(page, plumb, 'pages/setting/bill')
    await page.getByRole('heading', { name: 'Aún no hay movimientos' }).waitFor()
  })

  test('is left by signing out, and protected pages ask for sign-in again', async () => {
    await open(page, plumb, 'pages/setting/setting')
    await button('Cerrar sesión').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    await page.getByRole('link', { name: 'Iniciar sesión', exact: true }).waitFor()
    await open(page, plumb, 'pages/fund/assets')
    await page.waitForURL(/pages\/common\/login\?from=/)
  })

  test('is entered again with its password, and not with another', async () => {
    await signInInSpanish(page, 'equivocada1')
    await page.getByRole('alert').first().waitFor()
    expect(page.url()).toContain('pages/common/login')
    await signInInSpanish(page, firstPassword)
    await page.waitForURL(/pages\/(index\/index|fund\/assets)/)
  })

  test('whose password was forgotten gets a new one by code, and the old one is dead', async () => {
    await open(page, plumb, 'pages/setting/setting')
    await button('Cerrar sesión').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    await page.getByRole('link', { name: 'Iniciar sesión', exact: true }).click()
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await page.getByRole('textbox', { name: 'Correo' }).fill(email)
    await button('Enviar código').click()
    await code().fill(await codeFor(plumb.dataDir, email, 2))
    await newPassword().fill(secondPassword)
    await repeated().fill(secondPassword)
    await button('Guardar contraseña').click()
    await page.waitForURL(/pages\/common\/login/)

    await signInInSpanish(page, firstPassword)
    await page.getByRole('alert').first().waitFor()
    await signInInSpanish(page, secondPassword)
    await page.waitForURL(/pages\/index\/index/)
  })

  test('signs out its other devices, and such a device is led to sign-in within seconds', async () => {
    const other = await newPhone(browser)
    await chooseSpanish(other.page)
    await signInInSpanish(other.page, secondPassword)
    await other.page.waitForURL(/pages\/index\/index/)
    await open(other.page, plumb, 'pages/fund/assets')
    await other.page.getByRole('heading', { name: 'Cuenta', exact: true }).waitFor()

    await open(page, plumb, 'pages/setting/security')
    await page.getByText('Este dispositivo').waitFor()
    await button('Cerrar las demás sesiones').click()
    await poll('one session left', async () => !(await button('Cerrar las demás sesiones').isVisible()))

    await open(other.page, plumb, 'pages/setting/userInfo')
    await other.page.waitForURL(/pages\/common\/login/)
    await other.context.close()
  })

  test('shows a picture, and takes it away again', async () => {
    await open(page, plumb, 'pages/setting/userInfo')
    const picture = page.locator('main img')
    const remove = button('Quitar foto')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lucia.png', mimeType: 'image/png', buffer: await onePicture() })
    await picture.waitFor()
    await remove.click()
    await picture.waitFor({ state: 'detached' })
    expect(await remove.count()).toBe(0)
    await page.reload()
    await page.getByText(email.slice(-12)).first().waitFor()
    expect(await picture.count()).toBe(0)
  })

  test('keeps this device signed in, and shows nothing that went wrong', async () => {
    await open(page, plumb, 'pages/setting/security')
    await page.reload()
    await page.getByText('Este dispositivo').waitFor()
    expect(phone.consoleErrors).toEqual([])
  })
})

describe('a visitor’s favourites', () => {
  const star = (on: Page) => on.getByRole('button', { name: 'Añadir a favoritos', exact: true })
  const onServer = async () =>
    (await ask(plumb, await tokenOf(page), watchlist, {})).map(({ symbol }) => symbol)

  test('go along into the watchlist at sign-in, before what is there, and what is not sent is not lost', async () => {
    await open(page, plumb, 'pages/transaction/index?symbol=XAU-USD')
    await star(page).click()
    await poll('a star on the server', async () => (await onServer()).length > 0)

    const other = await newPhone(browser)
    await chooseSpanish(other.page)
    for (const symbol of ['SOL-USDT', 'NVDA']) {
      await open(other.page, plumb, `pages/transaction/index?symbol=${symbol}`)
      await star(other.page).click()
    }
    const chosen = await favouritesOn(other.page)
    expect(chosen.slice(0, 3)).toEqual(['NVDA', 'SOL-USDT', 'BTC-USDT'])

    let lost = 0
    await other.page.route('**/api/optional/add', (route) => {
      lost++
      return route.abort()
    })
    await signInInSpanish(other.page, secondPassword)
    await poll('every one sent in vain', async () => lost === chosen.length)
    expect(await favouritesOn(other.page)).toEqual(chosen)
    expect(await onServer()).toEqual(['XAU-USD'])

    await other.page.unroute('**/api/optional/add')
    await other.page.reload()
    await other.page.getByRole('link', { name: /^NVDA/ }).waitFor()
    const all = [...chosen.filter((symbol) => symbol !== 'XAU-USD'), 'XAU-USD']
    expect(await onServer()).toEqual(all)
    await other.context.close()
  })
})

const onePicture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()

/** What a phone keeps as its visitor's favourites. */
const favouritesOn = (on: Page): Promise<string[]> =>
  on.evaluate(() => JSON.parse(localStorage.getItem('plumb')!).state.favourites)
