import * as calls from '#domain/alert/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

const move = { symbol: 'BTC-USDT', condition: 'move', percent: '50' }

export const alertTesting: ProductTesting = {
  calls: [
    { call: calls.addAlert, fields: move },
    { call: calls.removeAlert, things: { id: 'alert' } },
  ],
  matrix: {
    async doOneOfEach(customer) {
      const { id } = await customer.ask(calls.addAlert, move)
      return { alert: id }
    },
  },
}
