import { proposeGive, proposeReturn, proposeTake } from '#domain/adjustment/console.ts'
import { profile } from '#domain/user/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

const amount = { currency: 'USDT', amount: '1' }

export const adjustmentTesting: ProductTesting = {
  calls: [
    { call: proposeTake, fields: { ...amount, customerId: '10000', wallet: 'funding' } },
    { call: proposeGive, fields: { ...amount, take: '1', customerId: '10000', wallet: 'spot' } },
    {
      call: proposeReturn,
      fields: { ...amount, take: '1', chain: 'Tron', txReference: 'a1'.repeat(32), outputIndex: '0' },
    },
  ],
  matrix: {
    proposals: [
      async (maker, customer) => {
        const { uid } = await customer.ask(profile)
        const from = { customerId: uid, wallet: 'funding' }
        return (await maker.ask(proposeTake, { ...amount, ...from, reason: 'credited twice' })).id
      },
    ],
  },
}
