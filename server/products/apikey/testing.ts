import { addApiKey, removeApiKey } from '#domain/apikey/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const apiKeyTesting: ProductTesting = {
  calls: [
    {
      call: addApiKey,
      fields: { label: 'Trader', scopes: 'read,spot', addresses: '10.0.0.1', code: '123456' },
    },
    // Nobody here has one: it takes a second factor, which would be asked for by everything else.
    { call: removeApiKey, things: { id: 'apiKey' } },
  ],
}
