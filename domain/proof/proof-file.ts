import { hexToBytes } from '@noble/hashes/utils.js'
import { isOfSeveral, isOfSources } from '../market/sources.ts'
import type { Tick } from '../market/tick.ts'
import type { ProofFile } from './contract.ts'
import { isInLog, type LogCheckpoint, openCheckpoint, splitTicks } from './log.ts'
import { openReceipt, type Receipt } from './receipt.ts'
import { isSameDecimal, priceOf, settleStop, stopTermsOf, type WayBack } from './stop.ts'

/** What is checked, in this order; the sources only of ticks that name any. */
export const proofSteps = ['receipt', 'checkpoint', 'tape', 'sources', 'tick', 'earlier', 'outcome'] as const
export type ProofStep = (typeof proofSteps)[number]

export interface CheckedStep {
  readonly step: ProofStep
  readonly state: 'passed' | 'failed' | 'not-reached'
  /** How long it took. */
  readonly ms: number
}

/** What was found on the way; as much of it as was reached. */
export interface ProofFacts {
  readonly receipt?: Receipt
  readonly checkpoint?: LogCheckpoint
  readonly ticks?: readonly Tick[]
  readonly way?: WayBack
}

export interface CheckedProof {
  readonly ok: boolean
  readonly steps: readonly CheckedStep[]
  readonly facts: ProofFacts
}

/** Checks a proof from its receipt to its outcome, as far as the first step that fails. `nowMs` tells how long each took. */
export function checkProof(file: ProofFile, nowMs: () => number): CheckedProof {
  let facts: ProofFacts = {}
  const learn = (more: ProofFacts): true => {
    facts = { ...facts, ...more }
    return true
  }
  const checks: ProofChecks = {
    receipt() {
      const receipt = openReceipt(file.receipt, file.publicKey)
      return receipt !== undefined && receipt.order === file.outcome.order && learn({ receipt })
    },
    checkpoint() {
      const checkpoint = openCheckpoint(file.checkpoint, file.publicKey)
      return checkpoint !== undefined && learn({ checkpoint })
    },
    tape() {
      const ticks = ticksIn(file.ticks, facts.checkpoint!)
      return ticks !== undefined && learn({ ticks })
    },
    sources: () => areOfSources(facts.ticks!),
    tick() {
      const terms = stopTermsOf(facts.receipt!)
      if (terms === undefined) return false
      const way = settleStop(terms, facts.ticks!)
      learn({ way })
      return way.ok || way.error !== 'NOT_TRIGGERED'
    },
    earlier: () => facts.way!.ok,
    outcome() {
      const deciding = facts.ticks![0]!
      const price = priceOf(deciding.price, facts.receipt!.terms['tick-size']!)
      return deciding.sequence === file.outcome.sequence && isSameDecimal(price, file.outcome.price)
    },
  }
  const steps = runChecks(checks, nowMs)
  return { ok: steps.every(({ state }) => state === 'passed'), steps, facts }
}

/** Each step's check; undefined where there is nothing to check. */
export type ProofChecks = Readonly<Record<ProofStep, () => boolean | undefined>>

/** Runs the checks in their order, as far as the first that fails. */
export function runChecks(checks: ProofChecks, nowMs: () => number): CheckedStep[] {
  let isReached = true
  return proofSteps.flatMap((step): CheckedStep[] => {
    if (!isReached) return step === 'sources' ? [] : [{ step, state: 'not-reached', ms: 0 }]
    const beganAt = nowMs()
    const passed = passes(checks[step])
    if (passed === undefined) return []
    isReached = passed
    return [{ step, state: isReached ? 'passed' : 'failed', ms: nowMs() - beganAt }]
  })
}

/** Whether each of these prices is the median of the sources that its tick names; undefined where none is one of several. */
export const areOfSources = (ticks: readonly Tick[]): boolean | undefined =>
  ticks.some(isOfSeveral) ? ticks.every((tick) => tick.isHeld || isOfSources(tick)) : undefined

/** The ticks of a proof, in its order; undefined where one is not in the log, and without any. */
export function ticksIn(proven: ProofFile['ticks'], checkpoint: LogCheckpoint): Tick[] | undefined {
  const ticks = proven.map(({ bytes, proof }) => {
    const own = hexToBytes(bytes)
    const [first, ...more] = splitTicks(own)
    const isThere = first && more.length === 0 && isInLog(checkpoint, first.tick, own, proof.map(hexToBytes))
    return isThere ? first.tick : undefined
  })
  return ticks.length > 0 && !ticks.includes(undefined) ? (ticks as Tick[]) : undefined
}

/** Bytes that are no ticks, and texts that are no hashes, are no proof. */
function passes(check: () => boolean | undefined): boolean | undefined {
  try {
    return check()
  } catch {
    return false
  }
}
