import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { scriptOf } from '#domain/chain/account-key.ts'
import { type ChainName, chains } from '#domain/chain/chains.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { bitcoinPayer } from './bitcoin-payer.ts'
import { outputScript } from './bitcoin-transaction.ts'
import type { Prepared, Taken } from './payer.ts'
import { ChainError, type Rpc } from './rpc.ts'

/** Payments of Bitcoin, with a node that answers what it is told to. */

const KEY = new Uint8Array(32).fill(7)
const PAYERS = {
  Bitcoin: p2wpkh(secp256k1.getPublicKey(KEY)).address!,
  Litecoin: p2wpkh(secp256k1.getPublicKey(KEY), { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0 })
    .address!,
}
const PAYEE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const COIN = 100_000_000n
const TIP = 100
/** Virtual bytes of one that spends one output, pays one and keeps the rest, and of one that pays one alone. */
const [SIZE, VOID_SIZE] = [166n, 123n]

interface Held {
  readonly txid: string
  readonly vout?: number
  readonly amount: bigint
  readonly height?: number
}
const id = (digits: string) => digits.repeat(32)
const one = (amount: bigint, rest: Partial<Held> = {}): Held => ({ txid: id('ab'), amount, ...rest })

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/** The payer of a chain, at block 100 and 10 satoshi for a virtual byte. */
function payerWith(held: readonly Held[], answers: Answers = {}, name: keyof typeof PAYERS = 'Bitcoin') {
  const said: Answers = {
    estimatesmartfee: () => ({ feerate: '0.0001' }),
    scantxoutset: () => ({
      ...{ height: TIP, bestblock: `block ${TIP}` },
      unspents: held.map(({ txid, vout = 0, amount, height = 1 }) => ({
        ...{ txid, vout, height, scriptPubKey: scriptOf(PAYERS[name]), amount: formatDecimal(amount, 8) },
      })),
    }),
    getblockhash: ([height]) => `block ${height}`,
    ...answers,
  }
  const call = async (method: string, params: readonly unknown[] = []) => {
    if (said[method]) return said[method](params)
    throw new Error(`nobody asks for ${method} here`)
  }
  return bitcoinPayer({ call } as unknown as Rpc, settingsOf(name), PAYERS[name])
}
// An address for each, since the scans of a node wait for each other.
const settingsOf = (name: ChainName) =>
  ({ chain: chains[name], network: 'main', rpcUrl: `http://${name}.invalid` }) as ChainSettings

const payment = (amount: bigint, address = PAYEE) => ({ asset: chains.Bitcoin.assets[0]!, address, amount })
const rate = (feerate: unknown): Answers => ({ estimatesmartfee: () => ({ feerate }) })
const read = (unsigned: string) => Transaction.fromPSBT(base64.decode(unsigned))
const paidBy = (unsigned: string) => {
  const transaction = read(unsigned)
  return Array.from({ length: transaction.outputsLength }, (_, n) => transaction.getOutput(n).amount!)
}
const NOTHING: Taken = { spends: [], open: [] }
const NO_FUNDS = { code: 'WITHDRAWAL_NO_FUNDS' }

describe('what is prepared', () => {
  test('pays the address, and the rest less the fee comes back', async () => {
    const written = await payerWith([one(COIN)]).prepare(payment(10_000_000n), NOTHING)
    expect(paidBy(written.unsigned)).toEqual([10_000_000n, COIN - 10_000_000n - 10n * SIZE])
    expect(written).toMatchObject({ mostNetworkFee: 10n * SIZE, spends: [`${id('ab')}:0`] })
  })

  test('can be replaced while it waits', async () => {
    const { unsigned } = await payerWith([one(COIN)]).prepare(payment(10_000_000n), NOTHING)
    // BIP 125.
    expect(read(unsigned).getInput(0).sequence).toBeLessThan(0xffff_fffe)
  })

  test('costs 500 satoshi for a virtual byte at most, whatever the node says', async () => {
    const written = await payerWith([one(COIN)], rate('1')).prepare(payment(10_000_000n), NOTHING)
    expect(written.mostNetworkFee).toBe(500n * SIZE)
  })

  test.each(['0', '-1', 'x', '', '1e-9', 0.0001, null])(
    'is not, where the node says that the fee is %s',
    async (feerate) => {
      const prepared = payerWith([one(COIN)], rate(feerate)).prepare(payment(10_000_000n), NOTHING)
      await expect(prepared).rejects.toBeInstanceOf(ChainError)
    },
  )

  test.each([
    ['Bitcoin', PAYEE, 546n],
    ['Litecoin', PAYERS.Litecoin, 5_460n],
  ] as const)('of %s gives back nothing that is too little for its nodes', async (name, address, dust) => {
    const cost = 10_000_000n + 10n * SIZE
    const prepare = (sum: bigint) =>
      payerWith([one(sum)], {}, name).prepare(payment(10_000_000n, address), NOTHING)
    const [without, withIt] = [await prepare(cost + dust - 1n), await prepare(cost + dust)]
    expect(paidBy(without.unsigned)).toEqual([10_000_000n])
    expect(without.mostNetworkFee).toBe(10n * SIZE + dust - 1n)
    expect(paidBy(withIt.unsigned)).toEqual([10_000_000n, dust])
    expect(withIt.mostNetworkFee).toBe(10n * SIZE)
  })

  test('spends only what has five confirmations', async () => {
    const prepare = (height: number) =>
      payerWith([one(COIN, { height })]).prepare(payment(10_000_000n), NOTHING)
    await expect(prepare(TIP - 3)).rejects.toMatchObject(NO_FUNDS)
    expect((await prepare(TIP - 4)).spends).toEqual([`${id('ab')}:0`])
  })

  test('spends nothing of what others spend, or pay and may not be in the chain for good', async () => {
    const held = [one(COIN), one(COIN, { vout: 1 }), one(COIN, { txid: id('cd') })]
    const prepare = (taken: string[]) =>
      payerWith(held).prepare(payment(10_000_000n), { spends: taken, open: [] })
    expect((await prepare([`${id('ab')}:0`, `${id('cd')}:0`])).spends).toEqual([`${id('ab')}:1`])
    expect((await prepare([`${id('ab')}:*`])).spends).toEqual([`${id('cd')}:0`])
    await expect(prepare([`${id('ab')}:*`, `${id('cd')}:*`])).rejects.toMatchObject(NO_FUNDS)
  })

  test('spends an output that the node lists twice once', async () => {
    const twice = payerWith([one(6_000_000n), one(6_000_000n)])
    await expect(twice.prepare(payment(10_000_000n), NOTHING)).rejects.toMatchObject(NO_FUNDS)
  })

  test('is looked for from the block on at which its outputs were there', async () => {
    // A block came after the scan.
    const payer = payerWith([one(COIN)], { getblockcount: () => TIP + 1 })
    const { looked } = await payer.prepare(payment(10_000_000n), NOTHING)
    expect(looked).toEqual({ height: TIP, hash: `block ${TIP}` })
  })
})

describe('what voids a payment', () => {
  const prepared = (answers?: Answers) =>
    payerWith([one(COIN)], answers).prepare(payment(10_000_000n), NOTHING)
  /** What nodes ask of it: the fee that it takes the place of, and a satoshi for each of its own virtual bytes. Source: BIP 125. */
  const least = (replaced: bigint) => replaced + VOID_SIZE

  test('costs more than the payment whose place it takes, also where fees fell', async () => {
    const written = await prepared(rate('0.002'))
    const { mostNetworkFee, unsigned } = await payerWith([], rate('0.00001')).prepareVoid(written, written)
    expect(mostNetworkFee).toBeGreaterThanOrEqual(least(200n * SIZE))
    expect(paidBy(unsigned)).toEqual([COIN - mostNetworkFee])
  })

  test('costs what is asked now, where that is more', async () => {
    const written = await prepared()
    const { mostNetworkFee } = await payerWith([], rate('0.001')).prepareVoid(written, written)
    expect(mostNetworkFee).toBe(100n * VOID_SIZE)
  })

  test('costs more than the one that was written before it', async () => {
    const written = await prepared()
    const payer = payerWith([], rate('0.00001'))
    const first = await payer.prepareVoid(written, written)
    const second = await payer.prepareVoid(written, first)
    expect(second.mostNetworkFee).toBeGreaterThanOrEqual(least(first.mostNetworkFee))
  })

  test('can be written of the dearest payment, and costs 1,000 satoshi for a virtual byte at most', async () => {
    const written = await prepared(rate('1'))
    const payer = payerWith([], rate('0.00001'))
    let last: Pick<Prepared, 'unsigned'> & { mostNetworkFee: bigint } = await payer.prepareVoid(
      written,
      written,
    )
    const again = async () => {
      for (let n = 0; n < 20; n++) {
        last = await payer.prepareVoid(written, last)
        expect(last.mostNetworkFee).toBeLessThanOrEqual(1_000n * VOID_SIZE)
      }
    }
    await expect(again()).rejects.toMatchObject({ code: 'PAYMENT_TOO_COSTLY' })
  })
})

describe('what comes back signed', () => {
  const prepared = () => payerWith([one(COIN)]).prepare(payment(10_000_000n), NOTHING)
  function signed(unsigned: string, kind: number = SigHash.ALL): string {
    const transaction = read(unsigned)
    transaction.updateInput(0, { sighashType: kind })
    transaction.sign(KEY, [kind])
    transaction.finalize()
    return transaction.hex
  }
  const taking = (finalized?: string) =>
    payerWith([], {
      testmempoolaccept: () => [{ allowed: true }],
      finalizepsbt: () => ({ hex: finalized, complete: true }),
    })

  test('is taken as a transaction, and as a PSBT that the node finalizes', async () => {
    const written = await prepared()
    const raw = signed(written.unsigned)
    const taken = { raw, txid: written.expectedTxid }
    expect(await taking().readSigned(written, raw)).toEqual(taken)
    expect(await taking(raw).readSigned(written, written.unsigned)).toEqual(taken)
  })

  test.each([
    ['none of the outputs', SigHash.NONE],
    ['one of the outputs', SigHash.SINGLE],
    ['one input alone', SigHash.ALL_ANYONECANPAY],
  ])('is not taken where it signs %s', async (_, kind) => {
    const written = await prepared()
    const raw = signed(written.unsigned, kind)
    expect(await taking().readSigned(written, raw)).toBe('wrong-signature')
    expect(await taking(raw).readSigned(written, written.unsigned)).toBe('wrong-signature')
  })

  test('is not taken where the node makes another transaction of it', async () => {
    const written = await prepared()
    const other = await payerWith([one(COIN)]).prepare(payment(20_000_000n), NOTHING)
    const read = taking(signed(other.unsigned)).readSigned(written, written.unsigned)
    await expect(read).rejects.toBeInstanceOf(ChainError)
  })
})

describe('what spends the same', () => {
  const script = (address: string) => ({ hex: outputScript(settingsOf('Bitcoin'), address) })
  /** What is found of a payment where a block has this transaction in its place. */
  async function found(
    address: string,
    txid: string | undefined,
    pays: readonly [string, bigint][],
    isVoid = false,
  ) {
    const written = await payerWith([one(COIN)]).prepare(payment(10_000_000n, address), NOTHING)
    const other = txid ?? written.expectedTxid!
    const vout = pays.map(([to, amount], n) => ({
      ...{ n, value: formatDecimal(amount, 8), scriptPubKey: script(to) },
    }))
    const mined = { txid: other, vin: [{ txid: id('ab'), vout: 0 }], vout }
    const payer = payerWith([], {
      getblockcount: () => TIP + 6,
      getblock: ([hash]) => {
        const height = Number(String(hash).split(' ')[1])
        return { previousblockhash: `block ${height - 1}`, tx: height === TIP + 2 ? [mined] : [] }
      },
    })
    const voidTxids = isVoid ? [other] : []
    return payer.find({ ...written, txid: undefined, voidTxids, payment: payment(10_000_000n, address) })
  }
  const OTHER = id('ef')

  test('is the payment itself, with the fee that its outputs leave', async () => {
    const pays: [string, bigint][] = [
      [PAYEE, 10_000_000n],
      [PAYERS.Bitcoin, COIN - 10_000_000n - 1_660n],
    ]
    const common = { confirmations: 5, networkFee: 1_660n, outcome: 'paid' }
    expect(await found(PAYEE, undefined, pays)).toMatchObject({ ...common, outputIndex: 0 })
    expect(await found(PAYEE, OTHER, pays.toReversed())).toMatchObject({
      ...common,
      outputIndex: 1,
      txid: OTHER,
    })
  })

  test('T14: is what voids it, also where the payment goes to the paying address itself', async () => {
    const voiding: [string, bigint][] = [[PAYERS.Bitcoin, COIN - 2_000n]]
    const common = { outcome: 'impossible', networkFee: 2_000n }
    expect(await found(PAYEE, OTHER, voiding, true)).toMatchObject(common)
    expect(await found(PAYERS.Bitcoin, OTHER, voiding, true)).toMatchObject(common)
  })

  test('is for people where it pays the address another amount', async () => {
    expect(await found(PAYEE, OTHER, [[PAYEE, 9_000_000n]])).toMatchObject({ outcome: 'unclear' })
  })
})

test('an unsigned transaction is not signed', async () => {
  const written = await payerWith([one(COIN)]).prepare(payment(10_000_000n), NOTHING)
  const raw = bytesToHex(read(written.unsigned).unsignedTx)
  expect(await payerWith([]).readSigned(written, raw)).toBe('wrong-signature')
})
