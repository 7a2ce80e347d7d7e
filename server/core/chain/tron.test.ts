import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChains } from '#server/platform/chain-settings.ts'
import { type JsonRpcServer, startJsonRpc } from '#server/testing/json-rpc.ts'
import { openNode } from './open-node.ts'
import { ChainError } from './rpc.ts'

/**
 * Tron's answers as its documentation has recorded them from Nile, its test network: block 0x3fe1ca0 and a receipt in
 * it. The receipt's log is of the documented form, with a transfer of the token in the place of what it recorded; the
 * hash of the block before is made up.
 *
 * Source: tronprotocol.github.io/documentation-en/api/json-rpc, eth_getBlockByNumber, eth_getTransactionReceipt,
 * eth_getLogs.
 */
const HASH = '0x0000000003fe1ca05cf728c92ee79f5f2758c3e4e4ea88501826726880e8b81c'
const PARENT = '0x0000000003fe1c9f0aa008dcd68f6ab2a96a25bc175df22a04baa0cd391573ab'
const TXID = '01b4cde4197b9d1a1ff09ef5d2b1d939d3ec2401b3f002ebd0802c0f30a6e4ca'
const OURS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const OURS_HEX = 'c8599111f29c1e1e061265b4af93ea1f274ad78a'
/** USDT's contract on Nile. */
const TOKEN = '0xeca9bc828a3005b9a3b909f2cc5c2a54794de05f'

const word = (hex: string) => `0x${hex.padStart(64, '0')}`
const log = {
  address: TOKEN,
  blockHash: HASH,
  blockNumber: '0x3fe1ca0',
  blockTimestamp: '0x697999ef',
  transactionHash: `0x${TXID}`,
  transactionIndex: '0x3',
  logIndex: '0x9',
  removed: false,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    word('dd791d6b49e190062d650e6a23c575510d35f2f9'),
    word(OURS_HEX),
  ],
  data: word((25_500_000).toString(16)),
}
const receipt = {
  blockHash: HASH,
  blockNumber: '0x3fe1ca0',
  transactionHash: `0x${TXID}`,
  transactionIndex: '0x3',
  from: '0xdd791d6b49e190062d650e6a23c575510d35f2f9',
  to: TOKEN,
  cumulativeGasUsed: '0xae29',
  gasUsed: '0xae29',
  effectiveGasPrice: '0x64',
  contractAddress: null,
  // Another contract logs first: the payment is the second of its transaction, though the tenth of its block.
  logs: [{ ...log, address: '0x9ff8fc48fb114ccd5bbdc24a86f0c73082f08825', logIndex: '0x8' }, log],
  status: '0x1',
  type: '0x0',
}
const block = {
  number: '0x3fe1ca0',
  hash: HASH,
  parentHash: PARENT,
  miner: '0xa234e405a2c6fd67cdd4d0ea2f6188f65534c8b1',
  timestamp: '0x69f18a5c',
  transactions: [`0x${TXID}`],
}

const recorded: Record<string, unknown> = {}
const asked: { method: string; params: readonly unknown[] }[] = []
let server: JsonRpcServer
let node: ReturnType<typeof openNode>
beforeAll(async () => {
  server = await startJsonRpc((method, params) => {
    asked.push({ method, params })
    return recorded[method]
  })
  const [settings] = readChains({
    TRON_RPC_URL: `${server.url}/jsonrpc`,
    TRON_NETWORK: 'test',
    TRON_USDT: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    TRON_XPUB:
      'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd',
  })
  node = openNode(settings!)
  Object.assign(recorded, {
    eth_chainId: '0xcd8690dc',
    eth_call: word('6'),
    eth_blockNumber: '0x3fe1ca4',
    eth_getBlockByNumber: block,
    eth_getLogs: [log],
    eth_getTransactionReceipt: receipt,
  })
})
afterAll(() => server.stop())

const everyone = async (addresses: readonly string[]) => new Set(addresses)

test('the network and the token are those of the settings', async () => {
  await node.check()
  recorded.eth_chainId = '0x2b6653dc'
  await expect(node.check()).rejects.toThrow('is of the network "728126428", not "3448148188"')
  recorded.eth_chainId = '0xcd8690dc'
  recorded.eth_call = word('12')
  await expect(node.check()).rejects.toThrow('TRON_USDT is not a token of 6 decimals')
  recorded.eth_call = word('6')
})

test('a transfer of the token is read with its address, amount and place in its transaction', async () => {
  expect(await node.tipHeight()).toBe(66_985_124)
  expect(await node.hashAt(66_985_120)).toBe(HASH)
  expect(await node.blockAt(66_985_120, everyone)).toEqual({
    height: 66_985_120,
    hash: HASH,
    parentHash: PARENT,
    transfers: [
      {
        ...{ txid: TXID, index: 1, address: OURS, network: 'TRC20', currency: 'USDT' },
        ...{ amount: 25_500_000n, isReward: false },
      },
    ],
  })
  expect(asked.find(({ method }) => method === 'eth_getLogs')?.params).toEqual([
    { blockHash: HASH, address: TOKEN, topics: [log.topics[0]] },
  ])
})

test('what is not watched, failed, was removed, is nothing, or is another event is not there', async () => {
  const transfers = async () => (await node.blockAt(66_985_120, everyone)).transfers
  expect((await node.blockAt(66_985_120, async () => new Set())).transfers).toEqual([])
  recorded.eth_getTransactionReceipt = { ...receipt, status: '0x0' }
  expect(await transfers()).toEqual([])
  recorded.eth_getTransactionReceipt = receipt
  for (const other of [
    { ...log, removed: true },
    { ...log, data: word('0') },
    { ...log, data: '0x' },
    { ...log, topics: [word('1'), ...log.topics.slice(1)] },
    { ...log, topics: [...log.topics, word('1')] },
  ]) {
    recorded.eth_getLogs = [other]
    expect(await transfers()).toEqual([])
  }
  recorded.eth_getLogs = [log]
})

test('a block that leaves the chain while it is read is refused, not half read', async () => {
  for (const changed of [{ ...receipt, blockHash: PARENT }, null]) {
    recorded.eth_getTransactionReceipt = changed
    await expect(node.blockAt(66_985_120, everyone)).rejects.toThrow('Tron changed while it was read')
  }
  recorded.eth_getTransactionReceipt = receipt
  recorded.eth_getBlockByNumber = null
  await expect(node.blockAt(66_985_130, everyone)).rejects.toThrow(ChainError)
  expect(await node.hashAt(66_985_130)).toBeUndefined()
})
