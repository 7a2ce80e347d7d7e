import { hexToBytes } from '@noble/hashes/utils.js'
import { isOfSeveral, isOfSources } from '../market/sources.ts'
import type { Tick } from '../market/tick.ts'
import type { ProofFile } from './contract.ts'
import { isInLog, type LogCheckpoint, openCheckpoint, splitTicks } from './log.ts'
import { openReceipt, type Receipt } from './receipt.ts'

/** What is checked of every proof, in this order; the sources only of ticks that name any. */
export const proofSteps = ['receipt', 'checkpoint', 'tape', 'sources', 'tick', 'earlier', 'outcome'] as const
export type ProofStep = (typeof proofSteps)[number]

export interface CheckedStep {
  readonly step: ProofStep
  readonly state: 'passed' | 'failed' | 'not-reached'
  /** How long it took. */
  readonly ms: number
}

/** What is found of every kind of proof on the way; as much of it as was reached. */
export interface TapeFacts {
  readonly checkpoint?: LogCheckpoint
  readonly ticks?: readonly Tick[]
}

export interface CheckedProof<Facts extends TapeFacts> {
  readonly ok: boolean
  readonly steps: readonly CheckedStep[]
  readonly facts: Facts
}

/** A file as far as all kinds are alike. */
export interface CheckedFile extends Pick<ProofFile, 'checkpoint' | 'publicKey' | 'ticks'> {
  /** Which rules it says that it is to be checked by; those of stops name no product. */
  readonly version: number
  readonly product?: string
}

/** The rules that are applied here. */
const RULES_VERSION = 1

/** One step's check; undefined where there is nothing to check. */
type Check = () => boolean | undefined

/** The checks that each kind of proof has of its own. */
type OwnChecks = Readonly<Record<Exclude<ProofStep, 'checkpoint' | 'tape' | 'sources'>, Check>>

/**
 * Checks a proof from its receipt to its outcome, as far as the first step that fails. Its own checks read in `facts` what
 * earlier ones found, and add by `learn`, which passes. A file of other rules than those of `product` that are applied here
 * fails at its receipt. `nowMs` tells how long each took.
 */
export function checkSteps<Facts extends TapeFacts>(
  file: CheckedFile,
  product: string | undefined,
  nowMs: () => number,
  ownChecks: (facts: Facts, learn: (more: Facts) => true) => OwnChecks,
): CheckedProof<Facts> {
  const facts = {} as Facts
  const learn = (more: Facts): true => {
    Object.assign(facts, more)
    return true
  }
  const learnTape = (more: TapeFacts) => learn(more as Facts)
  const own = ownChecks(facts, learn)
  const steps = runChecks(
    {
      ...own,
      receipt: () => file.version === RULES_VERSION && file.product === product && own.receipt(),
      checkpoint() {
        const checkpoint = openCheckpoint(file.checkpoint, file.publicKey)
        return checkpoint !== undefined && learnTape({ checkpoint })
      },
      tape() {
        const ticks = ticksIn(file.ticks, facts.checkpoint!)
        return ticks !== undefined && learnTape({ ticks })
      },
      sources: () => areOfSources(facts.ticks!),
    },
    nowMs,
  )
  return { ok: steps.every(({ state }) => state === 'passed'), steps, facts }
}

/** The receipts of one order, its first before its amendments; undefined where one was not signed, or they are of another. */
export function openReceipts(
  notes: readonly string[],
  publicKey: string,
  order: string,
): readonly [Receipt, ...Receipt[]] | undefined {
  const receipts = notes.map((note) => openReceipt(note, publicKey))
  const isOfOrder = !receipts.includes(undefined) && receipts[0]?.order === order
  return isOfOrder ? (receipts as [Receipt, ...Receipt[]]) : undefined
}

function runChecks(checks: Readonly<Record<ProofStep, Check>>, nowMs: () => number): CheckedStep[] {
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
const areOfSources = (ticks: readonly Tick[]): boolean | undefined =>
  ticks.some(isOfSeveral) ? ticks.every((tick) => tick.isHeld || isOfSources(tick)) : undefined

/** The ticks of a proof, in its order; undefined where one is not in the log, and without any. */
function ticksIn(proven: ProofFile['ticks'], checkpoint: LogCheckpoint): Tick[] | undefined {
  const ticks = proven.map(({ bytes, proof }) => {
    const own = hexToBytes(bytes)
    const [first, ...more] = splitTicks(own)
    const isThere = first && more.length === 0 && isInLog(checkpoint, first.tick, own, proof.map(hexToBytes))
    return isThere ? first.tick : undefined
  })
  return ticks.length > 0 && !ticks.includes(undefined) ? (ticks as Tick[]) : undefined
}

/** Bytes that are no ticks, and texts that are no hashes, are no proof. */
function passes(check: Check): boolean | undefined {
  try {
    return check()
  } catch {
    return false
  }
}
