import { readAmount } from '#domain/money/read-amount.ts'
import * as calls from '#domain/withdrawal/console.ts'
import {
  cancelWithdrawal,
  deleteAddress,
  requestWithdrawal,
  saveAddress,
  type WithdrawalView,
  withdrawalDetail,
  withdrawals,
} from '#domain/withdrawal/contract.ts'
import { tronAddress } from '#server/testing/addresses.ts'
import { makeReadyToWithdraw, PAY_PASSWORD, PAYEE_ADDRESS } from '#server/testing/payees.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'

const request = {
  ...{ currency: 'USDT', network: 'TRC20', amount: '25' },
  ...{ address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD },
}
let saved = 701
const toSave = () => ({ currency: 'USDT', network: 'TRC20', name: 'Another', address: tronAddress(++saved) })
const usdt = (amount: unknown) => readAmount(String(amount), 'USDT')
const ask = async (customer: Customer) => (await customer.ask(requestWithdrawal, request)).id

export const withdrawalTesting: ProductTesting = {
  fields: {
    ...{ network: 'TRC20', address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD, name: 'Ledger' },
    ...{ fee: '1', minimum: '10', signed: 'ab', settledAs: 'returned', isPaused: '0', voids: '0' },
  },
  calls: [
    // Either an address by its network or a card: each may be left out.
    {
      call: requestWithdrawal,
      fields: { network: 'TRC20', address: PAYEE_ADDRESS, payPassword: PAY_PASSWORD },
    },
    { call: saveAddress, fields: { address: tronAddress(701) } },
    { call: deleteAddress, things: { id: 'savedAddress' } },
    { call: withdrawalDetail, things: { id: 'withdrawal' } },
    { call: cancelWithdrawal, things: { id: 'withdrawal' } },
    ...[
      ...[calls.consoleWithdrawal, calls.proposeWithdrawal, calls.rejectWithdrawalRequest],
      ...[calls.prepareWithdrawal, calls.uploadSigned, calls.proposeHandPayment],
      ...[calls.takeOverWithdrawal, calls.voidWithdrawal, calls.uploadSignedVoid],
    ].map((call) => ({ call, things: { id: 'withdrawal' } })),
    { call: calls.withdrawalCard, things: { id: 'cardWithdrawal' } },
  ],
  matrix: {
    doOneOfEach: async (customer) => ({
      withdrawal: await ask(customer),
      savedAddress: (await customer.ask(saveAddress, toSave())).id,
    }),
    effects: [
      { call: requestWithdrawal, isGuarded: false, prepare: () => request },
      { call: cancelWithdrawal, isGuarded: true, prepare: async (customer) => ({ id: await ask(customer) }) },
    ],
  },
  crash: {
    async prepare(db, traders) {
      for (const trader of traders) await makeReadyToWithdraw(db, trader)
    },
    calls: [
      {
        call: requestWithdrawal,
        weight: 3,
        input: (_, random) => ({ ...request, amount: String(10 + random.below(20)) }),
        listedIn: withdrawals,
        addsToFunding: ({ amount }) => -usdt(amount),
      },
      {
        call: cancelWithdrawal,
        weight: 3,
        input(trader, random) {
          const made = trader.done(requestWithdrawal)
          return made.length === 0 ? undefined : { id: random.one(made).id }
        },
        endsIn: { list: withdrawals, status: 'cancelled' },
        addsToFunding: (_, answer) => usdt((answer as WithdrawalView).amount),
      },
    ],
  },
}
