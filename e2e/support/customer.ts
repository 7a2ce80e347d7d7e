import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ArgumentsOf, type Endpoint, type OutputOf, outputFromWire, toWire } from '#domain/endpoint.ts'
import type { Plumb } from './plumb.ts'
import { poll, WAIT_MS } from './poll.ts'

/** The demonstration's customer. */
export const demo = { email: 'demo@plumb.test', password: 'demo1234' }

/**
 * Opens a page by its route, as a link or a bookmark would, and waits until it stands there, or the way to
 * sign-in that stands for it: the page before it stays a moment longer than its URL, and takes clicks.
 */
export async function open(page: Page, plumb: Plumb, route: string): Promise<void> {
  // Only the part after # may differ, and a browser does not load anew for that.
  const isMove = page.url().startsWith(`${plumb.url}/#`)
  if (!isMove) await page.goto(`${plumb.url}/#/${route}`)
  await stand(page, route, { isMove, isSettled: false })
}

/** Opens a page and waits until it stands there with what it waits for: no skeleton, no busy part. */
export async function openSettled(page: Page, plumb: Plumb, route: string): Promise<void> {
  await open(page, plumb, route)
  await stand(page, route, { isMove: false, isSettled: true })
}

/** Waits in the page itself, frame by frame, and goes there first with `isMove`. */
async function stand(
  page: Page,
  route: string,
  options: { readonly isMove: boolean; readonly isSettled: boolean },
): Promise<void> {
  const shown = await page.evaluate(
    async ({ route, isMove, isSettled, waitMs }) => {
      if (isMove) location.hash = `/${route}`
      const asked = new URL(`/${route}`, 'http://here')
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      const pageShown = () => document.querySelector('[data-page]')?.getAttribute('data-page') ?? ''
      const isThere = () => {
        const here = new URL(pageShown(), 'http://here')
        // It may have added to its own URL.
        const isAsked =
          here.pathname === asked.pathname &&
          [...asked.searchParams].every(([name, value]) => here.searchParams.get(name) === value)
        if (!isSettled)
          return (
            pageShown() === location.hash.slice(1) &&
            (isAsked || here.pathname.startsWith('/pages/common/login'))
          )
        const isBusy = document.querySelector('[aria-busy=true]') !== null
        return isAsked && !isBusy && document.querySelector('main, [role=dialog]') !== null
      }
      const deadline = performance.now() + waitMs
      while (!isThere()) {
        if (performance.now() > deadline) return pageShown()
        await frame()
      }
      // One more frame, so that what the answer changed is drawn.
      if (isSettled) for (let n = 0; n < 2; n++) await frame()
      return undefined
    },
    { route, waitMs: WAIT_MS, ...options },
  )
  if (shown !== undefined)
    throw new Error(
      `waited ${WAIT_MS / 1_000} s in vain for ${route}${options.isSettled ? ' to settle' : ''}; "${shown}" stands there`,
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

/** What a busy machine refuses for a moment: a tick comes late, and the market maker takes its quotes back until then. */
const TRANSIENT: readonly (string | undefined)[] = ['PRICE_STALE', 'NO_LIQUIDITY']

/** Asks the API itself, to compare what a page shows with what the server says; again while it is refused for a moment. */
export async function ask<E extends Endpoint>(
  plumb: Plumb,
  token: string,
  call: E,
  input: ArgumentsOf<E>,
): Promise<OutputOf<E>> {
  const fields = new URLSearchParams(toWire(call, input as Record<string, unknown>))
  const isGet = call.method === 'GET'
  const envelope = await poll(`an answer of ${call.path} at a fresh price`, async () => {
    const answer = await fetch(`${plumb.url}/api${call.path}${isGet ? `?${fields}` : ''}`, {
      method: isGet ? 'GET' : 'POST',
      body: isGet ? null : fields,
      headers: { authorization: token, ...(call.takesKey && { 'idempotency-key': crypto.randomUUID() }) },
    })
    const { data, error } = (await answer.json()) as { data: unknown; error?: string }
    return !TRANSIENT.includes(error) && { data, error }
  })
  expect(envelope.error, `${call.path} was refused`).toBeUndefined()
  return outputFromWire(call, envelope.data) as OutputOf<E>
}

/** Puts an amount of USDT into a locked deposit, by its product's page; waits for the order's page. */
export async function subscribeTo(
  page: Page,
  plumb: Plumb,
  productId: string,
  amount: string,
): Promise<void> {
  await open(page, plumb, `pages/lockming/buy?id=${productId}`)
  await page.getByRole('textbox', { name: 'Amount USDT' }).fill(amount)
  await page.getByRole('button', { name: /^Deposit/ }).click()
  await page
    .getByRole('dialog', { name: 'Confirm deposit' })
    .getByRole('button', { name: /^Deposit/ })
    .click()
  await page.waitForURL(/lockming\/order\?id=/)
}
