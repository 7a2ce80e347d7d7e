import { beforeAll, describe, expect, test } from 'vitest'
import { type Language, locales } from '#domain/language.ts'
import { NARROW } from './support/browser.ts'
import { openSettled, signIn } from './support/customer.ts'
import { poll } from './support/poll.ts'
import { page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'
import { placeOfToast } from './support/toasts.ts'

/** What has to hold on the narrowest phone beside what `conformance.e2e.ts` sees: toasts, and alarms of the tape. */
scenarioOnOnePhone()
beforeAll(async () => {
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, plumb)
  await page.setViewportSize(NARROW)
})

/** What the app itself writes meanwhile may put the former language back: it is said again until the page has it. */
async function speak(language: Language): Promise<void> {
  await poll(`the app in ${language}`, async () => {
    await page.evaluate((chosen) => {
      const kept = JSON.parse(localStorage.getItem('plumb')!)
      kept.state.language = chosen
      localStorage.setItem('plumb', JSON.stringify(kept))
    }, language)
    await page.reload()
    return within10s(
      page.waitForFunction((locale) => document.documentElement.lang === locale, locales[language], SOON),
    )
  })
}

const SOON = { timeout: 10_000 }
const within10s = (waiting: Promise<unknown>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false,
  )

describe('a title', () => {
  test('is read while a toast is shown beside it', async () => {
    await speak('en')
    await openSettled(page, plumb, 'pages/fund/receive?currency=USDT&network=TRC20')
    const { toast, title, bar } = await placeOfToast(page, () =>
      page.getByRole('button', { name: /Copy/ }).first().click(),
    )
    expect(toast.left).toBeGreaterThanOrEqual(title.right)
    expect([toast.right <= NARROW.width, toast.bottom <= bar.bottom]).toEqual([true, true])
  })
})

describe('the page of the price tape', () => {
  test.each(['shorter', 'forked', 'other-key'] as const)(
    'has nothing beyond the edge in Japanese, with an alarm that the tape is %s',
    async (fault) => {
      await speak('jp')
      await openSettled(page, plumb, 'pages/verify/tape')
      await page.waitForFunction(() => localStorage.getItem('plumb-tape')?.includes('"note":"'))
      // A check that ends meanwhile writes what it found over it.
      await poll('the alarm', async () => {
        await page.evaluate((kind) => {
          const kept = JSON.parse(localStorage.getItem('plumb-tape')!)
          const { publicKey, note } = kept.state
          kept.state.alarm = { fault: kind, note, publicKey, seenAtMs: 1_770_000_000_000 }
          localStorage.setItem('plumb-tape', JSON.stringify(kept))
        }, fault)
        await page.reload()
        await openSettled(page, plumb, 'pages/verify/tape')
        return within10s(page.getByRole('alert').waitFor(SOON))
      })
      const beyond = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
          .map((one) => `${one.tagName} ${one.textContent}`),
      )
      expect(beyond).toEqual([])
    },
  )
})
