import { BANK } from '#domain/deposit/rules.ts'
import { proposePlatformFunding, proposeTreasuryMove } from '#domain/treasury/console.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

const TX_REFERENCE = 'ef56'.repeat(10)
const proposed = { currency: 'USDT', amount: '25', reason: 'seen' }
let funded = 0

export const treasuryTesting: ProductTesting = {
  fields: { from: 'treasury', to: 'interest', chain: BANK, outputIndex: '0', txReference: TX_REFERENCE },
  matrix: {
    proposals: [
      async (maker) => {
        const txReference = `${TX_REFERENCE}${String(++funded).padStart(6, '0')}`
        return (await maker.ask(proposePlatformFunding, { ...proposed, chain: BANK, txReference })).id
      },
      async (maker) =>
        (await maker.ask(proposeTreasuryMove, { ...proposed, from: 'treasury', to: 'interest' })).id,
    ],
  },
}
