import { statementEvent, statementEvents } from '#domain/statement/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const statementTesting: ProductTesting = {
  calls: [{ call: statementEvent, things: { id: 'event' }, fields: { kind: 'spot-order' } }],
  matrix: {
    doOneOfEach: async (customer) => ({
      event: (await customer.ask(statementEvents, { kind: 'spot-order' })).items[0]!.id,
    }),
  },
}
