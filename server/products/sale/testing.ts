import { cards } from '#domain/card/contract.ts'
import * as operators from '#domain/sale/console.ts'
import * as calls from '#domain/sale/contract.ts'
import { PAY_PASSWORD } from '#server/testing/payees.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'

/** Of USDT, which is sold without a price. */
const good = { currency: 'USDT', amount: '25' }

/** The first of a customer's cards: the one that they have had for long. */
async function readyToSell(customer: Customer) {
  const { items } = await customer.ask(cards)
  const { quoteId } = await customer.ask(calls.quoteSale, good)
  return { quoteId, cardId: items.at(-1)!.id, payPassword: PAY_PASSWORD }
}
const sell = async (customer: Customer) =>
  (await customer.ask(calls.submitSale, await readyToSell(customer))).id

export const saleTesting: ProductTesting = {
  fields: {
    ...{ minimumFee: '5', feeBps: '50', quoteSeconds: '10', settledAs: 'returned' },
    bankReference: 'FT26001ABCDEF0099',
  },
  calls: [
    { call: calls.quoteSale, fields: good },
    {
      call: calls.submitSale,
      fields: { payPassword: PAY_PASSWORD },
      things: { quoteId: 'saleQuote', cardId: 'usableCard' },
    },
    { call: operators.proposeSaleTerms, fields: { minimum: '20', maxPerCustomer: '100000' } },
    ...[operators.consoleSale, operators.startSale, operators.saleCard, operators.proposeSaleEnd].map(
      (call) => ({ call, things: { id: 'sale' } }),
    ),
  ],
  matrix: {
    async doOneOfEach(customer) {
      const sale = await sell(customer)
      const { quoteId, cardId } = await readyToSell(customer)
      return { sale, saleQuote: quoteId, usableCard: cardId }
    },
    effects: [{ call: calls.submitSale, isGuarded: true, prepare: readyToSell }],
    proposals: [
      async (maker, customer) => {
        const input = { id: await sell(customer), settledAs: 'returned', reason: 'the bank refused it' }
        return (await maker.ask(operators.proposeSaleEnd, input)).proposal!.id
      },
    ],
  },
  simulation: {
    calls: [
      {
        name: 'quote of a sale',
        weight: 3,
        call: calls.quoteSale,
        input: ({ random }) => {
          const currency = random.one(['USDT', 'BTC', 'USD'])
          return {
            currency,
            amount: currency === 'BTC' ? `0.0${1 + random.below(20)}` : `${random.below(90)}`,
          }
        },
      },
    ],
    hostile: [[calls.quoteSale, 'amount', 'currency']],
  },
}
