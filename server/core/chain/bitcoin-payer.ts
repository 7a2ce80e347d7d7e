import { assert, refusal } from '#domain/errors.ts'
import { least, mulDiv, parseDecimal } from '#domain/money/amount.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { outputScript, type ReadRaw, readPsbt, readRaw, writePsbt } from './bitcoin-transaction.ts'
import { deepHeight } from './depth.ts'
import { type Looked, lookThrough } from './look.ts'
import { scanOutputs, type UnspentOutput } from './outputs.ts'
import type { Found, Payer, Payment, SentTransaction, Taken } from './payer.ts'
import { ChainError, type Rpc } from './rpc.ts'

/** What a transaction weighs: itself, each input of a witness key, each output at most. In virtual bytes. */
const [OWN_SIZE, INPUT_SIZE, OUTPUT_SIZE] = [11n, 69n, 43n]
/** What a node answers fees for, in virtual bytes. */
const KILOBYTE = 1_000n
/** Where the node has seen too few fees to know: satoshi for a virtual byte. */
const FALLBACK_RATE = 10n
const MAX_RATE = 500n
/** What voids a payment costs more than it: above the limit of payments, so that each of them can be voided. */
const MAX_VOID_RATE = 2n * MAX_RATE
const BLOCKS_TO_WAIT = 6
const MAX_INPUTS = 200
/** What nodes ask for beside the fee of the transaction that another takes the place of: satoshi for a virtual byte. */
const RELAY_RATE = 1n
/** By how much that fee is higher, in percent. */
const REPLACING_FEE = 110n
const ALL_TRANSACTIONS = 2
/** What was written here pays by its first output. */
const PAID = { outcome: 'paid', outputIndex: 0 } as const

interface Block {
  readonly previousblockhash?: string
  readonly tx: readonly Spender[]
}

interface Spender {
  readonly txid: string
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[]
  readonly vout: readonly {
    /** As text: see `rpcClient`. */
    readonly value: string
    readonly n: number
    readonly scriptPubKey: { readonly hex: string }
  }[]
}

/**
 * Payments of Bitcoin and its relatives. All that is paid from belongs to a witness key, so that a transaction's id does
 * not change by signing: what comes back with the same id is what was written.
 */
export function bitcoinPayer(rpc: Rpc, settings: ChainSettings, payer: string): Payer {
  const { decimals, currency } = settings.chain.assets[0]!
  const dust = settings.chain.dust!
  const outputOf = ({ txid, vout }: { txid: string; vout: number }) => `${txid}:${vout}`
  const allOf = ({ txid }: { txid: string }) => `${txid}:*`

  /** What can be spent, the largest first, and the block at which it was there. */
  async function ownOutputs({ spends }: Taken): Promise<{ looked: Looked; own: UnspentOutput[] }> {
    const { height, hash, unspent } = await scanOutputs(rpc, settings, [payer])
    const isTaken = new Set(spends)
    const own = unspent
      // A transaction that spends one which leaves the chain is never mined.
      .filter((output) => output.height <= deepHeight(height))
      .filter((output) => !isTaken.has(outputOf(output)) && !isTaken.has(allOf(output)))
      .sort((one, other) => (one.amount < other.amount ? 1 : -1))
    return { looked: { height, hash }, own }
  }

  /** Rounds: up, to whole satoshi for a virtual byte. Refuses: (ChainError) what is no rate. */
  async function feeRate(): Promise<bigint> {
    const { feerate } = await rpc.call<{ feerate?: unknown }>('estimatesmartfee', [BLOCKS_TO_WAIT])
    if (feerate === undefined) return FALLBACK_RATE
    // As text: see `rpcClient`.
    const forKilobyte = typeof feerate === 'string' ? parseDecimal(feerate, decimals) : undefined
    if (!forKilobyte) throw new ChainError(`${settings.chain.name} answers a fee of ${feerate}`)
    const rate = mulDiv(forKilobyte, 1n, KILOBYTE, 'up')
    return rate > MAX_RATE ? MAX_RATE : rate
  }

  return {
    format: 'psbt',
    async prepare({ address, amount }, taken) {
      const rate = await feeRate()
      const { looked, own } = await ownOutputs(taken)
      const inputs: UnspentOutput[] = []
      let sum = 0n
      const cost = () => (OWN_SIZE + BigInt(inputs.length) * INPUT_SIZE + 2n * OUTPUT_SIZE) * rate
      for (const one of own.slice(0, MAX_INPUTS)) {
        if (sum >= amount + cost() && inputs.length > 0) break
        inputs.push(one)
        sum += one.amount
      }
      const change = sum - amount - cost()
      if (change < 0n) throw refusal('WITHDRAWAL_NO_FUNDS', { currency })
      const outputs = [{ address, amount }, ...(change >= dust ? [{ address: payer, amount: change }] : [])]
      const written = writePsbt(settings, payer, { spends: inputs, outputs })
      const mostNetworkFee = sum - amount - (change >= dust ? change : 0n)
      return { ...written, spends: inputs.map(outputOf), looked, mostNetworkFee }
    },

    async prepareVoid({ unsigned }, replaced) {
      const [written, last] = [readPsbt(unsigned), readPsbt(replaced.unsigned)]
      assert(written && last, 'what was written here can be read')
      const { paid } = last
      const spends = written.spends.map(({ amount, ...output }) => {
        assert(amount !== undefined, 'what was written here says what it spends')
        return { ...output, amount }
      })
      const sum = spends.reduce((total, { amount }) => total + amount, 0n)
      const size = OWN_SIZE + BigInt(spends.length) * INPUT_SIZE + OUTPUT_SIZE
      const replacing = ((sum - paid) * REPLACING_FEE) / 100n + size * RELAY_RATE
      // What is too little for what is asked now is mined later, and replaces the other one all the same.
      const most = sum - dust
      const now = least(size * (await feeRate()), most)
      const mostNetworkFee = now > replacing ? now : replacing
      // The one before stays as it is, and can be signed and sent.
      if (mostNetworkFee > size * MAX_VOID_RATE) throw refusal('PAYMENT_TOO_COSTLY')
      if (mostNetworkFee > most) throw refusal('WITHDRAWAL_NO_FUNDS', { currency })
      const outputs = [{ address: payer, amount: sum - mostNetworkFee }]
      return { ...writePsbt(settings, payer, { spends, outputs }), mostNetworkFee }
    },

    async readSigned({ expectedTxid }, signed) {
      const read = await readText(signed)
      if (!read) return 'unreadable'
      const { txid, raw, isAllSigned } = read
      if (txid !== expectedTxid) return 'differs'
      // What signs a part only is taken by nodes, and lets anybody pay themselves.
      if (raw === undefined || !isAllSigned) return 'wrong-signature'
      const [said] = await rpc.call<{ allowed: boolean; 'reject-reason'?: string }[]>('testmempoolaccept', [
        [raw],
      ])
      const reason = said?.['reject-reason'] ?? ''
      if (said?.allowed || isKnown(reason)) return { raw, txid }
      if (isOfSignature(reason)) return 'wrong-signature'
      return { notTaken: reason }
    },

    async broadcast(raw) {
      try {
        await rpc.call('sendrawtransaction', [raw])
      } catch (error) {
        if (error instanceof ChainError && isKnown(error.message)) return
        throw error
      }
    },

    find: (transaction) => findIn(transaction),
  }

  /** Reads a raw transaction or a PSBT; without `raw` where signatures are missing. Undefined for any other text. */
  async function readText(text: string): Promise<(ReadRaw & { raw: string | undefined }) | undefined> {
    if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
      const raw = text.toLowerCase()
      const read = readRaw(raw)
      return read && { ...read, raw }
    }
    const psbt = readPsbt(text)
    if (!psbt) return undefined
    const signed = await unlessRefused<{ hex?: string; complete: boolean }>('finalizepsbt', [text])
    const raw = signed?.complete ? signed.hex : undefined
    if (raw === undefined) return { txid: psbt.txid, isAllSigned: false, raw }
    const read = readRaw(raw)
    if (read?.txid !== psbt.txid)
      throw new ChainError(`${settings.chain.name} makes another transaction of a signed one`)
    return { ...read, raw }
  }

  /** What the node makes of a text; undefined where it refuses it as none of its kind. */
  async function unlessRefused<T>(method: string, params: readonly unknown[]): Promise<T | undefined> {
    try {
      return await rpc.call<T>(method, params)
    } catch (error) {
      if (error instanceof ChainError && error.rpcCode !== undefined) return undefined
      throw error
    }
  }

  /** Whoever spends one of its outputs decides: the transaction itself, or another, after which it cannot be. */
  async function findIn({
    unsigned,
    spends,
    expectedTxid,
    voidTxids,
    payment,
    ...sent
  }: SentTransaction): Promise<Found> {
    const tip = await rpc.call<number>('getblockcount')
    const { looked, at } = await lookThrough(sent.looked, tip, async (height) => {
      const hash = await rpc.call<string>('getblockhash', [height])
      const block = await rpc.call<Block>('getblock', [hash, ALL_TRANSACTIONS])
      const found = block.tx.find(({ vin }) =>
        vin.some(({ txid, vout }) => txid !== undefined && spends.includes(`${txid}:${vout}`)),
      )
      return { hash, parentHash: block.previousblockhash, found }
    })
    if (!at) return { outcome: 'waiting', confirmations: 0, looked }
    const confirmations = tip - at.height + 1
    const { txid } = at.found
    const outcome = txid === expectedTxid ? PAID : outcomeOf(at.found, payment, voidTxids)
    return { ...outcome, confirmations, looked, txid, networkFee: feeOf(at.found, unsigned) }
  }

  /** What a transaction pays to its miner: what it spends, all of which the written one spends too, less what it pays. */
  function feeOf({ vin, vout }: Spender, psbt: string): bigint | undefined {
    const worth = new Map(readPsbt(psbt)?.spends.map((spend) => [outputOf(spend), spend.amount]))
    let fee = 0n
    for (const { txid = '', vout: n = 0 } of vin) {
      const amount = worth.get(outputOf({ txid, vout: n }))
      if (amount === undefined) return undefined
      fee += amount
    }
    for (const { value } of vout) fee -= parseDecimal(value, decimals)!
    return fee
  }

  function outputsTo(vout: Spender['vout'], address: string) {
    const script = outputScript(settings, address)
    return vout.filter((output) => output.scriptPubKey.hex === script)
  }

  /** What a transaction in the place of the one that was written did for who was to be paid. */
  function outcomeOf({ txid, vout }: Spender, { address, amount }: Payment, voidTxids: readonly string[]) {
    // It pays the paying address, which may be where the payment was to go.
    const own = voidTxids.includes(txid) ? [] : outputsTo(vout, address)
    const paying = own.find(({ value }) => parseDecimal(value, decimals) === amount)
    if (paying) return { outcome: 'paid', outputIndex: paying.n } as const
    return { outcome: own.length === 0 ? 'impossible' : 'unclear', outputIndex: 0 } as const
  }
}

const isKnown = (message: string): boolean =>
  /already in (block chain|mempool|utxo set)|txn-already-known|txn-already-in-mempool/i.test(message)

/** Of what a node refuses before it adds a transaction to those that wait, whether it is what signs it. */
const isOfSignature = (reason: string): boolean => /script-verify-flag|witness|scriptsig/i.test(reason)
