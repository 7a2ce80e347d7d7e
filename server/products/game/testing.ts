import * as operators from '#domain/game/console.ts'
import * as calls from '#domain/game/contract.ts'
import { openRound } from '#domain/game/rules.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const gameTesting: ProductTesting = {
  calls: [
    { call: calls.guessPrice, fields: { roundId: '1', price: '20000' } },
    { call: calls.roundProof, fields: { id: '1' } },
    { call: calls.listNickname, fields: { isListed: '1' } },
    ...[operators.hideNickname, operators.showNickname].map((call) => ({
      call,
      fields: { customerId: '10000' },
    })),
  ],
  matrix: {
    async doOneOfEach(customer) {
      const { open } = await customer.ask(calls.gameRound)
      await customer.ask(calls.guessPrice, { roundId: open.id, price: '20000' })
      return {}
    },
  },
  simulation: {
    calls: [
      {
        name: 'price guess',
        weight: 1,
        call: calls.guessPrice,
        input: ({ exchange, random }) => ({
          roundId: String(openRound(exchange.clock.nowMs()) - BigInt(random.chance(8) ? 1 : 0)),
          price: String(1 + random.below(200_000)),
        }),
      },
    ],
    hostile: [[calls.guessPrice, 'roundId', 'price']],
  },
}
