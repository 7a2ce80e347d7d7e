import { removeCard, saveCard, saveInternationalCard } from '#domain/card/contract.ts'
import { cardInput, cardNumber, internationalInput } from '#server/testing/cards.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'

/** Every customer saves other cards than the one before. */
let saved = 100
const save = async (customer: Customer) => (await customer.ask(saveCard, cardInput(++saved))).id

export const cardTesting: ProductTesting = {
  calls: [
    { call: saveCard, fields: cardInput(1) },
    { call: saveInternationalCard, fields: { ...internationalInput(1), cardNumber: cardNumber(2) } },
    { call: removeCard, things: { id: 'card' } },
  ],
  matrix: { doOneOfEach: async (customer) => ({ card: await save(customer) }) },
}
