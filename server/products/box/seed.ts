import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BOX_CURRENCY } from '#domain/box/rules.ts'
import type { BoxRarity } from '#domain/box/words.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { MediaFiles } from '#server/platform/media/media-files.ts'
import type { Sealer } from '#server/platform/sealer.ts'
import { insertArtist, insertCollection } from '../nft/artist-store.ts'
import { insertMedia } from '../nft/media-store.ts'
import { makeArtworks } from '../nft/works.ts'
import { drawPicture, pictureSize } from './pictures.ts'
import { type Content, insertSeries } from './series.ts'

/** Two series to try, with pictures that are drawn here. */

interface SampleSeries {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly price: string
  readonly rarities: readonly BoxRarity[]
  /** Of its first picture. */
  readonly firstPicture: number
}

const rarities = (...counts: readonly (readonly [BoxRarity, number])[]): BoxRarity[] =>
  counts.flatMap(([rarity, count]) => new Array<BoxRarity>(count).fill(rarity))

const samples: readonly SampleSeries[] = [
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
]

/** What operators can make a series of. */
const sketches: SampleSeries = {
  ...{ code: 'SKETCH', name: 'Sketches', description: 'Studies for a mural', price: '10', firstPicture: 40 },
  rarities: rarities(['common', 2], ['rare', 1]),
}

/** Makes both, with an artist and artworks of their own. */
export async function seedBoxes(
  tx: Tx,
  demo: {
    readonly nowMs: number
    readonly media: MediaFiles
    readonly privateData: { readonly sealer: Sealer }
  },
): Promise<void> {
  const { nowMs, media, privateData } = demo
  const artist = await insertArtist(
    tx,
    {
      ...{ name: 'Studio Nine', bio: 'Draws by rules and numbers' },
      ...{ portrait: undefined, customer: undefined },
    },
    nowMs,
  )
  for (const sample of [...samples, sketches]) {
    const { code, name, description, price } = sample
    const contents: Content[] = []
    const collection = { artistId: artist.id, name, description, cover: undefined }
    const { id: collectionId } = await insertCollection(tx, collection, nowMs)
    for (const [n, rarity] of sample.rarities.entries()) {
      const picture = await keepPicture(tx, media, drawPicture(sample.firstPicture + n), nowMs)
      const artwork = `${code}-${String(n + 1).padStart(2, '0')}`
      await makeArtworks(
        tx,
        media,
        {
          ...{ code: artwork, title: `${name} ${n + 1}`, description, artistId: artist.id, collectionId },
          ...{ media: picture, poster: undefined, royaltyBps: 0, editions: 1, isArtists: false },
        },
        null,
        nowMs,
      )
      contents.push({ artwork, rarity })
    }
    // In no series: for operators who make one.
    if (sample === sketches) continue
    const terms = {
      ...{ code, name, description, price: readAmount(price, BOX_CURRENCY), perCustomer: 5 },
      ...{ opensAtMs: nowMs, endsAtMs: nowMs + 30 * DAY_MS },
    }
    await insertSeries(tx, privateData.sealer, terms, contents, { proposal: null }, nowMs)
  }
}

/** Keeps a picture in the public store. Returns: what it is called there. */
async function keepPicture(tx: Tx, files: MediaFiles, png: Buffer, nowMs: number): Promise<string> {
  const id = createHash('sha256').update(png).digest('hex')
  const folder = await mkdtemp(join(tmpdir(), 'plumb-picture-'))
  try {
    const path = join(folder, 'picture')
    await writeFile(path, png, { mode: 0o600 })
    const media = { id, kind: 'picture', type: 'image/png', ...pictureSize, bytes: png.length } as const
    await insertMedia(tx, { ...media, operator: 1n }, nowMs)
    await files.keep(path, id)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return id
}
