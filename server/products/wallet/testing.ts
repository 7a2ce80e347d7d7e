import { readAmount } from '#domain/money/read-amount.ts'
import { walletList, walletTransfer, walletTransfers } from '#domain/wallet/contract.ts'
import { walletTypes } from '#domain/wallet/wallet-types.ts'
import type { Player } from '#server/sim/player.ts'
import type { Input, ProductTesting } from '#server/testing/product-testing.ts'

const goodTransfer = { currency: 'USDT', amount: '12.5', from: 'funding', to: 'options' }
const CURRENCIES = ['USDT', 'USDT', 'BTC', 'ETH'] as const

function randomTransfer({ random }: Player): Input {
  const currency = random.one(CURRENCIES)
  const amount =
    currency === 'USDT' ? `${1 + random.below(900)}.${random.below(10)}` : `0.0${1 + random.below(99)}`
  return { currency, amount, from: random.one(walletTypes), to: random.one(walletTypes) }
}

export const walletTesting: ProductTesting = {
  fields: { walletType: 'funding', from: 'funding', to: 'spot' },
  matrix: {
    doOneOfEach: async (customer) => ({ transfer: (await customer.ask(walletTransfer, goodTransfer)).id }),
    effects: [{ call: walletTransfer, isGuarded: false, prepare: () => goodTransfer }],
  },
  simulation: {
    calls: [{ name: 'transfer', weight: 24, call: walletTransfer, input: randomTransfer }],
    hostile: [[walletTransfer, 'amount', 'currency', 'from']],
  },
  crash: {
    calls: [
      {
        call: walletTransfer,
        weight: 15,
        input(_, random) {
          const [from, to] = random.one([
            ['funding', 'spot'],
            ['spot', 'funding'],
          ] as const)
          return { currency: 'USDT', amount: `${1 + random.below(9)}.0${random.below(10)}`, from, to }
        },
        listedIn: walletTransfers,
        addsToFunding: ({ to, amount }) => (to === 'funding' ? 1n : -1n) * readAmount(String(amount), 'USDT'),
      },
    ],
    async state(trader) {
      const { holdings } = await trader.ask(walletList)
      return holdings.map(({ currency, available, held }) => ({ currency, available, held }))
    },
  },
}
