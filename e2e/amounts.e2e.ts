import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { earnProducts } from '#domain/earn/contract.ts'
import { languages } from '#domain/language.ts'
import { ask, open, signIn, tokenOf } from './support/customer.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** What is typed into a field for an amount: taken as it was meant, asked about, or refused so that it is seen. */
scenarioOnOnePhone()
beforeAll(async () => {
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, plumb)
})

const TRANSFER = 'pages/fund/fundTransfer?currency=USDT&from=funding&to=spot'
/** The only field of the page that takes an amount, in any language. */
const amount = () => page.locator('input[inputmode=decimal]')
const transfers = (shown: string) => page.getByRole('button', { name: `Transfer ${shown} USDT`, exact: true })

async function empty(field: Locator): Promise<void> {
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
}

async function paste(field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await empty(field)
  await page.keyboard.press('ControlOrMeta+V')
}

async function speak(language: string): Promise<void> {
  await page.evaluate((chosen) => {
    const kept = JSON.parse(localStorage.getItem('plumb')!)
    kept.state.language = chosen
    localStorage.setItem('plumb', JSON.stringify(kept))
  }, language)
  await page.reload()
  await open(page, plumb, TRANSFER)
  await amount().waitFor()
}

describe('an amount', () => {
  test('has its thousands separated while it is typed, the cursor behind the same digit', async () => {
    await open(page, plumb, TRANSFER)
    await amount().focus()
    await page.keyboard.type('1000')
    expect(await amount().inputValue()).toBe('1,000')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('23')
    expect(await amount().inputValue()).toBe('123,000')
    await page.keyboard.press('Backspace')
    expect(await amount().inputValue()).toBe('12,000')
    // The cursor stands behind the 2: what is typed next belongs there.
    await page.keyboard.type('.')
    expect(await amount().inputValue()).toBe('12.000')
  })

  test.each(['1e5', '1-5', '1x25'])('with a sign inside, %s, never becomes another number', async (typed) => {
    await empty(amount())
    await page.keyboard.type(typed)
    expect(await amount().inputValue()).toBe('1')
    expect(await amount().getAttribute('aria-invalid')).toBe('true')
    await page.getByText(`“${typed[1]}” can’t be used here`).waitFor()
    // What is deleted or typed over is taken again.
    await page.keyboard.press('Backspace')
    await page.keyboard.type('15')
    await transfers('15.00').waitFor()
  })

  test('typed with a minus in front is refused and said, and does not become the number behind it', async () => {
    await empty(amount())
    await page.keyboard.type('-15')
    expect(await amount().inputValue()).toBe('')
    expect(await amount().getAttribute('aria-invalid')).toBe('true')
    await page.getByText('“-” can’t be used here').waitFor()
    expect(await page.locator('button[type=submit]').isDisabled()).toBe(true)
    // Deleted, or left and come back to, it is typed anew.
    await page.keyboard.press('Backspace')
    await page.keyboard.type('15')
    await transfers('15.00').waitFor()
    await empty(amount())
    await page.keyboard.type('-7')
    await page.keyboard.press('Tab')
    await amount().focus()
    await page.keyboard.type('7')
    await transfers('7.00').waitFor()
  })

  test('typed with its own commas is what they say', async () => {
    await empty(amount())
    await page.keyboard.type('1,000')
    await transfers('1,000.00').waitFor()
    await empty(amount())
    await page.keyboard.type('1,5')
    await transfers('1.50').waitFor()
    await page.getByText('= 1.50 USDT').waitFor()
    await page.keyboard.press('Tab')
    expect(await amount().inputValue()).toBe('1.5')
  })

  test.each([
    ['1,000', '1,000', '1,000.00'],
    ['1.000,50', '1,000.50', '1,000.50'],
    ['1 000', '1,000', '1,000.00'],
    ['0,25', '0.25', '0.25'],
  ])('pasted as %s reads %s', async (copied, shown, sum) => {
    await paste(amount(), copied)
    expect(await amount().inputValue()).toBe(shown)
    await transfers(sum).waitFor()
  })

  test.each(['1e5', '-5', '12 coins'])('pasted as %s is refused by name', async (copied) => {
    await paste(amount(), copied)
    await page
      .getByRole('alert')
      .filter({ hasText: `“${copied}”` })
      .waitFor()
    expect(await amount().inputValue()).toBe('')
  })

  test('is not changed by a key that is refused, which is said, nor by the digits behind it', async () => {
    await paste(amount(), '1,000')
    await page.keyboard.type('e')
    await page.getByRole('alert').filter({ hasText: '“e”' }).waitFor()
    expect(await amount().inputValue()).toBe('1,000')
    await page.keyboard.type('5')
    expect(await amount().inputValue()).toBe('1,000')
    await page.keyboard.press('Backspace')
    expect(await amount().inputValue()).toBe('100')
    expect(await page.getByRole('alert').filter({ hasText: '“e”' }).count()).toBe(0)
  })

  test('typed over a selection replaces it, separators and all', async () => {
    await amount().fill('1000')
    await amount().fill('1,5')
    await transfers('1.50').waitFor()
  })
})

describe('an amount that could be two', () => {
  test.each(['xp', 'ydl'])('is asked about where a comma is the decimal sign: %s', async (language) => {
    await speak(language)
    for (const copied of ['1,000', '1.000']) {
      await paste(amount(), copied)
      await page
        .getByRole('alert')
        .filter({ hasText: `«${copied}»` })
        .waitFor()
      // Nothing is guessed: there is no amount yet.
      expect(await page.locator('button[type=submit]').isDisabled()).toBe(true)
    }
    await page.getByRole('button', { name: '1.0000 USDT', exact: true }).waitFor()
    await page.getByRole('button', { name: '1,000.00 USDT', exact: true }).click()
    expect(await amount().inputValue()).toBe('1,000')
    expect(await page.locator('button[type=submit]').textContent()).toContain('1,000.00')
  })

  test.each(languages.filter((language) => !['xp', 'ydl'].includes(language)))(
    'is not asked about in %s',
    async (language) => {
      await speak(language)
      await paste(amount(), '1,000')
      await page.locator('button[type=submit]:enabled').filter({ hasText: '1,000.00' }).waitFor()
    },
  )
})

describe('every field for an amount', () => {
  test('takes 1,000 as a thousand', async () => {
    await speak('en')
    const { products } = await ask(plumb, await tokenOf(page), earnProducts, {})
    const product = products.find(({ currency }) => currency === 'USDT')!
    for (const [route, name] of [
      [`pages/lockming/buy?id=${product.id}`, 'Amount USDT'],
      ['pages/transaction/currency?symbol=BTC-USDT', 'Amount BTC'],
      ['pages/transaction/currency?symbol=BTC-USDT', 'Price USDT'],
      ['pages/fund/receive?currency=USDT&network=TRC20&step=proof', 'Amount USDT'],
    ] as const) {
      await open(page, plumb, route)
      const field = page.getByRole('textbox', { name })
      await field.waitFor()
      await empty(field)
      await page.keyboard.type('1,000')
      await page.keyboard.press('Tab')
      expect(await field.inputValue(), `${name} of ${route}`).toBe('1,000')
      await empty(field)
      await page.keyboard.type('1000')
      expect(await field.inputValue(), `${name} of ${route}`).toBe('1,000')
    }
    expect(phone.consoleErrors).toEqual([])
  })
})
