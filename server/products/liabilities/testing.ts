import * as calls from '#domain/liabilities/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'
import { PUBLISH_JOB } from './job.ts'

export const liabilitiesTesting: ProductTesting = {
  /** Publishes once, so that there is something to ask for. */
  async start(services) {
    await services.jobs.find(({ name }) => name === PUBLISH_JOB)?.run()
  },
  calls: [
    { call: calls.liabilitiesStatement, fields: { number: '1' } },
    { call: calls.liabilitiesConsistency, fields: { from: '0', to: '1' } },
    { call: calls.liabilitiesProof, fields: { number: '1' } },
  ],
}
