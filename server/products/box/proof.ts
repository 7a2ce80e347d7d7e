import { isSealTick, neededBefore } from '#domain/box/replay.ts'
import { assert, refusal } from '#domain/errors.ts'
import type { BoxProofFile } from '#domain/proof/contract.ts'
import { receiptsOf } from '#server/core/receipts.ts'
import { type BoxDeps, boughtOf } from './drawing.ts'
import { hashesOf } from './secrets.ts'
import { allItems, decidedBefore, findByNumber, requireSeries } from './store.ts'

/**
 * All that is needed to compute the draw of a box again. Who bought it is not in it, so anybody may ask for any.
 *
 * Refuses: NOT_FOUND of no such box, before it is drawn, and of one that was paid back.
 */
export async function proofOfBox(
  { db, markets }: Pick<BoxDeps, 'db' | 'markets'>,
  code: string,
  number: number,
): Promise<BoxProofFile> {
  const series = await requireSeries(db, code)
  const box = await findByNumber(db, series.id, number)
  if (!box?.secret) throw refusal('NOT_FOUND')
  const reader = await markets.proofs.reader()
  const bought = boughtOf(box)
  const tick = await reader?.at(Number(box.seal_sequence))
  const needed = tick && neededBefore(bought, tick)
  const before = needed === undefined ? undefined : await reader!.at(needed)
  if (!isSealTick(bought, tick, before)) throw refusal('NOT_FOUND')
  const receipt = (await receiptsOf(db, 'box', [box.id])).get(box.id)
  assert(receipt, `box ${box.id} has a receipt`)
  const secret = await db
    .selectFrom('box_secret')
    .select('proof')
    .where('series_id', '=', series.id)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const items = await allItems(db, series.id)
  return {
    ...{ version: 1, product: 'box', publicKey: markets.proofs.signer.publicKey, receipt },
    box: {
      ...{ order: String(box.id), number, secret: box.secret, secretProof: hashesOf(secret.proof) },
      items: items.map(({ rarity, artwork, digest }) => ({ rarity, artwork, digest })),
      before: await decidedBefore(db, series.id, number),
      item: box.place!,
    },
    ...(await reader!.proof()),
  }
}
