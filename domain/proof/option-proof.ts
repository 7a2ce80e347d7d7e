import type { Tick } from '../market/tick.ts'
import { optionOfReceipt } from '../option/receipt.ts'
import { type ProvenOption, proveOption } from '../option/replay.ts'
import { expiryOf, type OptionReceipt, type OptionResult, payoutOf } from '../option/rules.ts'
import type { OptionProofFile } from './contract.ts'
import { openCheckpoint } from './log.ts'
import { type CheckedProof, type ProofFacts, runChecks, ticksIn } from './proof-file.ts'
import { openReceipt } from './receipt.ts'

/** What was found on the way; as much of it as was reached. */
export interface OptionFacts extends Omit<ProofFacts, 'way'> {
  readonly order?: OptionReceipt
  readonly result?: OptionResult
}

/**
 * Checks the proof of a seconds option: its receipt and ticks are what was signed, no other tick counts, and by the rules
 * these come to what is claimed. The steps are those of a stop, so that they read alike.
 */
export function checkOptionProof(
  file: OptionProofFile,
  nowMs: () => number,
): Pick<CheckedProof, 'ok' | 'steps'> & { readonly facts: OptionFacts } {
  let facts: OptionFacts = {}
  let proven: ProvenOption
  const learn = (more: OptionFacts): true => {
    facts = { ...facts, ...more }
    return true
  }
  const steps = runChecks(
    {
      receipt() {
        const receipt = openReceipt(file.receipt, file.publicKey)
        const order = receipt && optionOfReceipt(receipt)
        return (
          order !== undefined && receipt!.order === file.result.order && learn({ receipt: receipt!, order })
        )
      },
      checkpoint() {
        const checkpoint = openCheckpoint(file.checkpoint, file.publicKey)
        return checkpoint !== undefined && learn({ checkpoint })
      },
      tape() {
        const ticks = ticksIn(file.ticks, facts.checkpoint!)
        return ticks !== undefined && learn({ ticks })
      },
      tick() {
        proven = proveOption(facts.order!, facts.ticks!)
        return proven.ok ? learn({ result: proven.result }) : proven.error !== 'tick'
      },
      earlier: () => proven.ok,
      outcome: () => isSame(file.result, claimOf(facts.receipt!.order, facts.order!, facts.result!)),
    },
    nowMs,
  )
  return { ok: steps.every(({ state }) => state === 'passed'), steps, facts }
}

type Claimed = OptionProofFile['result']

/** What a proof claims of an order that came to this. */
export function claimOf(id: string, order: OptionReceipt, result: OptionResult): Claimed {
  const both = 'entry' in result ? result : undefined
  return {
    ...{ order: id, outcome: result.outcome, reason: 'reason' in result ? result.reason : null },
    ...{ entry: both ? named(both.entry) : null, exit: both ? named(both.exit) : null },
    expiresAtMs: both ? expiryOf(order, both.entry) : null,
    paid: String(payoutOf(order, result.outcome)),
  }
}

const named = ({ sequence, price, atMs }: Pick<Tick, 'sequence' | 'price' | 'atMs'>) => ({
  ...{ sequence, price, atMs },
})

const isSame = (one: Claimed, other: Claimed): boolean =>
  (['order', 'outcome', 'reason', 'expiresAtMs', 'paid'] as const).every(
    (name) => one[name] === other[name],
  ) && (['entry', 'exit'] as const).every((name) => isSameTick(one[name], other[name]))

const isSameTick = (one: Claimed['entry'], other: Claimed['entry']): boolean =>
  one === null || other === null
    ? one === other
    : (['sequence', 'price', 'atMs'] as const).every((name) => one[name] === other[name])
