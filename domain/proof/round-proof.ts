import { decideRound, GAME_SYMBOL, timesOf } from '../game/rules.ts'
import type { RoundProofFile } from './contract.ts'
import { type CheckedProof, checkSteps, type TapeFacts } from './proof-steps.ts'

/**
 * Checks the proof of a round of the price game: its ticks are on the signed tape; the one after the hour names the other as
 * the one before it, so that none is left out between; and the round says what follows from them. A round has no receipt:
 * which hour it is of is its number.
 */
export const checkRoundProof = (file: RoundProofFile, nowMs: () => number): CheckedProof<TapeFacts> =>
  checkSteps<TapeFacts>(file, 'game', nowMs, (facts) => {
    const { round } = file
    const { endsAtMs } = timesOf(BigInt(round.id))
    const decided = () => {
      const [after, last, ...others] = facts.ticks!
      return others.length === 0 ? decideRound({ symbol: GAME_SYMBOL, endsAtMs }, after, last) : undefined
    }
    return {
      receipt: () => (round.symbol === GAME_SYMBOL && round.endsAtMs === endsAtMs ? undefined : false),
      tick: () => decided() !== undefined,
      earlier: () => undefined,
      outcome() {
        const found = decided()!
        if (found.state === 'void') return round.tick === null
        const { sequence, price, atMs } = found.tick
        return round.tick?.sequence === sequence && round.tick.price === price && round.tick.atMs === atMs
      },
    }
  })
