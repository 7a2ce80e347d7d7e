import type { ProductTesting } from '#server/testing/product-testing.ts'

export const listingTesting: ProductTesting = {
  fields: {
    ...{ status: 'trading', minNotional: '10', makerFeeBps: '10', takerFeeBps: '10', collar: 'major' },
    ...{ code: 'NEW', name: 'A new one', decimals: '8', kind: 'crypto', colour: '#3AB08C' },
    ...{ base: 'NEW', quote: 'USDT', class: 'crypto', tickSize: '0.01', stepSize: '0.001' },
    ...{ referencePrice: '10', lotSize: '1' },
  },
}
