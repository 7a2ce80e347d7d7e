import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { TRANSFER_TOPIC } from '#server/core/chain/evm-calls.ts'
import { rpcClient } from '#server/core/chain/rpc.ts'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { freePort } from './cluster.ts'
import { EVM_PAYER_KEY, evmAddress, signEvm } from './evm-signer.ts'
import { endNode, type LocalChain, localSettings, untilItAnswers } from './local-chain.ts'

/** What anvil calls the platforms that it comes for. */
const platforms: Readonly<Record<string, string>> = {
  'linux x64': 'linux-amd64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-amd64',
  'darwin arm64': 'darwin-arm64',
  'win32 x64': 'win32-amd64',
}

/** The program, from its package, or a sentence that says how to get it. */
function anvilProgram(): string {
  const platform = platforms[`${process.platform} ${process.arch}`]
  const name = `@foundry-rs/anvil-${platform}`
  const require = createRequire(import.meta.url)
  try {
    const folder = dirname(require.resolve(`${name}/package.json`))
    const file = ['anvil', 'anvil.exe'].map((one) => join(folder, 'bin', one)).find(existsSync)
    if (file) return file
  } catch {
    // Said below.
  }
  throw new Error(`anvil is not installed: npm install ${name}`)
}

const hex = (number: bigint | number): string => `0x${number.toString(16)}`
const word = (text: string): string => text.replace(/^0x/, '').toLowerCase().padStart(64, '0')

/** Where the token is. */
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const [PUSH1, PUSH4, PUSH32] = ['60', '63', '7f']
const [DUP1, EQ, JUMPI, JUMPDEST, REVERT, RETURN] = ['80', '14', '57', '5b', 'fd', 'f3']
const [CALLDATALOAD, CALLER, SHR, MSTORE, SLOAD, SSTORE] = ['35', '33', '1c', '52', '54', '55']
const [ADD, SUB, LOG3] = ['01', '03', 'a3']
const push = (byte: string) => PUSH1 + byte
const TO = push('04') + CALLDATALOAD
const AMOUNT = push('24') + CALLDATALOAD
/** Returns what is at the top of the stack. */
const ANSWER = push('00') + MSTORE + push('20') + push('00') + RETURN

/**
 * A token of ERC-20 with what a deposit needs of one: `transfer` with its log, `balanceOf`, 6 `decimals`. A balance is
 * kept under its owner's address, and may go below zero: everybody has as much as they send.
 */
function tokenCode(): string {
  const bodies: readonly (readonly [selector: string, code: string])[] = [
    ['313ce567', push('06') + ANSWER],
    ['70a08231', TO + SLOAD + ANSWER],
    [
      'a9059cbb',
      [
        ...[AMOUNT, TO, SLOAD, ADD, TO, SSTORE],
        ...[AMOUNT, CALLER, SLOAD, SUB, CALLER, SSTORE],
        ...[AMOUNT, push('00'), MSTORE],
        ...[TO, CALLER, PUSH32 + word(TRANSFER_TOPIC), push('20'), push('00'), LOG3],
        push('01') + ANSWER,
      ].join(''),
    ],
  ]
  const head = push('00') + CALLDATALOAD + push('e0') + SHR
  const caseLength = (DUP1 + PUSH4 + bodies[0]![0] + EQ + push('00') + JUMPI).length / 2
  const refusal = push('00') + push('00') + REVERT
  let at = head.length / 2 + bodies.length * caseLength + refusal.length / 2
  const cases: string[] = []
  for (const [selector, code] of bodies) {
    cases.push(DUP1 + PUSH4 + selector + EQ + push(at.toString(16).padStart(2, '0')) + JUMPI)
    at += 1 + code.length / 2
  }
  return `0x${head}${cases.join('')}${refusal}${bodies.map(([, code]) => JUMPDEST + code).join('')}`
}

const TRANSFER_GAS = 100_000
const GAS_PRICE = 2_000_000_000
/** 100 ETH. */
const PAYER_HAS = 100n * 10n ** 18n

/** Starts an Ethereum chain of its own. It pays its own coin, or with `token` the test's USDT. */
export async function startAnvil({ token = false } = {}): Promise<LocalChain> {
  const port = await freePort()
  const node = spawn(
    anvilProgram(),
    // Blocks come when they are asked for, and no fee ever rises: a transaction sent again is the same one.
    ['--port', `${port}`, '--host', '127.0.0.1', '--no-mining', '--base-fee', '0', '--silent'],
    { stdio: 'ignore' },
  )
  const callOff = runAfterExit('kill -KILL "$1"', String(node.pid))
  const url = `http://127.0.0.1:${port}`
  const rpc = rpcClient(url)
  await untilItAnswers(node, () => rpc.call('eth_chainId'))
  await rpc.call('anvil_setCode', [TOKEN, tokenCode()])
  const [sender] = await rpc.call<string[]>('eth_accounts')
  const payer = evmAddress(EVM_PAYER_KEY)
  await rpc.call('anvil_setBalance', [payer, hex(PAYER_HAS)])
  /** What is sent, by its transaction: sent again by the same number, it is the same transaction. */
  const sent: { nonce: number; to: string; value: string; data: string; txid: string }[] = []
  /** What the chain was at each of its newest heights. */
  const snapshots = new Map<number, string>()
  let nonce = 0

  const heightNow = async () => Number(await rpc.call<string>('eth_blockNumber'))
  async function send(transaction: { nonce: number; to: string; value: string; data: string }) {
    const { nonce, ...rest } = transaction
    return rpc.call<string>('eth_sendTransaction', [
      { from: sender, nonce: hex(nonce), gas: hex(TRANSFER_GAS), gasPrice: hex(GAS_PRICE), ...rest },
    ])
  }
  async function mine(blocks = 1): Promise<void> {
    for (let n = 0; n < blocks; n++) {
      snapshots.set(await heightNow(), await rpc.call<string>('evm_snapshot'))
      await rpc.call('evm_mine')
    }
  }

  return {
    ...localSettings('Ethereum', url, { token: TOKEN, payer }),
    payer,
    sign: async (unsigned) => signEvm(unsigned),
    async broadcast(signed) {
      await rpc.call('eth_sendRawTransaction', [signed])
    },
    async pay(address, amount) {
      const data = token ? `0xa9059cbb${word(address)}${word(hex(amount))}` : '0x'
      const transaction = { nonce, to: token ? TOKEN : address, value: token ? '0x0' : hex(amount), data }
      const txid = await send(transaction)
      sent.push({ ...transaction, txid })
      nonce += 1
      return txid.slice(2)
    },
    mine,
    async reorganize(depth) {
      const height = await heightNow()
      const snapshot = snapshots.get(height - depth)
      await rpc.call('evm_revert', [snapshot])
      for (const known of [...snapshots.keys()]) if (known >= height - depth) snapshots.delete(known)
      await rpc.call('anvil_dropAllTransactions')
      // Other times make other blocks.
      await rpc.call('evm_increaseTime', ['0x3c'])
      await mine(depth + 1)
      const done = Number(await rpc.call<string>('eth_getTransactionCount', [sender, 'latest']))
      for (const one of sent.filter(({ nonce }) => nonce >= done)) await send(one)
    },
    async balanceOf(addresses) {
      let sum = 0n
      for (const address of addresses)
        sum += BigInt(
          token
            ? await rpc.call<string>('eth_call', [
                { to: TOKEN, data: `0x70a08231${word(address)}` },
                'latest',
              ])
            : await rpc.call<string>('eth_getBalance', [address, 'latest']),
        )
      return sum
    },
    async stop() {
      await endNode(node)
      callOff()
    },
  }
}
