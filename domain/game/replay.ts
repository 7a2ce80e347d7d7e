import type { Tick } from '../market/tick.ts'
import type { RoundProofFile } from '../proof/contract.ts'
import { decideRound, GAME_SYMBOL, type RoundResult, timesOf } from './rules.ts'

/** Computes a round of the price game again: from its number, the first tick after its hour, and the one before that. */

type Claim = RoundProofFile['round']

/** What the ticks of a proof decide; undefined where they do not show it. */
export function replayRound(round: Claim, ticks: readonly Tick[]): RoundResult | undefined {
  const [after, last, ...others] = ticks
  const { endsAtMs } = timesOf(BigInt(round.id))
  return others.length === 0 ? decideRound({ symbol: GAME_SYMBOL, endsAtMs }, after, last) : undefined
}

/** Why a round is not what its ticks make of it; undefined where it is. */
export function roundFailure(
  round: Claim,
  ticks: readonly Tick[],
): 'receipt' | 'tick' | 'outcome' | undefined {
  if (round.symbol !== GAME_SYMBOL || round.endsAtMs !== timesOf(BigInt(round.id)).endsAtMs) return 'receipt'
  const found = replayRound(round, ticks)
  if (!found) return 'tick'
  const tick = found.state === 'void' ? null : found.tick
  const isSame =
    round.tick === null || tick === null
      ? round.tick === tick
      : round.tick.sequence === tick.sequence &&
        round.tick.price === tick.price &&
        round.tick.atMs === tick.atMs
  return isSame ? undefined : 'outcome'
}
