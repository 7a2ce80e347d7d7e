import { proposePlatformFunding, proposeTreasuryMove } from '#domain/treasury/console.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

const TX_REFERENCE = 'ef56'.repeat(16)
const proposed = { currency: 'USDT', amount: '25', reason: 'seen' }
/** One by which USDT comes. */
const CHAIN = 'Ethereum'
let funded = 0

export const treasuryTesting: ProductTesting = {
  fields: { from: 'treasury', to: 'interest', chain: CHAIN, outputIndex: '0', txReference: TX_REFERENCE },
  matrix: {
    proposals: [
      async (maker) => {
        const txReference = `${String(++funded).padStart(8, '0')}${TX_REFERENCE.slice(8)}`
        return (await maker.ask(proposePlatformFunding, { ...proposed, chain: CHAIN, txReference })).id
      },
      async (maker) =>
        (await maker.ask(proposeTreasuryMove, { ...proposed, from: 'treasury', to: 'interest' })).id,
    ],
  },
}
