import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressAt, scriptOf } from '#domain/chain/account-key.ts'
import { localSettings } from '#server/testing/local-chain.ts'
import { scanOutputs } from './outputs.ts'
import { type Rpc, rpcClient } from './rpc.ts'

/** A node that does one scan at a time, as nodes do, and takes its time for it. */

/** Scans that are being done, and how many there were at once at most. */
let [scans, most, refused] = [0, 0, 0]
let refuseFirst = 0
let isAborted = false
/** Called when a scan may end. */
let endScans: (() => void)[] = []
let [rpc, settings] = [undefined as unknown as Rpc, localSettings('Litecoin', 'http://127.0.0.1:1').settings]
const address = addressAt(settings.key, 1)

const unspents = [{ txid: 'ab'.repeat(32), vout: 1, scriptPubKey: scriptOf(address), amount: 0.1, height: 4 }]
const server = createServer(async (request, response) => {
  const { method } = JSON.parse((await request.toArray()).join(''))
  const answer = (said: object) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...said }))
  if (method !== 'scantxoutset') return answer({ result: 7 })
  most = Math.max(most, scans + 1)
  if (scans > 0 || refuseFirst > 0) {
    refuseFirst--
    refused++
    return answer({
      error: { code: -8, message: 'Scan already in progress, use action "abort" or "status"' },
    })
  }
  scans++
  await new Promise<void>((end) => endScans.push(end))
  scans--
  if (isAborted) {
    isAborted = false
    return answer({ error: { code: -1, message: 'Scan aborted' } })
  }
  return answer({ result: { height: 9, bestblock: 'cd'.repeat(32), unspents } })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  settings = localSettings('Litecoin', url).settings
  rpc = rpcClient(url)
})
beforeEach(() => {
  ;[scans, most, refused, refuseFirst] = [0, 0, 0, 0]
  endScans = []
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const found = {
  ...{ height: 9, hash: 'cd'.repeat(32) },
  unspent: [{ txid: 'ab'.repeat(32), vout: 1, address, amount: 10_000_000n, height: 4 }],
}
/** Ends the scan that is being done, once there is one. */
async function endNext(): Promise<void> {
  await expect.poll(() => endScans.length).toBe(1)
  endScans.pop()!()
}

test('two who ask at once wait for each other: the node is never asked for two scans', async () => {
  const both = [scanOutputs(rpc, settings, [address]), scanOutputs(rpc, settings, [address])]
  await expect.poll(() => scans).toBe(1)
  // Enough answers of the node in between that a second scan would have come.
  for (let n = 0; n < 10; n++) await rpc.call('getblockcount')
  expect(most).toBe(1)
  await endNext()
  await endNext()
  expect(await Promise.all(both)).toEqual([found, found])
  expect(refused).toBe(0)
})

test('one that the node refuses lets the next one scan', async () => {
  const [failing, next] = [scanOutputs(rpc, settings, [address]), scanOutputs(rpc, settings, [address])]
  const failed = expect(failing).rejects.toThrow('Scan aborted')
  await expect.poll(() => endScans.length).toBe(1)
  isAborted = true
  await endNext()
  await failed
  await endNext()
  expect(await next).toEqual(found)
})

test('while another process lets the node scan it is asked again, until it takes the scan', async () => {
  refuseFirst = 2
  const asked = scanOutputs(rpc, settings, [address])
  await endNext()
  expect(await asked).toEqual(found)
  expect(refused).toBe(2)
})
