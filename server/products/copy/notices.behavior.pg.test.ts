import { beforeEach, expect, test } from 'vitest'
import { contractClose, contractSubmit } from '#domain/contract/contract.ts'
import * as calls from '#domain/copy/contract.ts'
import { COPY_AGREEMENT_VERSION } from '#domain/copy/terms.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { type NoticeView, noticeSettings, notices, setNoticeSetting } from '#domain/notice/contract.ts'
import { DAY_MS } from '#domain/time.ts'
import { addTestCustomer, type TestCustomer } from '#server/testing/customers.ts'
import { openQuotedApp, type QuotedApp } from '#server/testing/quoted-app.ts'
import { lead as makeLead } from './testing.ts'

/** What followers are told of what was copied, by their own list of notices. */

let quoted: QuotedApp
let lead: TestCustomer
let follower: TestCustomer

beforeEach(async () => {
  quoted = await openQuotedApp()
  const { db, clock, give } = quoted.app
  ;[lead, follower] = [
    await addTestCustomer(db, clock, { nickname: 'Ada', tier: 'advanced' }),
    await quoted.app.newCustomer(),
  ]
  for (const { id } of [lead, follower]) await give(id, 'contract', 'USDT', '10000')
  await quoted.quote(20_000)
  return async () => {
    expect(await quoted.app.isConsistent()).toBe(true)
    await quoted.close()
  }
})

async function ask(who: TestCustomer, call: Endpoint, input: Record<string, string> = {}) {
  const { data, error } = await quoted.app.call(call, input, who.token)
  expect(error, call.path).toBeUndefined()
  return data
}

/** What somebody is told of copies; what is due is written twice, as by a job that runs again. */
async function told(who: TestCustomer): Promise<NoticeView[]> {
  for (let n = 0; n < 2; n++) await quoted.notify()
  return (await ask(who, notices, { topic: 'copying' })).items
}

const order = { symbol: 'BTC-USDT', direction: 'long', lots: '0.10', leverage: '10' }

async function follow(): Promise<string> {
  const { db, clock } = quoted.app
  const leadId = String(await makeLead(db, lead.id, clock.nowMs()))
  await ask(follower, calls.copyAcceptAgreement, { version: String(COPY_AGREEMENT_VERSION) })
  return (await ask(follower, calls.copyFollow, { leadId, mode: 'amount', number: '100' })).id
}

test('a follower is told what was opened, closed and skipped of one lead in one notice a day', async () => {
  const relationId = await follow()
  const first = await ask(lead, contractSubmit, order)
  expect(await told(follower)).toMatchObject([
    {
      ...{ kind: 'copy-day', topic: 'copying', title: 'Copies of Ada', subject: relationId },
      text: expect.stringMatching(/^\d{4}-\d\d-\d\d UTC: 1 opened, 0 closed, 0 skipped\.$/),
    },
  ])
  await ask(lead, contractClose, { id: first.id })
  await ask(follower, calls.copySettings, { relationId, status: 'paused' })
  // Closing what nobody copied is no news.
  const skipped = await ask(lead, contractSubmit, order)
  await ask(lead, contractClose, { id: skipped.id })
  const items = await told(follower)
  expect(items).toMatchObject([
    { kind: 'copy-day', text: expect.stringMatching(/1 opened, 1 closed, 1 skipped/) },
  ])
  await ask(follower, calls.copySettings, { relationId, status: 'active' })
  quoted.app.clock.advance(DAY_MS)
  await quoted.quote(20_000)
  await ask(lead, contractSubmit, order)
  const texts = (await told(follower)).map(({ text }) => text.replace(/^.*: /, ''))
  expect(texts).toEqual(['1 opened, 0 closed, 0 skipped.', '1 opened, 1 closed, 1 skipped.'])
})

test('copies have a setting of their own', async () => {
  await follow()
  const { items: topics } = await ask(follower, noticeSettings)
  expect(topics.find(({ topic }: { topic: string }) => topic === 'copying')).toMatchObject({
    app: true,
    mail: false,
  })
  await ask(follower, setNoticeSetting, { topic: 'copying', way: 'app', isOn: '0' })
  await ask(lead, contractSubmit, order)
  expect(await told(follower)).toEqual([])
})
