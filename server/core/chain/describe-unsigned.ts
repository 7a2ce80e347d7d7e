import { readAddress } from '#domain/deposit/addresses.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'
import { outputsOf, readPsbt } from './bitcoin-transaction.ts'
import { readTransfer } from './evm-calls.ts'
import { readUnsigned } from './evm-transaction.ts'

/** A transaction that was written for the signer, as a signing device shows it. */
export interface Described {
  /** The payer's number of it; null on a chain with outputs. */
  readonly nonce: number | null
  /** The token's contract that it calls; null where it pays the chain's own coin. */
  readonly contract: string | null
  /** Whom it pays, in the smallest unit of the coin, or of the token where it calls a contract. */
  readonly outputs: readonly { readonly address: string; readonly amount: bigint }[]
  /** What the chain charges for it at most, in the smallest unit of the chain's own coin. */
  readonly mostNetworkFee: bigint
}

/**
 * Reads back what was written for the signer, from its own bytes and nothing beside them: an operator compares it with what the
 * signing device shows. Undefined for what this server writes nowhere.
 */
export const describeUnsigned = (settings: ChainSettings, unsigned: string): Described | undefined =>
  settings.chain.addresses === 'evm' ? describeEvm(settings, unsigned) : describePsbt(settings, unsigned)

function describeEvm({ token }: ChainSettings, unsigned: string): Described | undefined {
  const read = readUnsigned(unsigned)
  if (!read) return undefined
  const { nonce, maxFee, gas, to, value, data } = read
  const transfer = readTransfer(data)
  const isPlain = data === '0x'
  if (!isPlain && !(transfer && to === token && value === 0n)) return undefined
  const { address, amount } = transfer ?? { address: to, amount: value }
  return {
    nonce: Number(nonce),
    contract: isPlain ? null : withChecksum(to),
    outputs: [{ address: withChecksum(address), amount }],
    mostNetworkFee: gas * maxFee,
  }
}

/** As wallets write it. */
const withChecksum = (address: string): string => readAddress('Ethereum', address) ?? address

function describePsbt(settings: ChainSettings, psbt: string): Described | undefined {
  const read = readPsbt(psbt)
  const outputs = read && outputsOf(settings, psbt)
  if (!outputs) return undefined
  let mostNetworkFee = -read.paid
  for (const { amount } of read.spends) {
    if (amount === undefined) return undefined
    mostNetworkFee += amount
  }
  return { nonce: null, contract: null, outputs, mostNetworkFee }
}
