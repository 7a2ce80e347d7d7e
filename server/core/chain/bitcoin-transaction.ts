import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { Address, OutScript, SigHash, Transaction } from '@scure/btc-signer'
import { scriptOf } from '#domain/chain/account-key.ts'
import type { ChainSettings } from '#server/platform/chain-settings.ts'

/**
 * Transactions of Bitcoin and its relatives as they are written for the signer and read back. Nothing of them is left to the
 * node: one that is not ours to trust would write its own address into what is signed.
 */

/** An output of the paying wallet. */
export interface Spend {
  readonly txid: string
  readonly vout: number
  /** In the chain's smallest unit. */
  readonly amount: bigint
}

export interface Output {
  readonly address: string
  readonly amount: bigint
}

/** A PSBT in base 64, and the id that its transaction has by then and signed. */
export interface WrittenPsbt {
  readonly unsigned: string
  readonly expectedTxid: string
}

export interface ReadPsbt {
  readonly txid: string
  /** `amount` is undefined where the PSBT does not say it. */
  readonly spends: readonly {
    readonly txid: string
    readonly vout: number
    readonly amount: bigint | undefined
  }[]
  /** What it pays in all. */
  readonly paid: bigint
}

/** Replaceable, so that what voids it can take its place while it waits. Source: BIP 125. */
const SEQUENCE = 0xffff_fffd

/** The first bytes of addresses that are no witness addresses: to a key, and to a script. */
const versions = {
  Bitcoin: { main: [0x00, 0x05], test: [0x6f, 0xc4], regtest: [0x6f, 0xc4] },
  Litecoin: { main: [0x30, 0x32], test: [0x6f, 0x3a], regtest: [0x6f, 0x3a] },
} as const

function networkOf({ chain, network }: ChainSettings) {
  const [pubKeyHash, scriptHash] = versions[chain.name as keyof typeof versions][network]
  // Of private keys there is none.
  return { bech32: chain.prefixes![network], pubKeyHash, scriptHash, wif: 0 }
}

/**
 * Writes a transaction that spends outputs of a witness key and pays these.
 *
 * Refuses: (by throwing) an address of another chain or network.
 */
export function writePsbt(
  settings: ChainSettings,
  payer: string,
  { spends, outputs }: { readonly spends: readonly Spend[]; readonly outputs: readonly Output[] },
): WrittenPsbt {
  const network = networkOf(settings)
  const script = hexToBytes(scriptOf(payer))
  const transaction = new Transaction()
  // With what each is worth, without which nobody can sign away from a node; one who is told less than it is signs nothing that counts.
  for (const { txid, vout, amount } of spends)
    transaction.addInput({ txid, index: vout, sequence: SEQUENCE, witnessUtxo: { script, amount } })
  for (const { address, amount } of outputs) transaction.addOutputAddress(address, amount, network)
  return {
    unsigned: base64.encode(transaction.toPSBT(0)),
    expectedTxid: txidOf(transaction),
  }
}

/** What an output's script is that pays to an address, in hexadecimal. Refuses: (by throwing) an address of another chain or network. */
export const outputScript = (settings: ChainSettings, address: string): string =>
  bytesToHex(OutScript.encode(Address(networkOf(settings)).decode(address)))

/** What a PSBT spends and pays; undefined for any other text. */
export function readPsbt(text: string): ReadPsbt | undefined {
  const transaction = unlessThrown(() => Transaction.fromPSBT(base64.decode(text), LENIENT))
  if (!transaction) return undefined
  const inputs = Array.from({ length: transaction.inputsLength }, (_, n) => transaction.getInput(n))
  const outputs = Array.from({ length: transaction.outputsLength }, (_, n) => transaction.getOutput(n))
  return {
    txid: txidOf(transaction),
    spends: inputs.map(({ txid, index, witnessUtxo }) => ({
      ...{ txid: bytesToHex(txid!), vout: index! },
      amount: witnessUtxo?.amount,
    })),
    paid: outputs.reduce((sum, { amount }) => sum + amount!, 0n),
  }
}

export interface ReadRaw {
  readonly txid: string
  /** Whether each input has a signature of a witness key that is of the whole transaction, its outputs and other inputs with it. */
  readonly isAllSigned: boolean
}

/** A transaction as it is sent, in hexadecimal; undefined for any other text. */
export function readRaw(hex: string): ReadRaw | undefined {
  const transaction = unlessThrown(() => Transaction.fromRaw(hexToBytes(hex), LENIENT))
  if (!transaction) return undefined
  const witnesses = Array.from(
    { length: transaction.inputsLength },
    (_, n) => transaction.getInput(n).finalScriptWitness,
  )
  // A signature and its key; what is signed is said by the signature's last byte.
  const isAllSigned = witnesses.every(
    (witness) => witness?.length === 2 && witness[0]!.at(-1) === SigHash.ALL,
  )
  return { txid: transaction.id, isAllSigned }
}

/** What a PSBT that was written here pays, output by output; undefined for one that pays what is no address. */
export function outputsOf(settings: ChainSettings, psbt: string): Output[] | undefined {
  const transaction = Transaction.fromPSBT(base64.decode(psbt), LENIENT)
  const outputs = Array.from({ length: transaction.outputsLength }, (_, n) => ({
    address: unlessThrown(() => transaction.getOutputAddress(n, networkOf(settings))),
    amount: transaction.getOutput(n).amount,
  }))
  const isKnown = (one: (typeof outputs)[number]): one is Output =>
    one.address !== undefined && one.amount !== undefined
  return outputs.every(isKnown) ? outputs : undefined
}

/** What others have written is read as it is; whether it is ours its id says. */
const LENIENT = {
  ...{ allowUnknownInputs: true, allowUnknownOutputs: true, allowUnknownVersion: true },
  ...{ disableScriptCheck: true, allowLegacyWitnessUtxo: true },
}

/** Of what spends witness keys alone: what signs it is no part of its id. */
const txidOf = (transaction: Transaction): string =>
  bytesToHex(sha256(sha256(transaction.unsignedTx)).reverse())

function unlessThrown<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
