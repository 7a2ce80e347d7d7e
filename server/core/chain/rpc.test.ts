import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressAt, scriptOf } from '#domain/chain/account-key.ts'
import { localSettings } from '#server/testing/local-chain.ts'
import { bitcoinNode } from './bitcoin.ts'
import { bitcoinPayer } from './bitcoin-payer.ts'
import { rpcClient } from './rpc.ts'

/** What a node may answer: amounts and fees as numbers of JSON's in whatever form, and more than there is memory for. */

const KILOBYTE = ' '.repeat(1024)
/** What is answered to each method, as it stands in the answer; `undefined` is answered without an end. */
let results: Record<string, string | undefined>
let url: string
const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('')
  const result = results[JSON.parse(body).method]
  if (result !== undefined) return response.end(`{"jsonrpc":"2.0","id":1,"result":${result}}`)
  response.write('{"result":"')
  const goOn = () => {
    while (!response.destroyed && response.write(KILOBYTE));
  }
  response.on('drain', goOn)
  goOn()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test.each([
  ['0.00000010', '0.00000010'],
  ['20999999.97690000', '20999999.97690000'],
  ['1e-7', '0.0000001'],
  ['1.25E-08', '0.0000000125'],
  ['1.5e+3', '1500'],
  ['2.1e7', '21000000'],
  ['12.5e-1', '1.25'],
  ['0e0', '0'],
  ['-1', '-1'],
  ['1e999999999', '1e999999999'],
])('a value of %s is answered as the text %s', async (number, text) => {
  results = { getblock: `{"value" : ${number},"values":[{"value":${number}}],"amount": ${number}}` }
  expect(await rpcClient(url).call('getblock')).toEqual({
    value: text,
    values: [{ value: text }],
    amount: text,
  })
})

test('texts that look like a value, and values that are texts, stay as they are', async () => {
  const answer = { asm: '"value":1 \\', value: '0x10', '"value"': 2, 'a\\': '"value": 3', hex: 'value' }
  results = { getblock: JSON.stringify(answer) }
  expect(await rpcClient(url).call('getblock')).toEqual(answer)
})

const { settings } = localSettings('Litecoin', 'http://127.0.0.1:1')
const address = addressAt(settings.key, 0)
const block = (value: string) =>
  `{"hash":"aa","height":1,"previousblockhash":"bb","tx":[{"txid":"cc","vin":[{}],"vout":[
    {"value":${value},"n":0,"scriptPubKey":{"hex":"${scriptOf(address)}"}}]}]}`
const read = (value: string) => {
  results = { getblockhash: '"aa"', getblock: block(value) }
  return bitcoinNode(rpcClient(url), settings).blockAt(1, async (addresses) => new Set(addresses))
}

test.each([
  ['1e-7', 10n],
  ['0.00000010', 10n],
  ['5.0E1', 5_000_000_000n],
])('an output of %s is paid', async (value, amount) => {
  expect((await read(value)).transfers).toMatchObject([{ address, amount }])
})

test.each(['1e-9', '-1', '"much"', '1e99'])('an output of %s is told, not left out', async (value) => {
  await expect(read(value)).rejects.toThrow(/output 0 of cc, which is no amount/)
})

// By whole satoshi for a virtual byte; in floating point many of these are one more.
test.each([
  ['0.00001', 1n],
  ['1e-5', 1n],
  ['0.00002000', 2n],
  ['0.00051', 51n],
  ['0.00064', 64n],
  ['0.00064001', 65n],
  ['0.00000001', 1n],
])('a fee of %s is %s satoshi for a virtual byte', async (feerate, rate) => {
  const payer = addressAt(settings.key, 1)
  const [height, amount] = [100, 10_000n]
  results = {
    estimatesmartfee: `{"feerate":${feerate},"blocks":6}`,
    scantxoutset: `{"height":${height},"bestblock":"aa","unspents":[
      {"txid":"${'ab'.repeat(32)}","vout":0,"scriptPubKey":"${scriptOf(payer)}","amount":1,"height":1}]}`,
  }
  const asset = settings.chain.assets[0]!
  const written = await bitcoinPayer(rpcClient(url), settings, payer).prepare(
    { asset, address, amount },
    { spends: [], open: [] },
  )
  // Of one that spends one output, pays one and keeps the rest.
  const VIRTUAL_BYTES = 166n
  expect(written.mostNetworkFee).toBe(rate * VIRTUAL_BYTES)
})

test('an answer is read as far as it may be long', async () => {
  results = { short: JSON.stringify('x'.repeat(50_000)) }
  const rpc = rpcClient(url, 64 * 1024)
  expect(await rpc.call('short')).toHaveLength(50_000)
  await expect(rpc.call('endless')).rejects.toThrow('answers endless with more than 65536 bytes')
})
