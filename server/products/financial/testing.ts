import { quoteExits } from '#domain/financial/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const financialTesting: ProductTesting = {
  calls: [{ call: quoteExits, fields: { currency: 'USDT', amount: '500' } }],
}
