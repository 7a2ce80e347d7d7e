import { readAmount } from '#domain/money/read-amount.ts'
import { PAID_IN } from '#domain/nft/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { MediaFiles } from '#server/platform/media/media-files.ts'
import type { Color } from '#server/platform/media/png.ts'
import { drawSketch, type Sketch, sketchSize } from './sample-pictures.ts'
import { keepPicture } from './samples.ts'
import { makeArtworks, offerArtwork, offerRun, saveArtist, saveCollection } from './works.ts'

/** Artists with artworks to buy, and one in an auction, for a demonstration; the pictures are drawn here. */

const FIXED_FOR_MS = 90 * DAY_MS
const AUCTION_FOR_MS = 7 * DAY_MS

interface SampleWork {
  readonly code: string
  readonly title: string
  readonly description: string
  readonly sketch: Sketch
  /** In USDT; of an auction that of the first bid. */
  readonly price: string
  readonly offer?: 'auction'
  readonly editions?: number
}

interface SampleArtist {
  readonly name: string
  readonly bio: string
  readonly portrait: Sketch
  readonly collection: { readonly name: string; readonly description: string }
  readonly works: readonly SampleWork[]
}

const night: Color = [16, 21, 46]
const moon: Color = [240, 240, 228]

const oduya: SampleArtist = {
  ...{ name: 'Mira Oduya', bio: 'Draws the same valley from memory, at every hour of the day' },
  portrait: {
    ...{
      kind: 'hills',
      seed: 31,
      sky: [
        [120, 74, 110],
        [244, 176, 140],
      ],
    },
    ...{
      hills: [
        [176, 104, 116],
        [44, 24, 52],
      ],
      disc: { x: 0.5, y: 0.34, radius: 0.16, color: [255, 226, 178] },
    },
  },
  collection: {
    name: 'One valley',
    description: 'A valley in six layers, with a line for every step of height',
  },
  works: [
    {
      ...{ code: 'VALLEY-DAWN', title: 'Valley at dawn', price: '120' },
      description: 'The first light, before the mist has left the ground',
      sketch: {
        ...{
          kind: 'hills',
          seed: 3,
          sky: [
            [92, 112, 160],
            [250, 198, 168],
          ],
        },
        ...{
          hills: [
            [214, 160, 156],
            [40, 44, 74],
          ],
          disc: { x: 0.68, y: 0.37, radius: 0.07, color: [255, 232, 190] },
        },
      },
    },
    {
      ...{ code: 'VALLEY-NOON', title: 'Valley at noon', price: '95' },
      description: 'Short shadows, and every field its own green',
      sketch: {
        ...{
          kind: 'hills',
          seed: 8,
          sky: [
            [74, 148, 196],
            [206, 232, 232],
          ],
        },
        ...{
          hills: [
            [150, 196, 178],
            [22, 74, 58],
          ],
          disc: { x: 0.3, y: 0.16, radius: 0.05, color: [255, 250, 226] },
        },
      },
    },
    {
      ...{ code: 'VALLEY-DUSK', title: 'Valley at dusk', price: '160' },
      description: 'The sun has gone behind the fourth ridge',
      sketch: {
        ...{
          kind: 'hills',
          seed: 14,
          sky: [
            [60, 30, 78],
            [246, 132, 84],
          ],
        },
        ...{
          hills: [
            [206, 96, 88],
            [32, 14, 40],
          ],
          disc: { x: 0.42, y: 0.42, radius: 0.1, color: [255, 196, 110] },
        },
      },
    },
    {
      ...{ code: 'VALLEY-NIGHT', title: 'Valley at night', price: '240' },
      description: 'A full moon, and nobody awake to see it',
      sketch: {
        ...{ kind: 'hills', seed: 22, sky: [night, [62, 84, 132]] },
        ...{
          hills: [
            [70, 92, 138],
            [8, 12, 26],
          ],
          disc: { x: 0.72, y: 0.2, radius: 0.075, color: moon },
        },
      },
    },
  ],
}

const lind: SampleArtist = {
  ...{ name: 'Tomas Lind', bio: 'Lays floors that nobody may walk on' },
  portrait: {
    ...{ kind: 'tiles', across: 2, seed: 5 },
    colors: [
      [232, 222, 200],
      [204, 84, 56],
      [34, 58, 82],
      [236, 178, 72],
    ],
  },
  collection: { name: 'Floors', description: 'Tiles with five shapes, turned by the throw of a die' },
  works: [
    {
      ...{ code: 'FLOOR-KITCHEN', title: 'Kitchen floor', price: '60' },
      description: 'Thirty-six tiles in the colors of a breakfast',
      sketch: {
        ...{ kind: 'tiles', across: 6, seed: 11 },
        colors: [
          [238, 228, 206],
          [210, 92, 60],
          [40, 66, 92],
          [238, 184, 84],
          [120, 152, 132],
        ],
      },
    },
    {
      ...{ code: 'FLOOR-POOL', title: 'Pool floor', price: '75' },
      description: 'Sixty-four tiles, as they are seen from the edge of the water',
      sketch: {
        ...{ kind: 'tiles', across: 8, seed: 19 },
        colors: [
          [14, 62, 92],
          [34, 128, 156],
          [136, 206, 208],
          [236, 244, 236],
        ],
      },
    },
    {
      ...{ code: 'FLOOR-STAGE', title: 'Stage floor', price: '35', editions: 3 },
      description: 'Sixteen large tiles for a small theatre, printed three times',
      sketch: {
        ...{ kind: 'tiles', across: 4, seed: 27 },
        colors: [
          [30, 24, 40],
          [226, 74, 94],
          [246, 218, 196],
          [110, 74, 150],
        ],
      },
    },
    {
      ...{ code: 'CLOCKWORK-1', title: 'Seven hands', price: '300', offer: 'auction' },
      description: 'A clock with seven hands, each for another planet; the only one that was made',
      sketch: {
        ...{
          kind: 'orbits',
          seed: 4,
          space: [
            [30, 34, 66],
            [8, 9, 20],
          ],
        },
        colors: [
          [246, 200, 110],
          [236, 118, 92],
          [122, 186, 222],
          [190, 150, 232],
          [140, 208, 162],
        ],
      },
    },
  ],
}

/** Makes them, and offers all. */
export async function seedNft(
  tx: Tx,
  { nowMs, media }: { readonly nowMs: number; readonly media: MediaFiles },
): Promise<void> {
  const drawn = (sketch: Sketch) => keepPicture(tx, media, { png: drawSketch(sketch), ...sketchSize }, nowMs)
  for (const { name, bio, portrait, collection, works } of [oduya, lind]) {
    const artist = { name, bio, portrait: await drawn(portrait), customer: undefined }
    const artistId = await saveArtist(tx, media, artist, undefined, nowMs)
    const collectionId = await saveCollection(
      tx,
      media,
      { ...collection, artistId, cover: undefined },
      undefined,
      nowMs,
    )
    for (const { code, title, description, sketch, price, offer = 'fixed', editions = 1 } of works) {
      const draft = {
        ...{ code, title, description, artistId, collectionId, media: await drawn(sketch) },
        ...{ poster: undefined, royaltyBps: 0, editions, isArtists: false },
      }
      const [id] = await makeArtworks(tx, media, draft, null, nowMs)
      const endsAtMs = nowMs + (offer === 'auction' ? AUCTION_FOR_MS : FIXED_FOR_MS)
      const terms = { price: readAmount(price, PAID_IN), opensAtMs: nowMs, endsAtMs }
      if (editions > 1) await offerRun(tx, code, terms, nowMs)
      else await offerArtwork(tx, id!, { offer, ...terms }, nowMs)
    }
  }
}
