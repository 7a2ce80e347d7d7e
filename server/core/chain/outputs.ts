import { setImmediate } from 'node:timers/promises'
import { scriptOf } from '#domain/chain/account-key.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { ChainError, type Rpc } from './rpc.ts'

/** What addresses of Bitcoin and its relatives have, as a node finds it in its set of all unspent outputs. */

export interface UnspentOutput {
  readonly txid: string
  readonly vout: number
  readonly address: string
  /** In the chain's smallest unit. */
  readonly amount: bigint
  /** Of its block. */
  readonly height: number
}

export interface ScannedOutputs {
  /** The newest block of the node when it began: it keeps the set of no other. */
  readonly height: number
  readonly hash: string
  readonly unspent: readonly UnspentOutput[]
}

interface Scan {
  readonly height: number
  readonly bestblock: string
  readonly unspents: readonly {
    readonly txid: string
    readonly vout: number
    readonly scriptPubKey: string
    readonly amount: string
    readonly height: number
  }[]
}

/** A scan reads the whole set of unspent outputs. */
const SCAN_TIMEOUT_MS = 10 * MINUTE_MS
/** RPC_INVALID_PARAMETER, which a node also answers while it does another scan. */
const SCAN_IN_PROGRESS = -8
/** How often a node that scans for another process is asked again, and for how long. */
const [AGAIN_AFTER_MS, AGAIN_WITHIN_MS] = [SECOND_MS / 4, SCAN_TIMEOUT_MS]

/** How many addresses are read before the event loop is yielded. */
const READ_AT_ONCE = 500

/** The last scan of each node that was asked for here, by the node's address. */
const lastScans = new Map<string, Promise<unknown>>()

/**
 * What addresses have. A node does one scan at a time: within a process each waits for the one before, and for one of another
 * process it asks again.
 *
 * Refuses: (ChainError) what the node does not answer, and a node that is still scanning for others after ten minutes.
 */
export async function scanOutputs(
  rpc: Rpc,
  settings: ChainSettings,
  addresses: readonly string[],
): Promise<ScannedOutputs> {
  const addressOf = await scriptsOf(rpc, settings, addresses)
  const { decimals } = settings.chain.assets[0]!
  const descriptors = addresses.map((address) => `addr(${address})`)
  const { height, bestblock, unspents } = await inTurn(settings.rpcUrl, () => scan(rpc, descriptors))
  // An output that is answered twice is there once.
  const unspent = new Map<string, UnspentOutput>()
  for (const { txid, vout, scriptPubKey, amount, height } of unspents) {
    const address = addressOf.get(scriptPubKey)
    if (address === undefined) throw new ChainError(`${settings.chain.name} answers an output of nobody`)
    const units = parseDecimal(amount, decimals)
    if (units === undefined)
      throw new ChainError(`${settings.chain.name} answers ${amount}, which is no amount`)
    unspent.set(`${txid}:${vout}`, { txid, vout, address, amount: units, height })
  }
  return { height, hash: bestblock, unspent: [...unspent.values()] }
}

/** One after the other for a key, in the order in which they came. */
function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lastScans.get(key) ?? Promise.resolve()
  const own = before.then(work, work)
  lastScans.set(key, own)
  const forget = () => {
    if (lastScans.get(key) === own) lastScans.delete(key)
  }
  own.then(forget, forget)
  return own
}

async function scan(rpc: Rpc, descriptors: readonly string[]): Promise<Scan> {
  const untilMs = performance.now() + AGAIN_WITHIN_MS
  for (;;)
    try {
      return await rpc.call<Scan>('scantxoutset', ['start', descriptors], { timeoutMs: SCAN_TIMEOUT_MS })
    } catch (error) {
      if (!isInProgress(error) || performance.now() > untilMs) throw error
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    }
}

const isInProgress = (error: unknown): boolean =>
  error instanceof ChainError && error.rpcCode === SCAN_IN_PROGRESS && /in progress/i.test(error.message)

/** The addresses by the scripts of their outputs. */
async function scriptsOf(
  rpc: Rpc,
  { chain, network }: ChainSettings,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const prefix = chain.prefixes![network]
  const scripts = new Map<string, string>()
  for (const [n, address] of addresses.entries()) {
    if (n % READ_AT_ONCE === 0) await setImmediate()
    if (isKeys(prefix, address)) scripts.set(scriptOf(address), address)
    else {
      const read = await rpc.call<{ isvalid: boolean; scriptPubKey?: string }>('validateaddress', [address])
      if (!read.scriptPubKey) throw new ChainError(`${chain.name} does not know the address ${address}`)
      scripts.set(read.scriptPubKey, address)
    }
  }
  return scripts
}

/** Whether it is the address of a witness key: the first part, version 0, 20 bytes and the check. */
const isKeys = (prefix: string, address: string): boolean =>
  address.startsWith(`${prefix}1q`) && address.length === prefix.length + 40
