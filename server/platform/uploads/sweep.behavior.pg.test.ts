import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestDeposit } from '#domain/deposit/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { viewUpload } from '#domain/upload/contract.ts'
import { setPortrait } from '#domain/user/contract.ts'
import { publishDepositAddresses } from '#server/products/deposit/addresses.ts'
import { rejectDeposit } from '#server/products/deposit/service.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import type { TestCustomer } from '#server/testing/customers.ts'
import { markAbandoned } from './store.ts'

/** Images that were sent and then used for nothing: the form they were chosen in was left. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const account = { currency: 'USDT', network: 'TRC20', address: 'T1', minimum: '10', isDemo: true }
  await app.db.transaction().execute((tx) => publishDepositAddresses(tx, [account]))
})
afterAll(() => app.close())

let shade = 0
async function send(customer: TestCustomer): Promise<string> {
  const background = { r: ++shade % 256, g: shade >> 8, b: 9 }
  return app.uploads.keep(
    customer.id,
    await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  )
}
const ask = (customer: TestCustomer, image: string) =>
  app.call(
    requestDeposit,
    {
      sender: 'Ana',
      amount: '100',
      currency: 'USDT',
      network: 'TRC20',
      address: 'T1',
      image,
      hashTail: 'a1b2c3',
    },
    customer.token,
  )
async function sweep(): Promise<void> {
  for (const job of app.uploads.jobs) await job.run()
}

const filesNow = () =>
  readdirSync(join(app.dataDir, 'uploads'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
const rowsNow = async () =>
  (await app.db.selectFrom('upload').select('id').execute()).map(({ id }) => id).sort()
/** Rows and files tell of the same images. */
async function kept(): Promise<string[]> {
  const rows = await rowsNow()
  expect(filesNow()).toEqual(rows)
  return rows
}

describe('an image that was used for nothing', () => {
  test('goes after a day, row and file; not before', async () => {
    const customer = await app.newCustomer()
    const image = await send(customer)
    app.clock.advance(DAY_MS - 1)
    await sweep()
    expect(await kept()).toContain(image)
    app.clock.advance(1)
    await sweep()
    await sweep()
    expect(await kept()).not.toContain(image)
    expect(await ask(customer, image)).toMatchObject({ error: 'UPLOAD_UNKNOWN' })
    expect(await app.call(viewUpload, { id: image }, customer.token)).toMatchObject({ error: 'NOT_FOUND' })
  })

  test('is as much as gone once it was marked, wherever the removal was cut off', async () => {
    const customer = await app.newCustomer()
    const [whole, half] = [await send(customer), await send(customer)]
    app.clock.advance(DAY_MS)
    await markAbandoned(app.db, app.clock.nowMs() - DAY_MS, 10)
    rmSync(join(app.dataDir, 'uploads', half.slice(0, 2), half))
    for (const image of [whole, half]) {
      expect(await ask(customer, image)).toMatchObject({ error: 'UPLOAD_UNKNOWN' })
      expect(await app.call(viewUpload, { id: image }, customer.token)).toMatchObject({ error: 'NOT_FOUND' })
    }
    await sweep()
    const left = await kept()
    for (const image of [whole, half]) expect(left).not.toContain(image)
  })
})

describe('an image that something refers to', () => {
  test('stays: of a deposit, also a rejected one, and a portrait', async () => {
    const customer = await app.newCustomer()
    const [proof, refused, portrait] = [await send(customer), await send(customer), await send(customer)]
    expect(await ask(customer, proof)).toMatchObject({ type: 1 })
    const { data } = await ask(customer, refused)
    const rejection = { id: BigInt(data.id), reason: 'another amount' }
    await app.db.transaction().execute((tx) => rejectDeposit(tx, rejection, app.clock.nowMs()))
    for (let again = 0; again < 2; again++)
      expect(await app.call(setPortrait, { portrait }, customer.token)).toMatchObject({ type: 1 })
    app.clock.advance(30 * DAY_MS)
    await sweep()
    expect(await kept()).toEqual(expect.arrayContaining([proof, refused, portrait]))
  })

  test('goes once it is the portrait no more, unless it is a deposit’s too', async () => {
    const customer = await app.newCustomer()
    const [first, second, proof] = [await send(customer), await send(customer), await send(customer)]
    expect(await ask(customer, proof)).toMatchObject({ type: 1 })
    const showing = async (portrait: string) => {
      const { data } = await app.call(setPortrait, { portrait }, customer.token)
      await sweep()
      return data.portrait
    }
    expect(await showing(first)).toBe(first)
    expect(await showing(second)).toBe(second)
    expect(await kept()).not.toContain(first)
    expect(await app.call(setPortrait, { portrait: first }, customer.token)).toMatchObject({
      error: 'PORTRAIT_UNKNOWN',
    })
    expect(await showing(proof)).toBe(proof)
    expect(await showing('-')).toBe(null)
    const left = await kept()
    expect(left).toContain(proof)
    expect(left).not.toContain(second)
  })

  test('that a refused request named is as if it had not been', async () => {
    const [ana, bob] = [await app.newCustomer(), await app.newCustomer()]
    const image = await send(ana)
    expect(await ask(bob, image)).toMatchObject({ error: 'UPLOAD_UNKNOWN' })
    const taken = await send(ana)
    for (let n = 0; n < 5; n++) expect(await ask(ana, await send(ana))).toMatchObject({ type: 1 })
    expect(await ask(ana, taken)).toMatchObject({ error: 'DEPOSIT_TOO_MANY_PENDING' })
    app.clock.advance(DAY_MS)
    await sweep()
    const left = await kept()
    expect(left).not.toContain(image)
    expect(left).not.toContain(taken)
  })

  test('just now, while it is being swept, either stays whole or is refused and goes', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 24; round++) {
      const customer = await app.newCustomer()
      const image = await send(customer)
      let isOver = false
      const attached = (
        round % 2 === 0 ? ask(customer, image) : app.call(setPortrait, { portrait: image }, customer.token)
      ).finally(() => {
        isOver = true
      })
      // The job runs all the while, and each round the image falls due at a later of its runs.
      for (let run = 0; !isOver || run <= round; run++) {
        if (run === round) app.clock.advance(DAY_MS)
        await sweep()
      }
      const answer = await attached
      const isThere = (await kept()).includes(image)
      if (answer.type === 1) {
        expect(isThere).toBe(true)
        expect((await app.uploads.readUpload(image))?.bytes.length).toBeGreaterThan(0)
      } else {
        expect(answer.error).toBe(round % 2 === 0 ? 'UPLOAD_UNKNOWN' : 'PORTRAIT_UNKNOWN')
        expect(isThere).toBe(false)
      }
      outcomes.add(isThere ? 'stayed' : 'went')
    }
    expect([...outcomes].sort()).toEqual(['stayed', 'went'])
  })
})
