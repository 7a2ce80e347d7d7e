import * as z from 'zod/mini'
import { boxRarities } from '../box/words.ts'
import { endReasons } from '../contract/end-reasons.ts'
import { dualOutcomes } from '../dual/outcomes.ts'
import { endpoint } from '../endpoint.ts'
import { timeMs, whole } from '../fields.ts'
import { optionOutcomes, voidReasons } from '../option/rules.ts'
import { consistencyCall, proofHashes } from './log-calls.ts'

/** The price tape on the wire: for whoever keeps a checkpoint of it, or a tick, and wants to see it again. */

/** Of ticks, and of sizes of the log. */
const MAX_SEQUENCE = 999_999_999_999

/** All that is needed to compute a stop's trigger again, in one file that anybody can keep. */
export const proofFile = z.object({
  version: z.literal(1),
  publicKey: z.string(),
  /** What was agreed: a signed note. */
  receipt: z.string(),
  /** What happened by the order itself. */
  outcome: z.object({ order: z.string(), sequence: z.number(), price: z.string() }),
  /** The tick that decided, then those that its links lead back to; each as it was hashed, and where it stands. */
  ticks: z.array(z.object({ bytes: z.string(), proof: proofHashes })),
  /** Of the log that the ticks are in: a signed note. */
  checkpoint: z.string(),
})
export type ProofFile = z.output<typeof proofFile>

/** All that is signed of an order in the book that is over: the order, what happened to it, and what it came to. */
export const fillsProofFile = z.object({
  version: z.literal(1),
  product: z.literal('spot'),
  publicKey: z.string(),
  order: z.string(),
  receipts: z.array(z.string()),
  /** The newest when it was accepted or last amended. */
  ticks: z.array(z.object({ bytes: z.string(), proof: proofHashes })),
  checkpoint: z.string(),
})
export type FillsProofFile = z.output<typeof fillsProofFile>

const count = z.nullable(z.number())
const units = z.nullable(z.string())

/**
 * All that is needed to compute a contract's outcome again. Prices in ticks (of financing in half ticks), lots in
 * hundredths, amounts in units of the margin currency.
 */
export const contractProofFile = z.object({
  version: z.literal(1),
  product: z.literal('contract'),
  publicKey: z.string(),
  position: z.string(),
  /** Of the order, then of what its customer asked for. */
  receipts: z.array(z.string()),
  /** What happened to it, in order. */
  changes: z.array(
    z.object({
      kind: z.enum(['opened', 'closed', 'cancelled', 'margin', 'stops', 'amended', 'financing']),
      reason: z.nullable(z.enum(endReasons)),
      ...{ lots: count, price: count, sequence: count, conversionSequence: count },
      ...{ amount: units, fee: units, shortfall: units, margin: z.string() },
      ...{ takeProfit: count, stopLoss: count, liquidationPrice: count },
    }),
  ),
  /** Each as it was hashed, and where it stands. */
  ticks: z.array(z.object({ bytes: z.string(), proof: proofHashes })),
  checkpoint: z.string(),
})
export type ContractProofFile = z.output<typeof contractProofFile>

/** A tick that decided something; its price in ticks. */
const deciding = z.object({ sequence: z.number(), price: z.number(), atMs: timeMs })

/** All that is needed to compute the outcome of a seconds option again. */
export const optionProofFile = z.object({
  version: z.literal(1),
  product: z.literal('option'),
  publicKey: z.string(),
  /** What was agreed: a signed note. */
  receipt: z.string(),
  /** What is said to have come of it; amounts in units of the stake's currency. */
  result: z.object({
    order: z.string(),
    outcome: z.enum(optionOutcomes),
    reason: z.nullable(z.enum(voidReasons)),
    ...{ entry: z.nullable(deciding), exit: z.nullable(deciding), expiresAtMs: z.nullable(timeMs) },
    paid: z.string(),
  }),
  /** Entry and exit, and those before and after them that show that no other tick counts. */
  ticks: z.array(z.object({ bytes: z.string(), proof: proofHashes })),
  checkpoint: z.string(),
})
export type OptionProofFile = z.output<typeof optionProofFile>

/**
 * All that is needed to compute again what a dual investment paid: one tick before the window, all of it, and one after. A
 * hash stands in `nodes` once, and each tick's proof says which of them it is made of: neighbours share most of theirs.
 */
export const dualProofFile = z.object({
  version: z.literal(1),
  product: z.literal('dual'),
  publicKey: z.string(),
  /** What was agreed: a signed note. */
  receipt: z.string(),
  /** What is said to have come of it; the price of the average in ticks, what was paid as a decimal. */
  result: z.object({
    order: z.string(),
    outcome: z.enum(dualOutcomes),
    atMs: timeMs,
    price: z.nullable(z.number()),
    minutes: z.number(),
    ticks: z.number(),
    paid: z.string(),
    currency: z.string(),
  }),
  nodes: proofHashes,
  ticks: z.array(z.object({ bytes: z.string(), proof: z.array(z.number()) })),
  checkpoint: z.string(),
})
export type DualProofFile = z.output<typeof dualProofFile>

/** All that is needed to compute the draw of a blind box again. */
export const boxProofFile = z.object({
  version: z.literal(1),
  product: z.literal('box'),
  publicKey: z.string(),
  /** What was agreed: a signed note. */
  receipt: z.string(),
  box: z.object({
    order: z.string(),
    number: z.number(),
    /** Hex, and its place among the commitments. */
    secret: z.string(),
    secretProof: proofHashes,
    /** All that was in the series, in the order of its tree. */
    items: z.array(z.object({ rarity: z.enum(boxRarities), artwork: z.string(), digest: z.string() })),
    /** The items of all boxes before it, by their places from 1; 0 of one that was paid back. */
    before: z.array(z.number()),
    /** The item that is said to be in it. */
    item: z.number(),
  }),
  /** The first tick after the purchase. */
  ticks: z.array(z.object({ bytes: z.string(), proof: proofHashes })),
  checkpoint: z.string(),
})
export type BoxProofFile = z.output<typeof boxProofFile>

/** All that is needed to compute again which tick decided a round of the price game; its price in ticks. */
export const roundProofFile = z.object({
  version: z.literal(1),
  product: z.literal('game'),
  publicKey: z.string(),
  round: z.object({
    id: z.string(),
    symbol: z.string(),
    endsAtMs: timeMs,
    /** The last tick at or before the end; null where there was none that was young enough. */
    tick: z.nullable(deciding),
  }),
  /** The first tick after the end, and the one of the instrument before it, where there is one. */
  ticks: z.array(z.object({ bytes: z.string(), proof: proofHashes })),
  checkpoint: z.string(),
})
export type RoundProofFile = z.output<typeof roundProofFile>

/** A checkpoint of the hash chain that the tape was before it was a log. */
const chainCheckpoint = z.object({
  sequence: z.number(),
  head: z.string(),
  previous: z.string(),
  atMs: timeMs,
  signature: z.string(),
})

export const tapeCheckpoint = endpoint({
  area: 'market',
  method: 'GET',
  path: '/tape/checkpoint',
  access: 'public',
  summary: 'The newest checkpoint of the price tape, a signed note, and the key it is signed with',
  output: z.object({
    publicKey: z.string(),
    /** Of the newest tick; 0 before the first. */
    sequence: z.number(),
    /** Null before the first tick of the log. */
    note: z.nullable(z.string()),
  }),
})

export const tapeConsistency = consistencyCall('market', '/tape/consistency', 'the price tape', MAX_SEQUENCE)

export const tapeTick = endpoint({
  area: 'market',
  method: 'GET',
  path: '/tape/tick',
  access: 'public',
  rate: 'chart',
  summary: 'One tick of the price tape as it was hashed, and the proof that the log of a size has it',
  input: { sequence: whole(1, MAX_SEQUENCE), size: whole(1, MAX_SEQUENCE) },
  wire: { sequence: 'seq' },
  outputWire: {},
  output: z.object({ bytes: z.string(), proof: proofHashes }),
})

export const tapeSegment = endpoint({
  area: 'market',
  method: 'GET',
  path: '/tape/segment',
  access: 'public',
  rate: 'chart',
  summary: 'The segment of the price tape that holds one tick, with the checkpoints before and after it',
  input: { sequence: whole(1, MAX_SEQUENCE) },
  wire: { sequence: 'seq' },
  outputWire: {},
  output: z.object({
    publicKey: z.string(),
    firstSequence: z.number(),
    /** The ticks as they were hashed, one behind the other, hex. */
    bytes: z.string(),
    /** Of a segment of the log: the hashes that make up the root before it, and the signed notes around it. */
    log: z.nullable(z.object({ edge: proofHashes, before: z.nullable(z.string()), note: z.string() })),
    /** Of a segment of the chain before the log: the checkpoints around it. */
    chain: z.nullable(z.object({ before: z.nullable(chainCheckpoint), checkpoint: chainCheckpoint })),
  }),
})

/** Every call of the price tape. */
export const tapeEndpoints = [tapeCheckpoint, tapeConsistency, tapeTick, tapeSegment]
