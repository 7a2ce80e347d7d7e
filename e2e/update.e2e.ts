import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPhone, type Phone } from './support/browser.ts'
import { openSettled } from './support/customer.ts'
import { looksRight } from './support/looks-right.ts'
import type { Plumb } from './support/plumb.ts'
import { poll } from './support/poll.ts'
import { browser, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/** A new version while the app is open: offered, and taken when the customer wants it. */
scenarioOnOnePhone()

/** Stands before the server, and serves another worker once there is a new version. */
let front: Server
let published: Plumb
let isNew = false
let phone: Phone
beforeAll(async () => {
  front = createServer(async ({ url, method, headers }, reply) => {
    const answer = await fetch(`${plumb.url}${url}`, {
      ...(method && { method }),
      headers: { accept: headers.accept ?? '*/*' },
    })
    for (const [name, value] of answer.headers)
      if (!/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name))
        reply.setHeader(name, value)
    const body = Buffer.from(await answer.arrayBuffer())
    const isWorker = url?.split('?')[0] === '/sw.js'
    reply.writeHead(answer.status).end(isWorker && isNew ? `${body}\n// a new version` : body)
  })
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
  published = { ...plumb, url: `http://127.0.0.1:${(front.address() as AddressInfo).port}` }
  phone = await newPhone(browser, { keepsApp: true })
})
afterAll(async () => {
  await phone.context.close()
  front.close()
})

const prompt = () => phone.page.getByRole('status').filter({ hasText: 'A new version is ready.' })
const askForVersion = () =>
  phone.page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })

test('an open page goes on with its own version until the new one is taken', async () => {
  const { page } = phone
  await openSettled(page, published, 'pages/market/market')
  await poll('a page led by the worker', () => page.evaluate(() => !!navigator.serviceWorker.controller))
  expect(await prompt().count()).toBe(0)
  isNew = true
  await askForVersion()
  await prompt().waitFor()
  await looksRight(page, 'update')
  // A page that was not open yet comes from what is kept of this version.
  const first = await page.evaluate(() => performance.timeOrigin)
  await page.evaluate(() => {
    location.hash = '#/pages/common/faq'
  })
  await page.getByRole('heading', { name: 'FAQ', exact: true }).waitFor()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(first)

  await prompt().getByRole('button', { name: 'Reload' }).click()
  await poll('the page of the new version', async () => {
    const begun = await page.evaluate(() => performance.timeOrigin).catch(() => first)
    return begun !== first
  })
  await poll('no version that waits', () =>
    page.evaluate(async () => !(await navigator.serviceWorker.getRegistration())?.waiting),
  )
  expect(await prompt().count()).toBe(0)
})

test('what is put off is offered again at the next opening', async () => {
  const { page } = phone
  isNew = false
  await openSettled(page, published, 'pages/market/market')
  await poll('a page led by the worker', () => page.evaluate(() => !!navigator.serviceWorker.controller))
  // The watch begins some seconds after the page.
  await askForVersion()
  await prompt().getByRole('button', { name: 'Later' }).click()
  expect(await prompt().count()).toBe(0)
  await page.reload()
  await prompt().waitFor()
})
