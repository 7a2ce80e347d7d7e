import { confirmExport, deleteAccount } from '#domain/privacy/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const privacyTesting: ProductTesting = {
  calls: [
    // Nothing is deleted: the customers of these tests stay.
    { call: deleteAccount, fields: { password: 'another one' } },
    { call: confirmExport, fields: { password: 'another one' } },
  ],
}
