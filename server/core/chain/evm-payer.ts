import { assert, refusal } from '#domain/errors.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { deepHeight } from './depth.ts'
import {
  balanceCall,
  quantity,
  readTransfer,
  recipientOf,
  TRANSFER_TOPIC,
  transferCall,
  wordOf,
} from './evm-calls.ts'
import { readSigned, readUnsigned, unsignedOf } from './evm-transaction.ts'
import { lookThrough } from './look.ts'
import type { Payer, Payment, SentTransaction } from './payer.ts'
import { ChainError, type Rpc } from './rpc.ts'

/** A base fee may double some times before it is signed and mined; what is not needed is not paid. */
const BASE_FEE_TIMES = 4n
/** Gas beyond the node's estimate, in percent. */
const SPARE_GAS = 120n
/**
 * The gas that a payment takes at most. Coins that a contract is paid run its code, at the expense of the paying wallet: the
 * contracts of wallets need 30,000 and less for it; a token that moves, twice that at most. What voids a payment runs no code.
 */
const MAX_GAS = { coin: 50_000n, token: 120_000n, void: 50_000n } as const
/** By how much each fee of a transaction in the place of another is higher, in percent: nodes ask for at least 10. */
const REPLACING_FEE = 110n
/** What a unit of gas may cost at most, in wei: beyond it is what a node says, and not what is asked anywhere. */
const MAX_FEE = 5_000n * 10n ** 9n
/** What voids a payment costs more than it: above the limit of payments, so that each of them can be voided. */
const MAX_VOID_FEE = 2n * MAX_FEE
const SUCCEEDED = '0x1'
const NONCE = 'nonce:'

interface Latest {
  readonly number: string
  readonly hash: string
  readonly baseFeePerGas?: string
}

interface Transaction {
  readonly hash: string
  readonly from: string
  readonly nonce: string
  /** Null where it writes a contract. */
  readonly to: string | null
  readonly value: string
  readonly input: string
}

interface Block {
  readonly hash: string
  readonly parentHash: string
  readonly transactions: readonly Transaction[]
}

interface Receipt {
  readonly blockNumber: string
  readonly status: string
  readonly gasUsed?: string
  /** Older nodes do not say it. */
  readonly effectiveGasPrice?: string
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
  }[]
}

/** Payments of Ethereum's coin and its token of dollars. */
export function evmPayer(rpc: Rpc, settings: ChainSettings, payer: string): Payer {
  const chainId = BigInt(settings.identity)
  const { token } = settings

  const call = ({ asset, address, amount }: Payment) =>
    asset.isToken
      ? { to: token!, value: 0n, data: transferCall(address, amount) }
      : { to: address, value: amount, data: '0x' }
  const heightNow = async () => Number(await rpc.call<string>('eth_blockNumber'))
  const countAt = async (block: string) =>
    Number(await rpc.call<string>('eth_getTransactionCount', [payer, block]))

  async function requireCoins(amount: bigint): Promise<void> {
    const coins = BigInt(await rpc.call<string>('eth_getBalance', [payer, 'latest']))
    if (coins < amount) throw refusal('WITHDRAWAL_NO_FUNDS', { currency: 'ETH' })
  }

  /** Refuses: WITHDRAWAL_NO_FUNDS where the wallet has not enough for a payment and for what waits before it. */
  async function requireFunds(payment: Payment, cost: bigint, waiting: readonly Needs[]): Promise<void> {
    const sum = (of: (needs: Needs) => bigint) => waiting.reduce((total, needs) => total + of(needs), 0n)
    await requireCoins(call(payment).value + cost + sum(({ coins }) => coins))
    if (!payment.asset.isToken) return
    const asked = { to: token, data: balanceCall(payer) }
    const has = BigInt(await rpc.call<string>('eth_call', [asked, 'latest']))
    if (has < payment.amount + sum(({ tokens }) => tokens))
      throw refusal('WITHDRAWAL_NO_FUNDS', { currency: payment.asset.currency })
  }

  /** What a transaction costs now: the fees of each unit of gas, and the units. Refuses: PAYMENT_TOO_COSTLY. */
  async function costOf(
    block: Latest,
    { to, value, data }: { to: string; value: bigint; data: string },
    mostGas: bigint,
  ) {
    const tip = BigInt(await rpc.call<string>('eth_maxPriorityFeePerGas'))
    const maxFee = BigInt(block.baseFeePerGas ?? '0x0') * BASE_FEE_TIMES + tip
    if (maxFee > MAX_FEE) throw new ChainError(`${settings.chain.name} asks for ${maxFee} wei a unit of gas`)
    const estimate = await rpc.call<string>('eth_estimateGas', [
      { from: payer, to, value: quantity(value), data },
    ])
    const gas = (BigInt(estimate) * SPARE_GAS) / 100n
    if (gas > mostGas) throw refusal('PAYMENT_TOO_COSTLY')
    return { tip, maxFee, gas }
  }

  const latestBlock = () => rpc.call<Latest>('eth_getBlockByNumber', ['latest', false])

  return {
    format: 'evm',
    async prepare(payment, { spends, open }) {
      if (payment.asset.isToken && token === undefined)
        throw new ChainError(`${settings.chain.name} has no token here`)
      const paying = call(payment)
      const own = spends.filter((one) => isNonceOf(one, payer)).map(nonceIn)
      // Before the balances: what is mined in between is counted twice, and not left out.
      const mined = await countAt('latest')
      // Of all that were ever used: more than a call takes as its arguments.
      const nonce = own.reduce((next, one) => Math.max(next, one + 1), mined)
      const waiting = open
        .filter(({ spends: [one] }) => isNonceOf(one!, payer) && nonceIn(one!) >= mined)
        .map(({ unsigned }) => mostOf(unsigned.map(needsOf)))
      const block = await latestBlock()
      const cost = await costOf(block, paying, payment.asset.isToken ? MAX_GAS.token : MAX_GAS.coin)
      const mostNetworkFee = cost.gas * cost.maxFee
      await requireFunds(payment, mostNetworkFee, waiting)
      return {
        unsigned: unsignedOf({ chainId, nonce: BigInt(nonce), ...cost, ...paying }),
        spends: [`${NONCE}${payer.toLowerCase()}:${nonce}`],
        expectedTxid: undefined,
        looked: { height: Number(block.number), hash: block.hash },
        mostNetworkFee,
      }
    },

    async prepareVoid(_, { unsigned }) {
      const written = readUnsigned(unsigned)
      assert(written, 'what was written here can be read')
      const { nonce, ...replaced } = written
      const nothing = { to: payer, value: 0n, data: '0x' }
      const now = await costOf(await latestBlock(), nothing, MAX_GAS.void)
      const tip = larger(now.tip, aboveReplaced(replaced.tip))
      const maxFee = larger(now.maxFee, aboveReplaced(replaced.maxFee))
      // The one before stays as it is, and can be signed and sent.
      if (maxFee > MAX_VOID_FEE) throw refusal('PAYMENT_TOO_COSTLY')
      const mostNetworkFee = now.gas * maxFee
      await requireCoins(mostNetworkFee)
      return {
        unsigned: unsignedOf({ chainId, nonce, tip, maxFee, gas: now.gas, ...nothing }),
        ...{ expectedTxid: undefined, mostNetworkFee },
      }
    },

    async readSigned({ unsigned }, text) {
      const read = readSigned(text)
      if (!read) return 'unreadable'
      if (read.unsigned !== unsigned) return 'differs'
      if (read.signer !== payer.toLowerCase()) return 'wrong-signature'
      return { raw: read.raw, txid: read.txid }
    },

    async broadcast(raw) {
      try {
        await rpc.call('eth_sendRawTransaction', [raw])
      } catch (error) {
        if (error instanceof ChainError && /already (known|imported)|nonce too low/i.test(error.message))
          return
        throw error
      }
    },

    async find({ txid, voidTxids, spends, payment, looked }: SentTransaction) {
      const tip = await heightNow()
      const receipt = txid && (await receiptOf(txid))
      if (txid && receipt) {
        const confirmations = Math.max(0, tip - Number(receipt.blockNumber) + 1)
        return {
          outcome: ownOutcome(receipt, payment),
          confirmations,
          looked,
          txid,
          outputIndex: 0,
          networkFee: feeOf(receipt),
        }
      }
      const nonce = nonceIn(spends[0]!)
      const deep = deepHeight(tip)
      // Before the count, so that a block that goes in between is missed by the next look and not taken as looked through.
      const hash = deep > looked.height ? (await blockAt(deep, false)).hash : null
      if (hash === null) return { outcome: 'waiting', confirmations: 0, looked }
      if ((await countAt(quantity(deep))) <= nonce)
        return { outcome: 'waiting', confirmations: 0, looked: { height: deep, hash } }
      // A transaction of this number is there, deep enough: the one that was written, or one in its place.
      const look = await lookThrough(looked, deep, async (height) => {
        const block = await blockAt(height, true)
        const found = block.transactions.find(
          (one) => one.from.toLowerCase() === payer.toLowerCase() && Number(one.nonce) === nonce,
        )
        return { ...block, found }
      })
      if (!look.at) return { outcome: 'waiting', confirmations: 0, looked: look.looked }
      const found = look.at.found.hash.slice(2).toLowerCase()
      const foundReceipt = await receiptOf(found)
      if (!foundReceipt) throw new ChainError(`${settings.chain.name} has no receipt of ${found}`)
      return {
        outcome: voidTxids.includes(found) ? 'impossible' : outcomeOf(look.at.found, foundReceipt, payment),
        ...{ confirmations: tip - look.at.height + 1, looked: look.looked, txid: found, outputIndex: 0 },
        networkFee: feeOf(foundReceipt),
      }
    },
  }

  async function blockAt(height: number, isWhole: boolean): Promise<Block> {
    const block = await rpc.call<Block | null>('eth_getBlockByNumber', [quantity(height), isWhole])
    if (!block) throw new ChainError(`${settings.chain.name} has no block ${height}`)
    return block
  }

  function receiptOf(txid: string): Promise<Receipt | null> {
    return rpc.call('eth_getTransactionReceipt', [`0x${txid}`])
  }

  /**
   * What a transaction of the same number did for who was to be paid. Of what calls a contract that is not known here nobody
   * can say it by its receipt: contracts pay coins on without a log.
   */
  function outcomeOf({ to, value, input }: Transaction, receipt: Receipt, payment: Payment) {
    if (receipt.status !== SUCCEEDED) return 'impossible'
    const { asset, address, amount } = payment
    const moved = token !== undefined && isSame(to, token) ? recipientOf(input) : undefined
    const recipient = moved ?? (input === '0x' ? to : null)
    if (asset.isToken ? hasPaid(receipt, payment) : isSame(to, address) && BigInt(value) === amount)
      return 'paid'
    return recipient !== null && !isSame(recipient, address) ? 'impossible' : 'unclear'
  }

  /** What the transaction itself did. A token that runs and logs another amount than it was told has moved something all the same. */
  function ownOutcome(receipt: Receipt, payment: Payment) {
    if (receipt.status !== SUCCEEDED) return 'impossible'
    return hasPaid(receipt, payment) ? 'paid' : 'unclear'
  }

  function hasPaid(receipt: Receipt, { asset, address, amount }: Payment): boolean {
    if (receipt.status !== SUCCEEDED) return false
    if (!asset.isToken) return true
    return receipt.logs.some(
      ({ address: writer, topics, data }) =>
        writer.toLowerCase() === token &&
        topics[0] === TRANSFER_TOPIC &&
        topics[2] === `0x${wordOf(address)}` &&
        data === `0x${wordOf(quantity(amount))}`,
    )
  }
}

const feeOf = ({ gasUsed, effectiveGasPrice }: Receipt): bigint | undefined =>
  gasUsed && effectiveGasPrice ? BigInt(gasUsed) * BigInt(effectiveGasPrice) : undefined

/** @example nonceIn('nonce:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed:5') // 5 */
const nonceIn = (spend: string): number => Number(spend.split(':').at(-1))

/** Whether what is spent is a number of an address. */
const isNonceOf = (spend: string, payer: string): boolean =>
  spend.startsWith(`${NONCE}${payer.toLowerCase()}:`)

const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

/** What transactions take from the paying wallet at most, in the smallest units of the coin and of the token. */
interface Needs {
  readonly coins: bigint
  readonly tokens: bigint
}

function needsOf(unsigned: string): Needs {
  const written = readUnsigned(unsigned)
  assert(written, 'what was written here can be read')
  const { value, gas, maxFee, data } = written
  return { coins: value + gas * maxFee, tokens: readTransfer(data)?.amount ?? 0n }
}

/** Of transactions of which one will be in the chain. */
const mostOf = (all: readonly Needs[]): Needs => ({
  coins: all.map(({ coins }) => coins).reduce(larger, 0n),
  tokens: all.map(({ tokens }) => tokens).reduce(larger, 0n),
})

/** What a node takes in the place of a fee. Rounds: up, and above. */
const aboveReplaced = (fee: bigint): bigint => (fee * REPLACING_FEE) / 100n + 1n
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
