import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ArgumentsOf, type Endpoint, type OutputOf, toWire } from '#domain/endpoint.ts'
import type { Plumb } from './plumb.ts'
import { poll } from './poll.ts'

/** The demonstration's customer. */
export const demo = { email: 'demo@plumb.test', password: 'demo1234' }

/**
 * Opens a page by its route, as a link or a bookmark would, and waits until it stands there, or the way to
 * sign-in that stands for it: the page before it stays a moment longer than its URL, and takes clicks.
 */
export async function open(page: Page, plumb: Plumb, route: string): Promise<void> {
  const target = `${plumb.url}/#/${route}`
  // Only the part after # may differ, and a browser does not load anew for that.
  if (page.url().startsWith(`${plumb.url}/#`)) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `/${route}`)
  } else await page.goto(target)
  await poll(`${route} to stand there`, async () => {
    const { shown, address } = await page.evaluate(() => ({
      shown: document.querySelector('[data-page]')?.getAttribute('data-page') ?? '',
      address: location.hash.slice(1),
    }))
    return shown === address && (isAskedFor(shown, route) || shown.startsWith('/pages/common/login'))
  })
}

/** Whether a page is the one asked for; it may have added to its own URL. */
export function isAskedFor(shown: string, route: string): boolean {
  const [here, asked] = [new URL(shown, 'http://here'), new URL(`/${route}`, 'http://here')]
  return (
    here.pathname === asked.pathname &&
    [...asked.searchParams].every(([name, value]) => here.searchParams.get(name) === value)
  )
}

/** Signs in by the form, and waits until the app knows who it is. */
export async function signIn(
  page: Page,
  plumb: Plumb,
  who: { email: string; password: string } = demo,
): Promise<void> {
  await open(page, plumb, 'pages/common/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/#\/pages\/index\/index/)
}

/** The token that the page keeps. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('plumb')!).state.token)

/** Asks the API itself, to compare what a page shows with what the server says. */
export async function ask<E extends Endpoint>(
  plumb: Plumb,
  token: string,
  call: E,
  input: ArgumentsOf<E>,
): Promise<OutputOf<E>> {
  const fields = new URLSearchParams(toWire(call, input as Record<string, unknown>))
  const isGet = call.method === 'GET'
  const answer = await fetch(`${plumb.url}/api${call.path}${isGet ? `?${fields}` : ''}`, {
    method: isGet ? 'GET' : 'POST',
    body: isGet ? null : fields,
    headers: { authorization: token, ...(call.money && { 'idempotency-key': crypto.randomUUID() }) },
  })
  const envelope = (await answer.json()) as { code: number; data: unknown; error?: string }
  expect(envelope.error, `${call.path} was refused`).toBeUndefined()
  return envelope.data as OutputOf<E>
}

/** Puts an amount of USDT into a locked deposit, by its product's page; waits for the order's page. */
export async function putIn(page: Page, plumb: Plumb, productId: string, amount: string): Promise<void> {
  await open(page, plumb, `pages/lockming/buy?id=${productId}`)
  await page.getByRole('textbox', { name: 'Amount USDT' }).fill(amount)
  await page.getByRole('button', { name: /^Deposit/ }).click()
  await page
    .getByRole('dialog', { name: 'Confirm deposit' })
    .getByRole('button', { name: /^Deposit/ })
    .click()
  await page.waitForURL(/lockming\/order\?id=/)
}
