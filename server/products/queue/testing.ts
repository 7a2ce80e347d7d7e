import { consoleLevels, proposeLevel } from '#domain/queue/console.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const queueTesting: ProductTesting = {
  fields: { queue: 'withdrawal', hours: '3' },
  calls: [{ call: consoleLevels }, { call: proposeLevel }],
}
