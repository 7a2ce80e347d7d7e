import type { ProductTesting } from '#server/testing/product-testing.ts'

export const reservesTesting: ProductTesting = {
  fields: {
    chain: 'Ethereum',
    label: 'Vault',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    txReference: 'ab12'.repeat(16),
  },
}
