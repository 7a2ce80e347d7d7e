import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { ChainName, ChainNetwork } from '#domain/chain/chains.ts'
import { chains } from '#domain/chain/chains.ts'
import { type ChainSettings, readChains } from '#server/platform/chain-settings.ts'

/** A chain of our own on this machine, which pays to customers. */
export interface FollowedChain {
  readonly settings: ChainSettings
  /** The settings as a server reads them. */
  readonly env: Readonly<Record<string, string>>
  /** Sends coins, in the chain's smallest unit, or the token where it is one. Returns: the transaction's id. */
  pay(address: string, amount: bigint): Promise<string>
  /** Adds blocks with everything that waits. */
  mine(blocks?: number): Promise<void>
  /**
   * Takes the newest blocks away and puts as many others, and one more, in their place, with nothing in them. What was
   * paid in them waits again for a block.
   */
  reorganize(depth: number): Promise<void>
  /** All that addresses have, by the chain's own books. */
  balanceOf(addresses: readonly string[]): Promise<bigint>
  stop(): Promise<void>
}

/** One with a real node, which withdrawals are sent on too. */
export interface LocalChain extends FollowedChain {
  /** Signs what a payer wrote, as somebody does away from the server. */
  sign(unsigned: string): Promise<string>
  /** Sends what was signed, past the server, as the wallet that signed it may. */
  broadcast(signed: string): Promise<void>
  /** The address that withdrawals are paid from. */
  readonly payer: string
}

/** A made-up account: its seed is no secret, and it is on chains of tests only. */
const SEED = new Uint8Array(32).fill(9)
const TEST_VERSIONS = { public: 0x043587cf, private: 0x04358394 }

/** The extended public key of the account that tests give addresses from. */
export function testAccountKey(name: ChainName): string {
  const isWitness = chains[name].addresses === 'witness'
  const master = isWitness ? HDKey.fromMasterSeed(SEED, TEST_VERSIONS) : HDKey.fromMasterSeed(SEED)
  return master.derive(chains[name].path).publicExtendedKey
}

/** The private key of an address of that account, as a wallet of Bitcoin's relatives on a test network imports it. */
export function testAccountSecret(name: ChainName, index: number): string {
  const { privateKey } = HDKey.fromMasterSeed(SEED, TEST_VERSIONS)
    .derive(chains[name].path)
    .deriveChild(0)
    .deriveChild(index)
  const TEST_SECRET = 0xef
  return createBase58check(sha256).encode(Uint8Array.of(TEST_SECRET, ...privateKey!, 1))
}

/** The settings of a chain on this machine. */
export function localSettings(
  name: ChainName,
  rpcUrl: string,
  { token, payer, network = 'regtest' }: { token?: string; payer?: string; network?: ChainNetwork } = {},
) {
  const prefix = name.toUpperCase()
  const env = {
    [`${prefix}_RPC_URL`]: rpcUrl,
    [`${prefix}_XPUB`]: testAccountKey(name),
    [`${prefix}_NETWORK`]: network,
    ...(token && { [`${prefix}_USDT`]: token }),
    ...(payer && { [`${prefix}_PAYER`]: payer }),
  }
  return { env, settings: readChains(env)[0]! }
}

const UP_WITHIN_MS = 60_000

/** Asks until a node answers. Refuses: (by throwing) when it ended, or takes too long. */
export async function untilItAnswers(node: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + UP_WITHIN_MS
  for (;;) {
    if (node.exitCode !== null) throw new Error(`the chain's node ended with ${node.exitCode}`)
    try {
      await ask()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Ends a node at once; nothing of it is kept. */
export async function endNode(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return
  const gone = once(node, 'exit')
  node.kill('SIGKILL')
  await gone
}
