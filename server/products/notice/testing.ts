import { earnProducts, redeem, subscribe } from '#domain/earn/contract.ts'
import { writeToCustomer } from '#domain/notice/console.ts'
import * as calls from '#domain/notice/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'
import { auditUntold } from './audit.ts'
import { followSource } from './follow.ts'
import { KEPT_MS } from './jobs.ts'

export const noticeTesting: ProductTesting = {
  fields: {
    ...{ topic: 'money', way: 'mail', isOn: '1', upTo: '1' },
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    p256dh: 'A'.repeat(87),
    auth: 'A'.repeat(22),
  },
  calls: [
    { call: calls.notice, things: { id: 'notice' } },
    { call: calls.markNoticesRead, things: { id: 'notice' } },
    {
      call: writeToCustomer,
      fields: { customerId: '10000', title: 'Your question', text: 'We looked at it' },
    },
  ],
  matrix: {
    async doOneOfEach(customer) {
      const { products } = await customer.ask(earnProducts)
      const { id: productId } = products.find(
        ({ currency, availability }) => currency === 'USDT' && availability === 'open',
      )!
      const { id } = await customer.ask(subscribe, { productId, amount: '11' })
      await customer.ask(redeem, { id })
      const { items } = await customer.ask(calls.notices)
      return { notice: items[0]!.id }
    },
  },
  simulation: {
    async audit({ db, clock, opened }) {
      const sources = opened.flatMap(({ notices }) => notices?.sources ?? [])
      for (const source of sources) await followSource(db, source, clock.nowMs())
      return auditUntold(db, clock.nowMs() - KEPT_MS)
    },
  },
}
