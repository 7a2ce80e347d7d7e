import { BOX_CURRENCY } from '#domain/box/rules.ts'
import type { BoxRarity } from '#domain/box/words.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { MediaFiles } from '#server/platform/media/media-files.ts'
import type { Sealer } from '#server/platform/sealer.ts'
import { makeSamples } from '../nft/service.ts'
import { drawPicture, pictureSize } from './pictures.ts'
import { insertSeries } from './series.ts'

/** Two series to try, and artworks that operators can make a third of, with pictures that are drawn here. */

interface Sample {
  readonly code: string
  readonly name: string
  readonly description: string
  /** Of a box; artworks without one are in no series. */
  readonly price?: string
  readonly rarities: readonly BoxRarity[]
  /** The number of its first picture. */
  readonly firstPicture: number
}

const rarities = (...counts: readonly (readonly [BoxRarity, number])[]): BoxRarity[] =>
  counts.flatMap(([rarity, count]) => new Array<BoxRarity>(count).fill(rarity))

const samples: readonly Sample[] = [
  {
    ...{ code: 'TIDES', name: 'Tides', description: 'Twelve states of the sea, from calm to storm' },
    ...{ price: '25', firstPicture: 0 },
    rarities: rarities(['common', 6], ['uncommon', 3], ['rare', 2], ['legendary', 1]),
  },
  {
    ...{ code: 'LANTERN', name: 'Lanterns', description: 'Ten lights on a river at night' },
    ...{ price: '40', firstPicture: 20 },
    rarities: rarities(['common', 5], ['rare', 3], ['epic', 1], ['legendary', 1]),
  },
  {
    ...{ code: 'SKETCH', name: 'Sketches', description: 'Studies for a mural', firstPicture: 40 },
    rarities: rarities(['common', 2], ['rare', 1]),
  },
]

/** Makes them. */
export async function seedBoxes(
  tx: Tx,
  {
    nowMs,
    media,
    privateData,
  }: {
    readonly nowMs: number
    readonly media: MediaFiles
    readonly privateData: { readonly sealer: Sealer }
  },
): Promise<void> {
  const artist = { name: 'Studio Nine', bio: 'Draws by rules and numbers' }
  const collections = samples.map(({ code, name, description, rarities, firstPicture }) => ({
    ...{ code, name, description },
    pictures: rarities.map((_, n) => ({ png: drawPicture(firstPicture + n), ...pictureSize })),
  }))
  const codes = await makeSamples(tx, media, artist, collections, nowMs)
  for (const [n, { code, name, description, price, rarities }] of samples.entries()) {
    if (price === undefined) continue
    const terms = {
      ...{ code, name, description, price: readAmount(price, BOX_CURRENCY), perCustomer: 5 },
      ...{ opensAtMs: nowMs, endsAtMs: nowMs + 30 * DAY_MS },
    }
    const contents = rarities.map((rarity, place) => ({ artwork: codes[n]![place]!, rarity }))
    await insertSeries(tx, privateData.sealer, terms, contents, { proposal: null }, nowMs)
  }
}
