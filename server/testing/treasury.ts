import { requestDeposit } from '#domain/deposit/contract.ts'
import { tronAddress } from './addresses.ts'
import type { TestApp } from './app.ts'
import type { openTestConsole } from './console.ts'
import type { TestCustomer } from './customers.ts'
import { newPicture } from './pictures.ts'

type Fields = Record<string, string>

let payments = 0
/** The reference of a payment that nobody spoke of before. */
export const newPayment = (): string => `${(++payments).toString(16).padStart(58, '0')}a1b2c3`

export const FIRST_ADDRESS = tronAddress(1)

/** The calls by which two operators of the finance role move the platform's money and publish addresses. */
export async function openTestTreasury(app: TestApp, consoleApp: ReturnType<typeof openTestConsole>) {
  const maker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  const checker = await consoleApp.tokenOf(await consoleApp.addOperator('finance'))
  /** What a checker reads in the wallet itself, by the proposal. */
  const walletOf = new Map<string, string>()
  const approve = (id: string, token = checker, again = walletOf.get(id)) =>
    consoleApp.post('/console/proposal/approve', token, {
      ...{ id, reason: 'seen on the statement' },
      ...(again !== undefined && { again }),
    })
  /** A customer's claim of 50 USDT sent to an address; returns its id. */
  async function claim(customer: TestCustomer, network: string, address: string): Promise<string> {
    const image = await app.uploads.keep(customer.id, await newPicture())
    const { data } = await app.call(
      requestDeposit,
      { sender: 'Ana Lopez', amount: '50', currency: 'USDT', network, address, image, hashTail: 'a1b2c3' },
      customer.token,
    )
    return data.id
  }
  return {
    maker,
    checker,
    claim,
    fund: (change: Fields = {}, token = maker) =>
      consoleApp.post('/console/treasury/fund', token, {
        ...{
          currency: 'USDT',
          amount: '1000.5',
          chain: 'BNB Smart Chain',
          tx_reference: newPayment(),
          reason: 'own capital',
        },
        ...change,
      }),
    move: (change: Fields = {}, token = maker) =>
      consoleApp.post('/console/treasury/move', token, {
        ...{ currency: 'USDT', amount: '400', from: 'treasury', to: 'interest', reason: 'for savings' },
        ...change,
      }),
    async publish(change: Fields = {}, token = maker) {
      const proposed = {
        ...{ currency: 'USDT', network: 'TRC20', address: FIRST_ADDRESS, minimum: '10', reason: 'opening' },
        ...change,
      }
      const answer = await consoleApp.post('/console/deposit/address', token, proposed)
      if (answer.code === 1) walletOf.set(answer.data.id, proposed.address)
      return answer
    },
    approve,
    /** What a proposal is once the other has approved it. */
    agreed: async (proposed: { data: { id: string } }) => (await approve(proposed.data.id)).data,
  }
}
