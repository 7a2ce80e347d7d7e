import { refusal, requireAllowed } from '#domain/errors.ts'
import type { RoundView } from '#domain/game/contract.ts'
import { decideGuess } from '#domain/game/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { addPlayer, addRound, lockRound, roundsOf, saveGuess } from './store.ts'
import { gameInstrument, roundView } from './views.ts'

/**
 * Guesses the price at the end of the round that is open, or changes the guess: the newest counts.
 *
 * Refuses: what `decideGuess` says.
 */
export async function guess(
  tx: Tx,
  {
    customer,
    round,
    price,
  }: { readonly customer: CustomerId; readonly round: bigint; readonly price: string },
  nowMs: number,
): Promise<RoundView> {
  const allowed = requireAllowed(decideGuess(gameInstrument(), { round, price }, nowMs))
  await addRound(tx, round, nowMs)
  const { status } = await lockRound(tx, round, 'to guess')
  if (status !== 'waiting') throw refusal('GAME_ROUND_CLOSED')
  await addPlayer(tx, customer, nowMs)
  await saveGuess(tx, { round, customer, price: allowed.price }, nowMs)
  return roundView(round, (await roundsOf(tx, customer, [round])).get(round))
}
