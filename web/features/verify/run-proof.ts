import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type BoxFacts, checkBoxProof } from '#domain/proof/box-proof.ts'
import { type ContractFacts, checkContractProof } from '#domain/proof/contract-proof.ts'
import { checkDualProof, type DualFacts } from '#domain/proof/dual-proof.ts'
import { checkFillsProof, type FillsFacts } from '#domain/proof/fills-proof.ts'
import type { TickLinks } from '#domain/proof/links.ts'
import { openCheckpoint, splitTicks } from '#domain/proof/log.ts'
import { checkOptionProof, type OptionFacts } from '#domain/proof/option-proof.ts'
import type { CheckedStep } from '#domain/proof/proof-steps.ts'
import { checkRoundProof } from '#domain/proof/round-proof.ts'
import { checkStopProof, type StopFacts } from '#domain/proof/stop-proof.ts'
import { encodeTick } from '#domain/proof/tick-bytes.ts'
import type { HttpClient } from '#web/app/http-client.ts'
import {
  type AnyProof,
  isBoxProof,
  isDualProof,
  isFillsProof,
  isOptionProof,
  isRoundProof,
} from './any-proof.ts'
import { faultBetween } from './check-tape.ts'
import type { KeptTape, TapeMismatch } from './kept.ts'
import { keptReceipt } from './kept-receipts.ts'

export interface ProofRun {
  readonly ok: boolean
  readonly steps: readonly CheckedStep[]
  /** What was found of a stop; of a contract or a seconds option, what there is more of. */
  readonly facts: StopFacts & ContractFacts & OptionFacts & FillsFacts & DualFacts & BoxFacts
  /** How long all of it took. */
  readonly ms: number
}

/** Computes a proof again, here. */
export function runProof(file: AnyProof): ProofRun {
  const beganAt = performance.now()
  const now = () => performance.now()
  const { ok, steps, facts } = checked(file, now)
  return { ok, steps, facts, ms: performance.now() - beganAt }
}

function checked(file: AnyProof, now: () => number): Pick<ProofRun, 'ok' | 'steps' | 'facts'> {
  if (isBoxProof(file)) return checkBoxProof(file, now, keptReceipt(file.box.order))
  if (isRoundProof(file)) return checkRoundProof(file, now)
  if (isDualProof(file)) return checkDualProof(file, now)
  if ('position' in file) return checkContractProof(file, now)
  if (isFillsProof(file)) return checkFillsProof(file, now)
  return isOptionProof(file) ? checkOptionProof(file, now) : checkStopProof(file, now)
}

/**
 * Whether the proof is of the tape that this browser has seen: what is wrong, or undefined. A browser that has seen
 * none has nothing to compare.
 */
export async function faultAgainstKept(
  http: Pick<HttpClient, 'request'>,
  file: Pick<AnyProof, 'checkpoint'>,
  { publicKey, note }: KeptTape,
): Promise<TapeMismatch | undefined> {
  if (!publicKey || !note) return undefined
  const [kept, shown] = [openCheckpoint(note, publicKey), openCheckpoint(file.checkpoint, publicKey)]
  if (!kept) return undefined
  return shown ? faultBetween(http, kept, shown) : 'other-key'
}

/** The same proof with one digit of the deciding price changed, as if the price had been another. */
export function alteredProof<File extends AnyProof>(file: File): File {
  const [deciding, ...others] = file.ticks
  const { tick } = splitTicks(hexToBytes(deciding!.bytes))[0]!
  const price = tick.price + (tick.price % 10 === 9 ? -1 : 1)
  const altered = { ...tick, price, ...(tick.links && { links: linksOver(tick.links, price) }) }
  const ticks = [{ ...deciding!, bytes: bytesToHex(encodeTick(altered)) }, ...others]
  return { ...file, ticks }
}

/** A tick is within its own spans: another price cannot be written otherwise. */
const linksOver = ({ previous, spans }: TickLinks, price: number): TickLinks => ({
  previous,
  spans: spans.map((span) => ({
    ...{ ...span, low: Math.min(span.low, price), high: Math.max(span.high, price) },
  })),
})
