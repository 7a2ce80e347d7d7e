import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type NamedSource, sourcesOf, type TickSources } from '../market/sources.ts'
import type { Tick } from '../market/tick.ts'
import type { ProofFile } from './contract.ts'
import { nextLinks, noChain, stepBack } from './links.ts'
import { checkpointNote, logText } from './log.ts'
import {
  append,
  emptyEdge,
  hashOfRange,
  inclusionRanges,
  leafHash,
  nodeHash,
  rootOf,
  type Subtree,
} from './merkle.ts'
import { type Receipt, receiptNote } from './receipt.ts'
import { priceOf } from './stop.ts'
import { GENESIS } from './tape.ts'
import { encodeTick } from './tick-bytes.ts'

/** A small tape and honest proofs of it, for the tests of those who check proofs. */

const signerFrom = (byte: number) => {
  const secretKey = new Uint8Array(32).fill(byte)
  return {
    publicKey: bytesToHex(ed25519.getPublicKey(secretKey)),
    sign: (text: string) => bytesToHex(ed25519.sign(utf8ToBytes(text), secretKey)),
  }
}
export const signer = signerFrom(7)
export const { publicKey } = signer
/** Somebody who is not the exchange, and signs as it would. */
export const stranger = signerFrom(8)
const START_MS = 1_670_889_600_000

/** A stop that sells once the price falls to 190 ticks, accepted at tick 5. */
export const receipt: Receipt = {
  ...{
    product: 'spot',
    order: '4711',
    symbol: 'BTC-USDT',
    acceptedAtMs: START_MS,
    tapeSize: 5,
    rulesVersion: 2,
  },
  terms: { side: 'sell', 'trigger-price': '95.00', 'trigger-direction': 'falls', 'tick-size': '0.5' },
}

/** A tape of two instruments in turn; BTC's prices are these. */
export function tapeOf(prices: readonly number[]): Tick[] {
  const chains = { 'BTC-USDT': noChain, 'ETH-USDT': noChain }
  return prices.flatMap((price, n) =>
    (['BTC-USDT', 'ETH-USDT'] as const).map((symbol, m): Tick => {
      const sequence = 1 + 2 * n + m
      const own = symbol === 'BTC-USDT' ? price : 7
      const { links, chain } = nextLinks(chains[symbol], { sequence, price: own, bid: own, ask: own })
      chains[symbol] = chain
      const prices = { price: own, bid: own, ask: own, volume: 0 }
      return {
        ...{ sequence, symbol, ...prices, source: 'simulated', sourceAtMs: START_MS, atMs: START_MS + n },
        ...{ isHeld: false, links },
      }
    }),
  )
}

/** Sources of which two agree on this price, one is far away and one is silent. */
export const sourcesAt = (price: number): TickSources => {
  const said = (source: string, at: number, ageMs: number): NamedSource => ({
    ...{ source, quote: { price: at, bid: at, ask: at, ageMs } },
  })
  return sourcesOf({ symbol: 'BTC-USDT', class: 'crypto', collar: 'major' }, [
    said('binance', price, 0),
    said('kraken', price, 1_300),
    said('okx', 2 * price, 20),
    { source: 'coinbase' },
  ])
}

/** The same tape as that of a live market, each price the median of several sources. */
export const liveTape = (ticks: readonly Tick[]): Tick[] =>
  ticks.map((tick) => ({ ...tick, source: 'median', sources: sourcesAt(tick.price) }))

/** The proof as an honest server writes it, of the tick with that sequence; all of it signed by `by`. */
export function proofOf(
  tape: readonly Tick[],
  sequence: number,
  of: Receipt = receipt,
  by: typeof signer = signer,
): ProofFile {
  const { publicKey, sign } = by
  const leaves = tape.map((tick) => leafHash(encodeTick(tick)))
  const edge = emptyEdge()
  for (const leaf of leaves) append(edge, leaf)
  const hashOf = ({ height, index }: Subtree): Uint8Array =>
    height === 0
      ? leaves[index]!
      : nodeHash(
          hashOf({ height: height - 1, index: 2 * index }),
          hashOf({ height: height - 1, index: 2 * index + 1 }),
        )
  const checkpoint = {
    ...{ start: { sequence: 0, head: GENESIS }, size: tape.length },
    ...{ root: bytesToHex(rootOf(edge)), atMs: START_MS + 10_000 },
  }
  const way: Tick[] = []
  for (let at = sequence; at > of.tapeSize; ) {
    const tick = tape[at - 1]!
    way.push(tick)
    at = stepBack(tick, of.tapeSize, at === sequence)!.to
  }
  return {
    ...{ version: 1, publicKey, receipt: receiptNote(by, of) },
    outcome: { order: of.order, sequence, price: priceOf(tape[sequence - 1]!.price, '0.5') },
    ticks: way.map((tick) => ({
      bytes: bytesToHex(encodeTick(tick)),
      proof: inclusionRanges(tick.sequence - 1, tape.length).map((range) =>
        bytesToHex(hashOfRange(range, hashOf)),
      ),
    })),
    checkpoint: checkpointNote(publicKey, checkpoint, sign(logText(publicKey, checkpoint))),
  }
}

/** Above the trigger up to the 60th, and below it from the 61st on. */
export const prices = Array.from({ length: 80 }, (_, n) => (n < 60 ? 191 + (n % 9) : 180))
export const tape = tapeOf(prices)
/** The first tick that reaches the trigger. */
export const DECIDING = 121

type AlterableText = [text: string, alter: (text: string) => ProofFile]

/** Every text of a proof, and how to put another in its place. */
export const textsOf = (file: ProofFile): AlterableText[] => [
  [file.publicKey, (text) => ({ ...file, publicKey: text })],
  [file.receipt, (text) => ({ ...file, receipt: text })],
  [file.checkpoint, (text) => ({ ...file, checkpoint: text })],
  [file.outcome.price, (text) => ({ ...file, outcome: { ...file.outcome, price: text } })],
  ...file.ticks.flatMap(({ bytes, proof }, n): AlterableText[] => [
    [bytes, (text) => ({ ...file, ticks: file.ticks.with(n, { bytes: text, proof }) })],
    ...proof.map(
      (hash, m): AlterableText => [
        hash,
        (text) => ({ ...file, ticks: file.ticks.with(n, { bytes, proof: proof.with(m, text) }) }),
      ],
    ),
  ]),
]

/** The same proof with one digit, anywhere in it, replaced by another. */
export function alterProof(file: ProofFile, which: number, place: number, by: number): ProofFile {
  const texts = textsOf(file)
  const [text, alter] = texts[which % texts.length]!
  const at = place % text.length
  const digit = Number.parseInt(text[at]!, 16)
  const other = Number.isNaN(digit) ? '~' : ((digit + by) % 16).toString(16)
  return alter(text.slice(0, at) + other + text.slice(at + 1))
}
