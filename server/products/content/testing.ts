import * as consoleCalls from '#domain/content/console.ts'
import * as calls from '#domain/content/published.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const contentTesting: ProductTesting = {
  fields: { content: 'Words', title: 'A title', keyword: 'risk_notice', language: 'en', isHelpful: '1' },
  calls: [
    { call: calls.newsList, fields: { category: 'announcements' } },
    { call: consoleCalls.createContent, fields: { kind: 'news' } },
    { call: consoleCalls.proposeContent, fields: { category: 'announcements', isPopUp: '0', place: '1' } },
  ],
}
