import { HOUR_MS, MINUTE_MS } from '../time.ts'

/** What support and the customer call a deposit. @example depositReference(10482n) // 'D-10482' */
export const depositReference = (id: bigint): string => `D-${id}`

const HEX = /^(?:0x)?([0-9a-f]{16,128})$/i
const BANK_REFERENCE = /^[0-9A-Za-z]{16,128}$/
/** A hash in base 58, which knows small letters from capitals; no bank's reference is as long. */
const BASE_58 = /^(?=.*[a-z])(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{43,128}$/

/**
 * The one way a transaction's full reference is written, so that the same one is never credited twice: no
 * spaces or hyphens; hexadecimal in small letters, base 58 as it is, a bank's in capitals.
 *
 * Refuses: (as `undefined`) what is shorter than any chain's or bank's, or has other characters.
 * @example readTxReference('ft26001 abcdef-0099') // 'FT26001ABCDEF0099'
 */
export function readTxReference(typed: string): string | undefined {
  const plain = typed.replace(/[\s-]/g, '')
  const hex = HEX.exec(plain)?.[1]
  if (hex) return hex.toLowerCase()
  if (BASE_58.test(plain)) return plain
  return BANK_REFERENCE.test(plain) ? plain.toUpperCase() : undefined
}

const HASH = /^[0-9a-f]{64}$/
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/

interface PaymentNetwork {
  /** The chain itself: a coin and the tokens on it are networks of one. */
  readonly chain: string
  /** How it writes a transaction's reference. */
  readonly reference: RegExp
  /**
   * How many blocks confirm a transaction at least before it is credited; two operators may ask for more. More make a
   * reorganization that undoes it less likely and none makes it impossible, so a credited deposit can still be undone on its chain.
   *
   * Source: specification section 3, five; Solana counts slots, of which 32 finalize one.
   */
  readonly confirmations: number
  /**
   * From one block to the next, on average; Solana's slots.
   *
   * Source: what each chain aims at. Bitcoin and Litecoin: `nPowTargetSpacing` in the chainparams.cpp of their Core; Ethereum:
   * `SECONDS_PER_SLOT` of its consensus specification; BNB Smart Chain: BEP-619; Tron: `BLOCK_PRODUCED_INTERVAL` of java-tron;
   * Solana: `DEFAULT_MS_PER_SLOT` of its clock.
   */
  readonly blockMs: number
  /** Whether its transactions have numbered outputs: logs are counted in a block by people, and so by explorers. */
  readonly hasOutputs?: true
}

/** What is confirmed by blocks; a network that is not here is a bank's. */
const paymentNetworks: ReadonlyMap<string, PaymentNetwork> = new Map([
  ['Bitcoin', { chain: 'Bitcoin', reference: HASH, confirmations: 5, blockMs: 600_000, hasOutputs: true }],
  ['Litecoin', { chain: 'Litecoin', reference: HASH, confirmations: 5, blockMs: 150_000, hasOutputs: true }],
  ['Ethereum', { chain: 'Ethereum', reference: HASH, confirmations: 5, blockMs: 12_000 }],
  ['ERC20', { chain: 'Ethereum', reference: HASH, confirmations: 5, blockMs: 12_000 }],
  ['BEP20', { chain: 'BNB Smart Chain', reference: HASH, confirmations: 5, blockMs: 450 }],
  ['TRC20', { chain: 'Tron', reference: HASH, confirmations: 5, blockMs: 3_000 }],
  ['Solana', { chain: 'Solana', reference: SOLANA, confirmations: 32, blockMs: 400 }],
])

/** The chain of whatever network is not one. */
export const BANK = 'Bank'

/** Every chain that a payment can come by, and banks. */
export const paymentChains = [...new Set([...paymentNetworks.values()].map(({ chain }) => chain)), BANK]

/** Whose ledger a payment by a network is found in. @example chainOf('ERC20') // 'Ethereum' */
export const chainOf = (network: string): string => paymentNetworks.get(network)?.chain ?? BANK

/** Whether everybody reads the same number for the same payment of a transaction of that chain. */
export const hasOutputs = (chain: string): boolean =>
  [...paymentNetworks.values()].some((one) => one.chain === chain && one.hasOutputs)

/** How many confirmations a payment by a network needs at least; `undefined` for a bank's, which has none. */
export const leastConfirmations = (network: string): number | undefined =>
  paymentNetworks.get(network)?.confirmations

/**
 * How long a payment by a network takes to have so many confirmations, by the time that its blocks usually take; `undefined`
 * for a bank's, which has none.
 *
 * Units:  milliseconds.
 * Rounds: up, to whole minutes and from an hour on to whole hours, so that what is shown of it is no less.
 * @example timeToConfirm('Litecoin', 5) // 780_000, for 12.5 minutes
 */
export function timeToConfirm(network: string, confirmations: number): number | undefined {
  const chain = paymentNetworks.get(network)
  if (!chain) return undefined
  const exact = confirmations * chain.blockMs
  const unit = exact < HOUR_MS ? MINUTE_MS : HOUR_MS
  return Math.ceil(exact / unit) * unit
}

/** More than any chain needs: a deposit that is never credited is as good as lost. */
export const MAX_CONFIRMATIONS = 1_000

/** Which way money goes by a network. */
export const directions = ['deposit', 'withdrawal'] as const
export type Direction = (typeof directions)[number]

/** What of a network's terms cannot be; undefined when all can. `minimum`: null where no chain is followed. */
export function invalidNetworkTerm(
  network: string,
  { confirmations, minimum }: { readonly confirmations: number; readonly minimum: bigint | null },
): 'confirmations' | 'minimum' | undefined {
  const least = leastConfirmations(network)
  if (least === undefined || confirmations < least || confirmations > MAX_CONFIRMATIONS)
    return 'confirmations'
  return minimum !== null && minimum <= 0n ? 'minimum' : undefined
}

/** Whether a reference, as `readTxReference` writes it, is one of that chain. */
export function isReferenceOf(chain: string, txReference: string): boolean {
  const one = [...paymentNetworks.values()].find((each) => each.chain === chain)
  return one ? one.reference.test(txReference) : !BASE_58.test(txReference) && !HASH.test(txReference)
}

/**
 * One payment from outside. A transaction can make several, each an output or a log of its own; a bank's
 * reference is of one payment, whose output is 0.
 */
export interface Payment {
  readonly chain: string
  /** As `readTxReference` writes it. */
  readonly txReference: string
  readonly outputIndex: number
}

/** The highest index of an output or a log: a block cannot hold as many. */
export const MAX_OUTPUT_INDEX = 9_999_999

/** A payment as it was typed; `undefined` when it cannot be one of that chain. */
export function readPayment(chain: string, typedReference: string, outputIndex: number): Payment | undefined {
  const txReference = readTxReference(typedReference)
  if (txReference === undefined || !isReferenceOf(chain, txReference)) return undefined
  return chain === BANK && outputIndex !== 0 ? undefined : { chain, txReference, outputIndex }
}

/** Whether a transaction ends with what the customer said it ends with. */
export const endsWithTail = (txReference: string, hashTail: string): boolean =>
  txReference.toLowerCase().endsWith(hashTail.toLowerCase())
