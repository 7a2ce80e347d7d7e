import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { chains } from '#domain/chain/chains.ts'
import { MAX_VOIDS } from '#domain/withdrawal/rules.ts'
import { EVM_PAYER_KEY, evmAddress, signEvm } from '#server/testing/evm-signer.ts'
import { localSettings } from '#server/testing/local-chain.ts'
import { TRANSFER_TOPIC, transferCall } from './evm-calls.ts'
import { evmPayer } from './evm-payer.ts'
import { typed } from './evm-transaction.ts'
import type { OpenTransaction, Payment, Taken } from './payer.ts'
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

const NOTHING: Taken = { spends: [], open: [] }

const GAS = 4
const gasOf = (unsigned: string) => numberAt(unsigned, GAS)
function numberAt(unsigned: string, at: number): bigint {
  const field = (decodeRlp(hexToBytes(unsigned.slice(4))) as Uint8Array[])[at]!
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
      NOTHING,
    )
    expect([gasOf(unsigned), mostNetworkFee]).toEqual([gas, gas * 5n * GWEI])
  })

  test.each([
    ['of the coin to a contract that does more', coins(1n), 50_000],
    ['of a token that does more', tokens(1n), 110_000],
  ])('%s is refused', async (_, payment, estimated) => {
    const payer = payerOn({ eth_estimateGas: hex(estimated) })
    await expect(payer.prepare(payment, NOTHING)).rejects.toMatchObject({ code: 'PAYMENT_TOO_COSTLY' })
  })

  test('of what pays nothing in its place has a limit too', async () => {
    const prepared = await payerOn().prepare(coins(1n), NOTHING)
    const payer = payerOn({ eth_estimateGas: hex(50_000) })
    await expect(payer.prepareVoid(prepared, prepared)).rejects.toMatchObject({ code: 'PAYMENT_TOO_COSTLY' })
  })
})

describe('the fee of what voids a payment', () => {
  const MAX_FEE = 3
  const feeOf = (unsigned: string) => numberAt(unsigned, MAX_FEE)
  const rich = (answers: object = {}) => payerOn({ eth_getBalance: hex(100n * ETHER), ...answers })
  /** Voids one again and again, as often as it is written. Returns: the fees of a unit of gas, and why the next is not. */
  async function voidings(maxFee: bigint) {
    const prepared = await rich({ eth_maxPriorityFeePerGas: hex(maxFee - 4n * GWEI) }).prepare(
      coins(1n),
      NOTHING,
    )
    expect(feeOf(prepared.unsigned)).toBe(maxFee)
    const fees: bigint[] = []
    let last: { readonly unsigned: string } = prepared
    let refused: unknown
    while (fees.length < MAX_VOIDS && refused === undefined)
      try {
        last = await rich().prepareVoid(prepared, last)
        fees.push(feeOf(last.unsigned))
      } catch (error) {
        refused = error
      }
    return { fees, refused }
  }

  test('is in both of its parts at least a tenth above what it takes the place of: nodes refuse less', async () => {
    const [TIP, WHOLE] = [2, MAX_FEE]
    const prepared = await rich({ eth_maxPriorityFeePerGas: hex(30n * GWEI) }).prepare(coins(1n), NOTHING)
    const voiding = await rich().prepareVoid(prepared, prepared)
    for (const part of [TIP, WHOLE])
      expect(numberAt(voiding.unsigned, part) * 10n).toBeGreaterThanOrEqual(
        numberAt(prepared.unsigned, part) * 11n,
      )
  })

  test('has a limit however often it is written, above that of payments so that each can be voided', async () => {
    const { fees, refused } = await voidings(5_000n * GWEI)
    expect(refused).toMatchObject({ code: 'PAYMENT_TOO_COSTLY' })
    expect(fees).toHaveLength(7)
    for (const fee of fees) expect(fee).toBeLessThanOrEqual(10_000n * GWEI)
  })

  test('is raised as often as one may be written where gas costs what it usually does', async () => {
    const { fees, refused } = await voidings(50n * GWEI)
    expect([fees.length, refused]).toEqual([MAX_VOIDS, undefined])
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
    const prepared = await payerOn().prepare(payment, NOTHING)
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

describe('another transaction of its number', () => {
  const TXID = 'ef'.repeat(32)
  const OTHER = `0x${'cd'.repeat(20)}`
  const found = async (payment: Payment, transaction: object, receipt: object = {}) => {
    const prepared = await payerOn().prepare(payment, NOTHING)
    const number = { from: PAYER, nonce: hex(5), hash: `0x${TXID}` }
    const payer = payerOn({
      eth_getTransactionCount: hex(6),
      eth_getBlockByNumber: {
        ...{ number: hex(96), hash: '0xaa', baseFeePerGas: hex(GWEI) },
        transactions: [{ ...number, to: PAYEE, value: '0x0', input: '0x', ...transaction }],
      },
      eth_getTransactionReceipt: { blockNumber: hex(96), status: '0x1', logs: [], ...receipt },
    })
    const looked = { height: 95, hash: null }
    const { outcome } = await payer.find({ ...prepared, txid: undefined, voidTxids: [], payment, looked })
    return outcome
  }
  const CALL = '0x12345678'

  test.each([
    ['that calls a contract which is not known here', { to: OTHER, input: CALL }],
    ['that makes a contract', { to: null, input: '0x60806040' }],
    ['that pays the payee another amount', { value: hex(69n) }],
  ])('T14: %s leaves it to people: it may have paid', async (_, transaction) => {
    expect(await found(coins(70n), transaction)).toBe('unclear')
  })

  test('T14: that pays the payee is the payment', async () => {
    expect(await found(coins(70n), { value: hex(70n) })).toBe('paid')
  })

  test.each([
    ['that pays somebody else', { to: OTHER, value: hex(70n) }, {}],
    ['that moves tokens to somebody else', { to: TOKEN, input: transferCall(OTHER, 70n) }, {}],
    ['that calls a contract and failed', { to: OTHER, input: CALL }, { status: '0x0' }],
  ])('T14: %s has paid nothing', async (_, transaction, receipt) => {
    expect(await found(coins(70n), transaction, receipt)).toBe('impossible')
  })
})

describe('a signature', () => {
  const prepared = () => payerOn().prepare(coins(1n), NOTHING)
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
      const written = await payerOn().prepare(coins(amount), NOTHING)
      const fields = fieldsOf(signEvm(written.unsigned))
      if (fields[PARITY]!.length > 0) continue
      fields[PARITY] = Uint8Array.of(0)
      expect(await payerOn().readSigned(written, `0x${bytesToHex(typed(fields))}`)).toBe('wrong-signature')
      return
    }
  })
})

describe('what the paying wallet has', () => {
  /** The node's balances: in gwei of the coin, and in the token's unit. */
  const having = (gwei: bigint, units = 0n) => ({ eth_getBalance: hex(gwei * GWEI), eth_call: hex(units) })
  const lacks = (currency: string) => ({ code: 'WITHDRAWAL_NO_FUNDS', params: { currency } })
  /** 25,200 units of gas at 5 gwei. */
  const FEE = 126_000n
  const rich = () => payerOn(having(1_000_000n, 1_000n))
  /** A transaction that waits, by its number. */
  async function open(payment: Payment, nonce: number): Promise<OpenTransaction> {
    const { unsigned, spends } = await rich().prepare(payment, after(nonce))
    expect(spends).toEqual([`nonce:${PAYER}:${nonce}`])
    return { spends, unsigned: [unsigned] }
  }
  /** Only the numbers before one are used. */
  const after = (nonce: number): Taken => ({ spends: [`nonce:${PAYER}:${nonce - 1}`], open: [] })
  const taking = (...all: readonly OpenTransaction[]): Taken => ({
    ...{ spends: all.flatMap(({ spends }) => spends), open: all },
  })

  test('is enough for the payment and its fee, to the unit', async () => {
    const prepare = (wei: bigint) =>
      payerOn({ eth_getBalance: hex(wei) }).prepare(coins(100n * GWEI), NOTHING)
    await expect(prepare((FEE + 100n) * GWEI - 1n)).rejects.toMatchObject(lacks('ETH'))
    expect(await prepare((FEE + 100n) * GWEI)).toMatchObject({ mostNetworkFee: FEE * GWEI })
  })

  test('is enough for the tokens of a payment, and coins for its fee', async () => {
    const prepare = (gwei: bigint, units: bigint) =>
      payerOn(having(gwei, units)).prepare(tokens(70n), NOTHING)
    await expect(prepare(FEE, 69n)).rejects.toMatchObject(lacks('USDT'))
    await expect(prepare(FEE - 1n, 70n)).rejects.toMatchObject(lacks('ETH'))
    expect(await prepare(FEE, 70n)).toMatchObject({ mostNetworkFee: FEE * GWEI })
  })

  test('is enough for what waits before it too', async () => {
    const taken = taking(await open(coins(100n * GWEI), 5), await open(tokens(60n), 6))
    const all = 3n * FEE + 100n
    await expect(payerOn(having(all - 1n, 130n)).prepare(tokens(70n), taken)).rejects.toMatchObject(
      lacks('ETH'),
    )
    await expect(payerOn(having(all, 129n)).prepare(tokens(70n), taken)).rejects.toMatchObject(lacks('USDT'))
    expect(await payerOn(having(all, 130n)).prepare(tokens(70n), taken)).toMatchObject({
      spends: [`nonce:${PAYER}:7`],
    })
  })

  test('is paid from by the number after all that were ever used, however many', async () => {
    const spends = Array.from({ length: 200_000 }, (_, nonce) => `nonce:${PAYER}:${nonce}`)
    expect(await payerOn().prepare(coins(1n), { spends, open: [] })).toMatchObject({
      spends: [`nonce:${PAYER}:200000`],
    })
  })

  test('is less already by what is mined, and not by what another wallet pays', async () => {
    const mined = await open(coins(100n * GWEI), 5)
    const others = { ...mined, spends: [`nonce:${PAYEE}:9`] }
    const payer = payerOn({ ...having(FEE + 1n), eth_getTransactionCount: hex(6) })
    expect(await payer.prepare(coins(GWEI), taking(mined, others))).toMatchObject({
      spends: [`nonce:${PAYER}:6`],
    })
  })

  test('is enough for the dearer of a transaction and what voids it', async () => {
    const one = await open(coins(100n * GWEI), 5)
    const dear = payerOn({ ...having(10_000_000n), eth_maxPriorityFeePerGas: hex(96n * GWEI) })
    const voiding = await dear.prepareVoid(
      {
        unsigned: one.unsigned[0]!,
        spends: one.spends,
        expectedTxid: undefined,
        looked: { height: 1, hash: null },
      },
      { unsigned: one.unsigned[0]! },
    )
    const taken = taking({ ...one, unsigned: [...one.unsigned, voiding.unsigned] })
    // 100 gwei for each of 25,200.
    const all = 2_520_000n + FEE + 1n
    await expect(payerOn(having(all - 1n)).prepare(coins(GWEI), taken)).rejects.toMatchObject(lacks('ETH'))
    expect(await payerOn(having(all)).prepare(coins(GWEI), taken)).toMatchObject({
      mostNetworkFee: FEE * GWEI,
    })
  })
})
