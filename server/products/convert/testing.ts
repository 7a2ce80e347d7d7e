import { proposeConvertTerms } from '#domain/convert/console.ts'
import * as calls from '#domain/convert/contract.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { Player } from '#server/sim/player.ts'
import type { Input, ProductTesting } from '#server/testing/product-testing.ts'

const good = { from: 'USDT', to: 'BTC', amount: '25' }

const PAIRS = [
  ['USDT', 'BTC'],
  ['BTC', 'USDT'],
  ['BTC', 'ETH'],
  ['ETH', 'USDT'],
  ['USDT', 'USDT'],
] as const

function randomConversion({ random }: Player): Input {
  const [from, to] = random.one(PAIRS)
  const amount =
    from === 'USDT' ? `${1 + random.below(400)}.${random.below(10)}` : `0.00${1 + random.below(99)}`
  return { from, to, amount }
}

export const convertTesting: ProductTesting = {
  fields: {
    ...{
      from: 'USDT',
      to: 'BTC',
      feeBps: '12',
      maxPerCustomer: '100000',
      maxExposure: '300000',
      quoteSeconds: '10',
    },
  },
  calls: [
    { call: calls.quoteConversion, fields: good },
    { call: calls.convert, fields: good, things: { quoteId: 'conversionQuote' } },
    {
      call: proposeConvertTerms,
      fields: { minimum: '5', maximum: '50000' },
    },
    { call: calls.conversion, things: { id: 'conversion' } },
  ],
  matrix: {
    async doOneOfEach(customer) {
      const { quoteId } = await customer.ask(calls.quoteConversion, good)
      return { conversion: (await customer.ask(calls.convert, good)).id, conversionQuote: quoteId! }
    },
    effects: [{ call: calls.convert, isGuarded: false, prepare: () => good }],
  },
  simulation: {
    calls: [{ name: 'convert', weight: 8, call: calls.convert, input: randomConversion }],
    hostile: [[calls.convert, 'amount', 'from', 'to']],
  },
  crash: {
    calls: [
      {
        call: calls.convert,
        weight: 5,
        input: (_, random) => ({ ...good, amount: String(10 + random.below(20)) }),
        listedIn: calls.conversions,
        addsToFunding: ({ amount }) => -readAmount(String(amount), 'USDT'),
      },
    ],
  },
}
