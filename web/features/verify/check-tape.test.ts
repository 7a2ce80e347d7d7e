import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import type { Endpoint } from '#domain/endpoint.ts'
import { tapeCheckpoint } from '#domain/proof/contract.ts'
import { checkpointNote, logText } from '#domain/proof/log.ts'
import {
  append,
  consistencyRanges,
  emptyEdge,
  hashOfRange,
  leafHash,
  nodeHash,
  rootOf,
  type Subtree,
} from '#domain/proof/merkle.ts'
import { GENESIS } from '#domain/proof/tape.ts'
import { ApiError } from '#web/app/api-error.ts'
import type { HttpClient } from '#web/app/http-client.ts'
import { checkTape } from './check-tape.ts'
import type { KeptTape } from './kept.ts'

const NOW_MS = 1_670_889_600_000
const nothing: KeptTape = { publicKey: undefined, note: undefined, alarm: undefined }

/** A server with a log of these leaves, signed with this key. */
function serverOf(leaves: readonly string[], seed = 7): Pick<HttpClient, 'request'> & { note: string } {
  const secretKey = new Uint8Array(32).fill(seed)
  const publicKey = bytesToHex(ed25519.getPublicKey(secretKey))
  const hashes = leaves.map((leaf) => leafHash(utf8ToBytes(leaf)))
  const edge = emptyEdge()
  for (const hash of hashes) append(edge, hash)
  const hashOf = ({ height, index }: Subtree): Uint8Array =>
    height === 0
      ? hashes[index]!
      : nodeHash(
          hashOf({ height: height - 1, index: 2 * index }),
          hashOf({ height: height - 1, index: 2 * index + 1 }),
        )
  const checkpoint = {
    ...{ start: { sequence: 0, head: GENESIS }, size: edge.size, root: bytesToHex(rootOf(edge)) },
    atMs: NOW_MS,
  }
  const signature = bytesToHex(ed25519.sign(utf8ToBytes(logText(publicKey, checkpoint)), secretKey))
  const note = checkpointNote(publicKey, checkpoint, signature)
  const request = async (endpoint: Endpoint, input: Record<string, string>) => {
    if (endpoint === tapeCheckpoint) return { publicKey, sequence: edge.size, note }
    const [from, to] = [Number(input.from), Number(input.to)]
    if (to > edge.size) throw new ApiError('NOT_FOUND', 'not found')
    return { proof: consistencyRanges(from, to).map((range) => bytesToHex(hashOfRange(range, hashOf))) }
  }
  return { request: request as HttpClient['request'], note }
}

const LEAVES = Array.from({ length: 20 }, (_, n) => `tick ${n}`)
const first = (count: number) => serverOf(LEAVES.slice(0, count))
const keptAt = (count: number) => checkTape(first(count), nothing, NOW_MS)

test('the first checkpoint that a browser sees is kept', async () => {
  expect(await keptAt(7)).toMatchObject({ note: first(7).note, alarm: undefined })
})

test('a newer one takes its place once it is proven to follow', async () => {
  expect(await checkTape(first(19), await keptAt(7), NOW_MS)).toMatchObject({
    ...{ note: first(19).note, alarm: undefined },
  })
})

test('T81: a log that was rolled back raises the alarm, and the checkpoint of before is kept as evidence', async () => {
  const kept = await keptAt(19)
  expect(await checkTape(first(7), kept, NOW_MS)).toEqual({
    ...kept,
    alarm: { fault: 'shorter', note: first(7).note, publicKey: kept.publicKey, seenAtMs: NOW_MS },
  })
})

test('so does one that was rolled back and has grown past it since', async () => {
  const other = serverOf([...LEAVES.slice(0, 5), ...LEAVES.slice(0, 12)])
  expect(await checkTape(other, await keptAt(7), NOW_MS)).toMatchObject({ alarm: { fault: 'forked' } })
})

test('so does one of the same size with another price', async () => {
  const other = serverOf(LEAVES.slice(0, 7).with(3, 'another'))
  expect(await checkTape(other, await keptAt(7), NOW_MS)).toMatchObject({ alarm: { fault: 'forked' } })
})

test('so does another key, and a checkpoint that was not signed', async () => {
  const kept = await keptAt(7)
  expect(await checkTape(serverOf(LEAVES, 8), kept, NOW_MS)).toMatchObject({ alarm: { fault: 'other-key' } })
  const { publicKey } = kept
  const note = first(19).note.replace('\n19\n', '\n18\n')
  const request = async () => ({ publicKey, sequence: 18, note })
  const forging = { request: request as unknown as HttpClient['request'] }
  expect(await checkTape(forging, kept, NOW_MS)).toMatchObject({ alarm: { fault: 'other-key' } })
})

test('an answer that was long under way is no fault: the server still proves the newer one', async () => {
  const kept = await keptAt(19)
  const stale = {
    request: (async (endpoint: Endpoint, input: never) =>
      (endpoint === tapeCheckpoint ? first(7) : first(20)).request(endpoint, input)) as HttpClient['request'],
  }
  expect(await checkTape(stale, kept, NOW_MS)).toBe(kept)
})

test('an alarm stays when the log fits again', async () => {
  const alarmed = await checkTape(first(7), await keptAt(19), NOW_MS)
  expect(await checkTape(first(20), alarmed, NOW_MS)).toBe(alarmed)
})

test('nothing is known while the server cannot be asked', async () => {
  const away = { request: async () => Promise.reject(new ApiError('NETWORK', 'away')) }
  await expect(checkTape(away, await keptAt(7), NOW_MS)).rejects.toThrow('away')
})
