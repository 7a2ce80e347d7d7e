import { consoleOperators, proposeOperator, voidSetup } from '#domain/operator/console.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const operatorTesting: ProductTesting = {
  fields: {
    operatorRoles: 'support',
    name: 'A Matrix',
    setup: '-'.repeat(32),
    password: 'a matrix of calls',
  },
  calls: [
    { call: consoleOperators },
    { call: proposeOperator, fields: { email: 'new@matrix.test' } },
    { call: voidSetup, fields: { id: '1' } },
  ],
}
