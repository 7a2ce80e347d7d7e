import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tx } from '#server/platform/db/database.ts'
import type { MediaFiles } from '#server/platform/media/media-files.ts'
import { insertArtist, insertCollection } from './artist-store.ts'
import { insertMedia } from './media-store.ts'
import { makeArtworks } from './works.ts'

/** A collection of a demonstration: its artworks have codes from its own, and pictures of their own. */
export interface SampleCollection {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly pictures: readonly SamplePicture[]
}

interface SamplePicture {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

/** Makes an artist of the platform's with collections of artworks that are not offered. Returns: the codes of each. */
export async function makeSamples(
  tx: Tx,
  files: MediaFiles,
  artist: { readonly name: string; readonly bio: string },
  collections: readonly SampleCollection[],
  nowMs: number,
): Promise<string[][]> {
  const { id: artistId } = await insertArtist(
    tx,
    { ...artist, portrait: undefined, customer: undefined },
    nowMs,
  )
  const all: string[][] = []
  for (const { code, name, description, pictures } of collections) {
    const collection = { artistId, name, description, cover: undefined }
    const { id: collectionId } = await insertCollection(tx, collection, nowMs)
    const codes: string[] = []
    for (const [n, picture] of pictures.entries()) {
      const draft = {
        ...{ code: `${code}-${String(n + 1).padStart(2, '0')}`, title: `${name} ${n + 1}`, description },
        ...{ artistId, collectionId, media: await keepPicture(tx, files, picture, nowMs), poster: undefined },
        ...{ royaltyBps: 0, editions: 1, isArtists: false },
      }
      await makeArtworks(tx, files, draft, null, nowMs)
      codes.push(draft.code)
    }
    all.push(codes)
  }
  return all
}

/** Keeps a picture in the public store. Returns: what it is called there. */
export async function keepPicture(
  tx: Tx,
  files: MediaFiles,
  { png, width, height }: SamplePicture,
  nowMs: number,
): Promise<string> {
  const id = createHash('sha256').update(png).digest('hex')
  const folder = await mkdtemp(join(tmpdir(), 'plumb-picture-'))
  try {
    const path = join(folder, 'picture')
    await writeFile(path, png, { mode: 0o600 })
    const media = { id, kind: 'picture', type: 'image/png', width, height, bytes: png.length } as const
    await insertMedia(tx, { ...media, operator: 1n }, nowMs)
    await files.keep(path, id)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return id
}
