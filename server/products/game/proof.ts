import { refusal } from '#domain/errors.ts'
import type { RoundProofFile } from '#domain/proof/contract.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MarketData } from '../product.ts'
import { findRound } from './store.ts'

/**
 * All that is needed to compute again which tick decided a round: the first tick after its hour, and the one before that.
 *
 * Refuses: NOT_FOUND of no such round, and before it is decided.
 */
export async function proofOfRound(
  db: Db,
  { proofs }: Pick<MarketData, 'proofs'>,
  id: bigint,
): Promise<RoundProofFile> {
  const round = await findRound(db, id)
  if (!round || round.after_sequence === null) throw refusal('NOT_FOUND')
  const reader = await proofs.reader()
  const after = await reader?.at(Number(round.after_sequence))
  if (!reader || !after?.links) throw refusal('NOT_FOUND')
  if (after.links.previous > 0) await reader.at(after.links.previous)
  return {
    ...{ version: 1, product: 'game', publicKey: proofs.signer.publicKey },
    round: {
      ...{ id: String(id), symbol: round.symbol, endsAtMs: round.ends_at },
      tick:
        round.sequence === null
          ? null
          : { sequence: Number(round.sequence), price: Number(round.price), atMs: round.tick_at! },
    },
    ...(await reader.proof()),
  }
}
