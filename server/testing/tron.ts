import { createHash } from 'node:crypto'
import { accountHex } from '#domain/chain/account-key.ts'
import { TRANSFER_TOPIC } from '#server/core/chain/evm-calls.ts'
import { tronAddress } from './addresses.ts'
import { startJsonRpc } from './json-rpc.ts'
import { type FollowedChain, localSettings } from './local-chain.ts'

/**
 * Tron as its documentation has recorded it from Nile, its test network: answers of those shapes about blocks that are
 * made here. There is no program of a node that runs without Tron's own network.
 *
 * Source: tronprotocol.github.io/documentation-en/api/json-rpc.
 */

/** USDT's contract on Nile. */
export const NILE_USDT = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
const NILE = '0xcd8690dc'
/** The block that the documentation shows. */
const FIRST_HEIGHT = 0x3fe1ca0
const BLOCK_SECONDS = 3
const FIRST_SECOND = 0x69f18a5c
const DECIMALS = 6
const PAYER = tronAddress(1)
/** A contract that logs before the token does, so that a payment is not the first of its transaction. */
const OTHER_CONTRACT = '0x9ff8fc48fb114ccd5bbdc24a86f0c73082f08825'

const hex = (number: number): string => `0x${number.toString(16)}`
const word = (text: string): string => `0x${text.replace(/^0x/, '').padStart(64, '0')}`
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Payment {
  readonly txid: string
  readonly address: string
  readonly amount: bigint
}

interface Block {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly payments: readonly Payment[]
}

/** The hash of a block of Tron's begins with its height. */
const hashOf = (height: number, text: string): string =>
  `0x${height.toString(16).padStart(16, '0')}${digest(text).slice(16)}`

/** As `eth_getBlockByNumber` answers without the transactions themselves. */
const blockAnswer = ({ height, hash, parentHash, payments }: Block) => ({
  ...{ number: hex(height), hash, parentHash },
  miner: '0xa234e405a2c6fd67cdd4d0ea2f6188f65534c8b1',
  timestamp: hex(FIRST_SECOND + (height - FIRST_HEIGHT) * BLOCK_SECONDS),
  transactions: payments.map(({ txid }) => `0x${txid}`),
})

/** The two logs of a payment: another contract's, and the token's. */
function logsOf(block: Block, token: string, payment: Payment) {
  const place = block.payments.indexOf(payment)
  const common = {
    ...{ blockHash: block.hash, blockNumber: hex(block.height), removed: false },
    ...{ transactionHash: `0x${payment.txid}`, transactionIndex: hex(place) },
    topics: [TRANSFER_TOPIC, word(accountHex('tron', PAYER)), word(accountHex('tron', payment.address))],
    data: word(payment.amount.toString(16)),
  }
  return [
    { ...common, address: OTHER_CONTRACT, logIndex: hex(2 * place) },
    { ...common, address: token, logIndex: hex(2 * place + 1) },
  ]
}

const receiptAnswer = (block: Block, token: string, payment: Payment) => ({
  ...{ blockHash: block.hash, blockNumber: hex(block.height), transactionHash: `0x${payment.txid}` },
  ...{ transactionIndex: hex(block.payments.indexOf(payment)), contractAddress: null },
  ...{ from: accountHex('tron', PAYER), to: token, effectiveGasPrice: '0x64' },
  ...{ cumulativeGasUsed: '0xae29', gasUsed: '0xae29', status: '0x1', type: '0x0' },
  logs: logsOf(block, token, payment),
})

/** Starts such a chain, which pays USDT. */
export async function startTron(): Promise<FollowedChain> {
  const token = accountHex('tron', NILE_USDT)
  const blocks: Block[] = []
  let waiting: Payment[] = []
  let made = 0

  const newest = (): Block => blocks.at(-1)!
  function add(payments: readonly Payment[]): void {
    const height = FIRST_HEIGHT + blocks.length
    const parentHash = blocks.at(-1)?.hash ?? hashOf(height - 1, 'before all')
    blocks.push({ height, hash: hashOf(height, `block ${++made}`), parentHash, payments })
  }
  function paidIn(id: unknown): { block: Block; payment: Payment } | undefined {
    for (const block of blocks) {
      const payment = block.payments.find(({ txid }) => `0x${txid}` === id)
      if (payment) return { block, payment }
    }
    return undefined
  }

  const methods: Readonly<Record<string, (...params: never[]) => unknown>> = {
    eth_chainId: () => NILE,
    eth_blockNumber: () => hex(newest().height),
    eth_call: () => word(hex(DECIMALS)),
    eth_getBlockByNumber(height: string) {
      const block = blocks[Number(height) - FIRST_HEIGHT]
      return block ? blockAnswer(block) : null
    },
    eth_getLogs({ blockHash, address }: { blockHash: string; address: string }) {
      const block = blocks.find(({ hash }) => hash === blockHash)
      const logs = block?.payments.flatMap((payment) => logsOf(block, token, payment)) ?? []
      return logs.filter((log) => log.address === address)
    },
    eth_getTransactionReceipt(id: string) {
      const found = paidIn(id)
      return found ? receiptAnswer(found.block, token, found.payment) : null
    },
  }

  add([])
  const server = await startJsonRpc((method, params) => methods[method]?.(...(params as never[])))
  return {
    ...localSettings('Tron', `${server.url}/jsonrpc`, { token: NILE_USDT, network: 'test' }),
    async pay(address, amount) {
      const txid = digest(`payment ${++made}`)
      waiting.push({ txid, address, amount })
      return txid
    },
    async mine(count = 1) {
      for (let n = 0; n < count; n++) {
        add(waiting)
        waiting = []
      }
    },
    async reorganize(depth) {
      const undone = blocks.splice(blocks.length - depth)
      for (let n = 0; n <= depth; n++) add([])
      waiting = [...undone.flatMap(({ payments }) => payments), ...waiting]
    },
    async balanceOf(addresses) {
      const payments = blocks.flatMap((block) => block.payments)
      return payments
        .filter(({ address }) => addresses.includes(address))
        .reduce((sum, { amount }) => sum + amount, 0n)
    },
    stop: () => server.stop(),
  }
}
