import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { chains } from '#domain/chain/chains.ts'
import { EVM_PAYER_KEY, evmAddress, signEvm } from '#server/testing/evm-signer.ts'
import { localSettings } from '#server/testing/local-chain.ts'
import { TRANSFER_TOPIC } from './evm.ts'
import { evmPayer, typed } from './evm-payer.ts'
import type { Payment } from './payer.ts'
import { decodeRlp } from './rlp.ts'
import type { Rpc } from './rpc.ts'

/** Payments of Ethereum, with a node that answers what it is told to. */

const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const PAYER = evmAddress(EVM_PAYER_KEY)
const PAYEE = `0x${'ab'.repeat(20)}`
const [COIN, USDT] = chains.Ethereum.assets
const GWEI = 10n ** 9n
const ETHER = 10n ** 18n
const { settings } = localSettings('Ethereum', 'http://127.0.0.1:1', { token: TOKEN, payer: PAYER })

const hex = (number: bigint | number) => `0x${number.toString(16)}`
const word = (text: string) => text.replace(/^0x/, '').padStart(64, '0')

/** A node whose payer has 1 ETH and 100 USDT, where a unit of gas costs at most 5 gwei. */
function payerOn(answers: Readonly<Record<string, unknown>> = {}) {
  const said: Readonly<Record<string, unknown>> = {
    eth_blockNumber: hex(100),
    eth_getTransactionCount: hex(5),
    eth_getBlockByNumber: { number: hex(100), hash: '0xaa', baseFeePerGas: hex(GWEI) },
    eth_maxPriorityFeePerGas: hex(GWEI),
    eth_estimateGas: hex(21_000),
    eth_getBalance: hex(ETHER),
    eth_call: hex(100_000_000n),
    ...answers,
  }
  const call = async (method: string) => {
    if (method in said) return said[method]
    throw new Error(`nobody asks for ${method} here`)
  }
  return evmPayer({ call } as unknown as Rpc, settings, PAYER)
}

const coins = (amount: bigint): Payment => ({ asset: COIN!, address: PAYEE, amount })
const tokens = (amount: bigint): Payment => ({ asset: USDT!, address: PAYEE, amount })

const GAS = 4
const gasOf = (unsigned: string) => {
  const field = (decodeRlp(hexToBytes(unsigned.slice(4))) as Uint8Array[])[GAS]!
  return field.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

describe('the gas of a payment', () => {
  test.each([
    ['of the coin', coins(1n), 21_000, 25_200n],
    ['of the coin to the contract of a wallet', coins(1n), 40_000, 48_000n],
    ['of the token', tokens(1n), 63_000, 75_600n],
  ])('%s is what the node says and a fifth more', async (_, payment, estimated, gas) => {
    const { unsigned, mostNetworkFee } = await payerOn({ eth_estimateGas: hex(estimated) }).prepare(
      payment,
      [],
    )
    expect([gasOf(unsigned), mostNetworkFee]).toEqual([gas, gas * 5n * GWEI])
  })

  test.each([
    ['of the coin to a contract that does more', coins(1n), 50_000],
    ['of a token that does more', tokens(1n), 110_000],
  ])('T14: %s is refused', async (_, payment, estimated) => {
    const payer = payerOn({ eth_estimateGas: hex(estimated) })
    await expect(payer.prepare(payment, [])).rejects.toMatchObject({ code: 'PAYMENT_TOO_COSTLY' })
  })

  test('of what pays nothing in its place has a limit too', async () => {
    const prepared = await payerOn().prepare(coins(1n), [])
    const payer = payerOn({ eth_estimateGas: hex(50_000) })
    await expect(payer.prepareVoid(prepared, prepared)).rejects.toMatchObject({ code: 'PAYMENT_TOO_COSTLY' })
  })
})

describe('the receipt of the own transaction', () => {
  const TXID = 'cd'.repeat(32)
  const log = (amount: bigint) => ({
    ...{ address: TOKEN, data: `0x${word(hex(amount))}` },
    topics: [TRANSFER_TOPIC, `0x${word(PAYER)}`, `0x${word(PAYEE)}`],
  })
  const found = async (payment: Payment, receipt: object) => {
    const payer = payerOn({
      eth_getTransactionReceipt: {
        ...{ blockNumber: hex(96), status: '0x1', logs: [] },
        ...{ gasUsed: hex(30_000), effectiveGasPrice: hex(2n * GWEI) },
        ...receipt,
      },
    })
    const prepared = await payerOn().prepare(payment, [])
    return payer.find({ ...prepared, txid: TXID, voidTxids: [], payment })
  }
  const common = { confirmations: 5, networkFee: 60_000n * GWEI }

  test('of one that ran and moved the tokens says that it is paid', async () => {
    expect(await found(tokens(70n), { logs: [log(70n)] })).toMatchObject({ ...common, outcome: 'paid' })
    expect(await found(coins(70n), {})).toMatchObject({ ...common, outcome: 'paid' })
  })

  test('T14: of one whose token moved another amount than it was told leaves it to people', async () => {
    for (const logs of [[log(69n)], []])
      expect(await found(tokens(70n), { logs })).toMatchObject({ ...common, outcome: 'unclear', txid: TXID })
  })

  test('of one that failed says that it paid nothing, and what the chain charged all the same', async () => {
    for (const payment of [coins(70n), tokens(70n)])
      expect(await found(payment, { status: '0x0' })).toMatchObject({ ...common, outcome: 'impossible' })
  })
})

describe('a signature', () => {
  const prepared = () => payerOn().prepare(coins(1n), [])
  /** The fields of a signed transaction, of which the last three are the signature. */
  const fieldsOf = (signed: string) => decodeRlp(hexToBytes(signed.slice(4))) as Uint8Array[]
  const [PARITY, R, S] = [9, 10, 11]

  test.each([
    ['the parity', PARITY],
    ['r', R],
    ['s', S],
  ])('with a zero before %s is not taken, as no node takes it', async (_, at) => {
    const written = await prepared()
    const good = signEvm(written.unsigned)
    expect(await payerOn().readSigned(written, good)).toMatchObject({ raw: good })
    const fields = fieldsOf(good)
    fields[at!] = Uint8Array.of(0, ...fields[at!]!)
    expect(await payerOn().readSigned(written, `0x${bytesToHex(typed(fields))}`)).toBe('wrong-signature')
  })

  test('with a parity of 0 that is written as a byte is not taken', async () => {
    for (let amount = 1n; ; amount++) {
      const written = await payerOn().prepare(coins(amount), [])
      const fields = fieldsOf(signEvm(written.unsigned))
      if (fields[PARITY]!.length > 0) continue
      fields[PARITY] = Uint8Array.of(0)
      expect(await payerOn().readSigned(written, `0x${bytesToHex(typed(fields))}`)).toBe('wrong-signature')
      return
    }
  })
})
