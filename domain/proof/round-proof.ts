import { roundFailure } from '../game/replay.ts'
import type { RoundProofFile } from './contract.ts'
import { type CheckedProof, checkSteps, type TapeFacts } from './proof-steps.ts'

/**
 * Checks the proof of a round of the price game: its ticks are on the signed tape; the one after the hour names the other as
 * the one before it, so that none is left out between; and the round says what follows from them. A round has no receipt:
 * which hour it is of is its number.
 */
export const checkRoundProof = (file: RoundProofFile, nowMs: () => number): CheckedProof<TapeFacts> =>
  checkSteps<TapeFacts>(file, 'game', nowMs, (facts) => ({
    receipt: () => (roundFailure(file.round, []) === 'receipt' ? false : undefined),
    tick: () => roundFailure(file.round, facts.ticks!) !== 'tick',
    earlier: () => undefined,
    outcome: () => roundFailure(file.round, facts.ticks!) === undefined,
  }))
