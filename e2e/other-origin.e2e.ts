import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editProfile, logout, profile } from '#domain/user/contract.ts'
import { newPhone } from './support/browser.ts'
import { ask, demo, openSettled, signIn, tokenOf } from './support/customer.ts'
import { browser, page, phone, plumb, scenarioOnOnePhone } from './support/scenario.ts'

/**
 * What a page of another origin can do in the browser of a customer who is signed in: neither call in their name, nor read
 * an answer, nor show the app in a frame; and no link of ours leads there by itself.
 */

scenarioOnOnePhone()

/** At the same host by another port, which is the same site to a browser: a cookie would come along from there. */
const other = createServer((request, response) => {
  asked.push(request.url!)
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>Another site</title><h1>Another site</h1>')
})
/** What it was asked for. */
const asked: string[] = []
let url: string
let elsewhere: Page
let token: string

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await signIn(page, plumb)
  token = await tokenOf(page)
  elsewhere = await phone.context.newPage()
  await elsewhere.goto(url)
})
afterAll(() => new Promise((resolve) => other.close(resolve)))

const nickname = async () => (await ask(plumb, token, profile, {})).nickname

describe('a page of another origin', () => {
  test('T74: reads no answer of ours, whether it names the customer or nobody', async () => {
    const calls = [`${plumb.url}/api${profile.path}`, `${plumb.url}/api/currency/list`, `${plumb.url}/`]
    const answers = await elsewhere.evaluate(
      async ({ calls, token }) => {
        const read = (call: string, init: RequestInit) =>
          fetch(call, init).then(
            async (answer) => `${answer.type} ${await answer.text()}`,
            (error) => (error as Error).name,
          )
        const kinds: RequestInit[] = [
          {},
          { credentials: 'include' },
          { headers: { authorization: token } },
          { method: 'POST', body: new URLSearchParams({ nickname: 'stolen' }), credentials: 'include' },
          { mode: 'no-cors', credentials: 'include' },
        ]
        return Promise.all(calls.flatMap((call) => kinds.map((kind) => read(call, kind))))
      },
      { calls, token },
    )
    // Of what is sent without asking first there is an answer without anything in it.
    const each = [...Array.from({ length: 4 }, () => 'TypeError'), 'opaque ']
    expect(answers).toEqual(calls.flatMap(() => each))
  })

  test('T74: calls in nobody’s name: what it sends comes without the customer’s authority', async () => {
    const before = await nickname()
    const form = await phone.context.newPage()
    await form.goto(url)
    const answered = form.waitForResponse((response) => response.url().startsWith(plumb.url))
    await form.evaluate((action) => {
      const sent = document.createElement('form')
      Object.assign(sent, { action, method: 'POST' })
      sent.append(Object.assign(document.createElement('input'), { name: 'nickname', value: 'stolen' }))
      document.body.append(sent)
      sent.submit()
    }, `${plumb.url}/api${editProfile.path}`)
    const answer = await answered
    expect(await answer.json()).toMatchObject({ error: 'SESSION_EXPIRED' })
    const headers = await answer.request().allHeaders()
    expect([headers.cookie, headers.authorization]).toEqual([undefined, undefined])
    await form.close()
    await elsewhere.evaluate(async (address) => {
      const picture = new Image()
      const ended = new Promise((resolve) => picture.addEventListener('error', resolve))
      picture.src = address
      await ended
    }, `${plumb.url}/api${logout.path}`)
    // Still signed in, and named as before.
    expect(await nickname()).toBe(before)
    expect(await phone.context.cookies()).toEqual([])
  })

  test('T75: shows neither the app, nor the console, nor the reference in a frame', async () => {
    const framed = async (address: string) => {
      const frame = await elsewhere.evaluateHandle(async (src) => {
        const element = document.createElement('iframe')
        const loaded = new Promise((resolve) => element.addEventListener('load', resolve))
        element.src = src
        document.body.append(element)
        await loaded
        return element
      }, address)
      return (await frame.contentFrame())!.url()
    }
    expect(await framed(`${url}/own`)).toBe(`${url}/own`)
    for (const address of [
      ...[`${plumb.url}/`, `${plumb.url}/#/pages/setting/security`, `${plumb.url}/api/reference`],
      plumb.consoleUrl,
    ])
      expect([address, await framed(address)]).toEqual([address, 'chrome-error://chromewebdata/'])
  })
})

describe('a link of ours with the address of another site in it', () => {
  test.each([
    ['its whole address', (there: string) => `${there}/pages/fund/assets`],
    ['its address without a scheme', (there: string) => `${there.replace('http:', '')}/pages/fund/assets`],
    ['a script', () => 'javascript:location="/taken"'],
  ])('T75: leads home after sign-in, not to %s', async (_, addressOf) => {
    asked.length = 0
    const visitor = await newPhone(browser)
    const from = encodeURIComponent(addressOf(url))
    await visitor.page.goto(`${plumb.url}/#/pages/common/login?from=${from}`)
    await visitor.page.getByRole('textbox', { name: 'Email' }).fill(demo.email)
    await visitor.page.getByLabel('Password', { exact: true }).fill(demo.password)
    await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await visitor.page.locator('[data-page="/pages/index/index"]').waitFor()
    expect(new URL(visitor.page.url()).origin).toBe(new URL(plumb.url).origin)
    expect(asked).toEqual([])
    await visitor.context.close()
  })

  test('T75: is refused as a page to be shown, and nothing there is asked for', async () => {
    asked.length = 0
    for (const there of [`${url}/shown`, url.replace('http:', '')]) {
      await openSettled(page, plumb, `pages/common/webView?url=${encodeURIComponent(there)}`)
      await page.getByRole('heading', { name: 'This link is not allowed' }).waitFor()
      expect(await page.getByRole('main').getByRole('link').count()).toBe(0)
    }
    expect(asked).toEqual([])
  })
})
