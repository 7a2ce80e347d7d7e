import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressAt } from '#domain/chain/account-key.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { rpcClient } from '#server/core/chain/rpc.ts'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { freePort } from './cluster.ts'
import { endNode, type LocalChain, localSettings, untilItAnswers } from './local-chain.ts'

/** Where it is, unless `LITECOIND` says another place. */
const PROGRAM = process.env.LITECOIND ?? '/usr/bin/litecoind'
const REWARDS = 20
/**
 * A miner's reward can be spent after a hundred blocks. With some more none is so young that a reorganization makes it
 * unspendable again, and takes the payments made with it off the chain for good.
 */
const BLOCKS_TO_SPEND = 120
/** An address of nobody's, for the rewards of all later blocks. */
const NOBODY = 2_000_000_000
const DECIMALS = 8

export interface LitecoinChain extends LocalChain {
  /** Pays several addresses in one transaction. Returns: its id, and the output of each address. */
  payTogether(
    payments: Readonly<Record<string, bigint>>,
  ): Promise<{ readonly txid: string; readonly outputs: ReadonlyMap<string, number> }>
  /** Adds a block with nothing of what waits. */
  mineEmpty(): Promise<void>
}

interface RawTransaction {
  readonly vout: readonly {
    readonly n: number
    readonly scriptPubKey: { readonly addresses?: readonly string[]; readonly address?: string }
  }[]
}

/** Starts a Litecoin chain of its own, with a wallet that has coins. */
export async function startLitecoind(): Promise<LitecoinChain> {
  if (!existsSync(PROGRAM))
    throw new Error(`there is no ${PROGRAM}: apt-get install litecoind, or name it by LITECOIND`)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'plumb-ltc-'))
  const node = spawn(
    PROGRAM,
    [
      ...['-regtest', '-server', '-listen=0', '-fallbackfee=0.001', `-datadir=${folder}`],
      // Without the blocks of extension that begin at 432, of which the first cannot be mined without something in it.
      '-vbparams=mweb:9999999999:9999999999',
      ...[
        `-rpcport=${port}`,
        '-rpcbind=127.0.0.1',
        '-rpcallowip=127.0.0.1',
        '-rpcuser=test',
        '-rpcpassword=test',
      ],
    ],
    { stdio: 'ignore' },
  )
  const callOff = runAfterExit('kill -KILL "$1"; sleep 1; rm -rf "$2"', String(node.pid), folder)
  const url = `http://test:test@127.0.0.1:${port}`
  const rpc = rpcClient(url)
  await untilItAnswers(node, () => rpc.call('getblockcount'))
  await rpc.call('createwallet', ['test'])
  const payer = await rpc.call<string>('getnewaddress', ['', 'bech32'])
  const local = localSettings('Litecoin', url, { payer })
  const miner = addressAt(local.settings.key, NOBODY)
  await rpc.call('generatetoaddress', [REWARDS, await rpc.call<string>('getnewaddress')])
  await rpc.call('generatetoaddress', [BLOCKS_TO_SPEND, miner])
  return {
    ...local,
    pay: (address, amount) => rpc.call<string>('sendtoaddress', [address, formatDecimal(amount, DECIMALS)]),
    async mineEmpty() {
      await rpc.call('generateblock', [miner, []])
    },
    async payTogether(payments) {
      const amounts = Object.entries(payments).map(([to, amount]) => [to, formatDecimal(amount, DECIMALS)])
      const txid = await rpc.call<string>('sendmany', ['', Object.fromEntries(amounts)])
      const { vout } = await rpc.call<RawTransaction>('getrawtransaction', [txid, true])
      const outputs = new Map(
        vout.flatMap(({ n, scriptPubKey: { addresses = [], address } }) =>
          [...addresses, ...(address ? [address] : [])].map((one) => [one, n] as const),
        ),
      )
      return { txid, outputs }
    },
    payer,
    // The wallet stands for one that is nowhere near the node.
    async sign(unsigned) {
      return (await rpc.call<{ psbt: string }>('walletprocesspsbt', [unsigned])).psbt
    },
    async broadcast(signed) {
      const { hex } = await rpc.call<{ hex: string }>('finalizepsbt', [signed])
      await rpc.call('sendrawtransaction', [hex])
    },
    async mine(blocks = 1) {
      await rpc.call('generatetoaddress', [blocks, miner])
    },
    async reorganize(depth) {
      const height = await rpc.call<number>('getblockcount')
      await rpc.call('invalidateblock', [await rpc.call<string>('getblockhash', [height - depth + 1])])
      // Each to an address of its own: an empty block of the same second, height and address is the one
      // that was just called invalid, and the node takes no block twice.
      for (let n = 0; n <= depth; n++) {
        await rpc.call('generateblock', [await rpc.call<string>('getnewaddress'), []])
      }
    },
    async balanceOf(addresses) {
      const scan = addresses.map((address) => `addr(${address})`)
      const found = await rpc.call<{ total_amount: number }>('scantxoutset', ['start', scan])
      return parseDecimal(found.total_amount.toFixed(DECIMALS), DECIMALS)!
    },
    async stop() {
      await endNode(node)
      callOff()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
