import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timeMs, whole } from '../fields.ts'
import { consistencyCall, proofHashes } from '../proof/log-calls.ts'

/** What the platform owes all customers: published totals, and the proof that a customer's balance is part of one. */

const MAX_NUMBER = 999_999_999

/** All that is needed to check that a customer's balances are part of a published total. */
export const liabilitiesProofFile = z.object({
  version: z.literal(1),
  product: z.literal('liabilities'),
  publicKey: z.string(),
  /** Whose it is: the id that the customer's profile shows. */
  customer: z.string(),
  /** Of this customer in this snapshot alone, hex. */
  salt: z.string(),
  /** The snapshot as it was published: see `statement.ts`. */
  statement: z.string(),
  /** That the statement is in the log. */
  proof: proofHashes,
  /** Of the log: a signed note. */
  checkpoint: z.string(),
  /** The parts of the customer's balances, each with its place in the tree. */
  leaves: z.array(
    z.object({
      index: z.number(),
      /** In units, in the order of the statement’s currencies. */
      amounts: z.array(z.string()),
      /** Hash and sums of the nodes beside the way to the root, the lowest first; base64. */
      siblings: z.string(),
    }),
  ),
})
export type LiabilitiesProofFile = z.output<typeof liabilitiesProofFile>

/** A snapshot among others. */
const snapshotView = z.object({ number: z.number(), atMs: timeMs })

export const liabilities = endpoint({
  area: 'liabilities',
  method: 'GET',
  path: '/liabilities',
  access: 'public',
  summary: 'What the platform owes all customers, by currency, as it was last published, and the log of it',
  output: z.object({
    publicKey: z.string(),
    /** The newest checkpoint of the log, a signed note; null before the first snapshot. */
    checkpoint: z.nullable(z.string()),
    /** The newest statement; null before the first snapshot. */
    statement: z.nullable(z.string()),
    /** The snapshots in which a customer can still be found, newest first. */
    snapshots: z.array(snapshotView),
  }),
})

export const liabilitiesStatement = endpoint({
  area: 'liabilities',
  method: 'GET',
  path: '/liabilities/statement',
  access: 'public',
  rate: 'chart',
  summary: 'One published statement, and the proof that the log has it',
  input: { number: whole(1, MAX_NUMBER) },
  outputWire: {},
  output: z.object({ statement: z.string(), proof: proofHashes, checkpoint: z.string() }),
})

export const liabilitiesConsistency = consistencyCall(
  'liabilities',
  '/liabilities/consistency',
  'statements',
  MAX_NUMBER,
)

export const liabilitiesProof = endpoint({
  area: 'liabilities',
  method: 'GET',
  path: '/proof/liabilities',
  access: 'user',
  rate: 'chart',
  summary:
    'The proof that the customer’s own balances are part of a published total; of the newest without a number',
  input: { number: z.optional(whole(1, MAX_NUMBER)) },
  outputWire: {},
  output: liabilitiesProofFile,
})

/** Every call of the customers. */
export const liabilitiesEndpoints = [
  liabilities,
  liabilitiesStatement,
  liabilitiesConsistency,
  liabilitiesProof,
] as const
