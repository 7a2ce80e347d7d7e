import { cards, saveCard } from '#domain/card/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import type { CustomerId } from '#domain/ids.ts'
import * as operators from '#domain/sale/console.ts'
import * as calls from '#domain/sale/contract.ts'
import type { Player } from '#server/sim/player.ts'
import { cardInput } from '#server/testing/cards.ts'
import { PAY_PASSWORD } from '#server/testing/payees.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'

/** Of USDT, which is sold without a price. */
const good = { currency: 'USDT', amount: '25' }

/** The first of a customer's cards: the one that they have had for long. */
async function readyToSell(customer: Customer) {
  const { items } = await customer.ask(cards)
  const { quoteId } = await customer.ask(calls.quoteSale, { ...good, cardId: items.at(-1)!.id })
  return { quoteId, payPassword: PAY_PASSWORD }
}
const sell = async (customer: Customer) =>
  (await customer.ask(calls.submitSale, await readyToSell(customer))).id

/** The card of a simulated customer, who saves one first; nobody's id until then. */
async function simulatedCard({ exchange }: Player, customer: CustomerId): Promise<string> {
  const answer = await exchange.call(customer, cards, {})
  const [card] = answer.ok ? (answer.data as OutputOf<typeof cards>).items : []
  if (!card) await exchange.call(customer, saveCard, cardInput(1))
  return card?.id ?? '1'
}

export const saleTesting: ProductTesting = {
  fields: {
    ...{ minimumFee: '5', feeBps: '50', internationalMinimumFee: '25', internationalFeeBps: '100' },
    ...{ quoteSeconds: '10', settledAs: 'returned' },
    bankReference: 'FT26001ABCDEF0099',
  },
  calls: [
    { call: calls.quoteSale, fields: good, things: { cardId: 'usableCard' } },
    {
      call: calls.submitSale,
      fields: { payPassword: PAY_PASSWORD },
      things: { quoteId: 'saleQuote' },
    },
    { call: operators.proposeSaleTerms, fields: { minimum: '20', maxPerCustomer: '100000' } },
    ...[
      calls.saleDetail,
      operators.consoleSale,
      operators.startSale,
      operators.takeOverSale,
      operators.saleCard,
      operators.proposeSaleEnd,
    ].map((call) => ({ call, things: { id: 'sale' } })),
  ],
  matrix: {
    async doOneOfEach(customer) {
      const sale = await sell(customer)
      const { quoteId } = await readyToSell(customer)
      const { items } = await customer.ask(cards)
      return { sale, saleQuote: quoteId, usableCard: items.at(-1)!.id }
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
        async input(player, customer) {
          const { random } = player
          const currency = random.one(['USDT', 'BTC', 'USD'])
          const amount = currency === 'BTC' ? `0.0${1 + random.below(20)}` : `${random.below(90)}`
          return { currency, amount, cardId: await simulatedCard(player, customer) }
        },
      },
    ],
    hostile: [[calls.quoteSale, 'amount', 'currency']],
  },
}
