import {
  closeCountry,
  consoleCountryChanges,
  proposeCountry,
  proposeTierLimits,
} from '#domain/eligibility/console.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

const place = { country: 'DE', product: 'option' }

export const eligibilityTesting: ProductTesting = {
  fields: { withdrawalBasic: '100', withdrawalAdvanced: '400', otcBasic: '1000', otcAdvanced: '500000' },
  calls: [
    { call: proposeTierLimits },
    ...[consoleCountryChanges, proposeCountry, closeCountry].map((call) => ({ call, fields: place })),
  ],
}
