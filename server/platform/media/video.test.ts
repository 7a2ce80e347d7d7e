import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mp4, webm } from '#server/testing/videos.ts'
import { videoType } from './video.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumb-video-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function typeOf(bytes: Buffer) {
  const path = join(folder, 'video')
  writeFileSync(path, bytes)
  return videoType(path)
}

test('a video is known by its container', async () => {
  expect(await typeOf(mp4())).toBe('video/mp4')
  expect(await typeOf(webm())).toBe('video/webm')
})

test('what is cut off, has something before, between or behind its parts, or is another kind is no video', async () => {
  const page = Buffer.from('<script>alert(1)</script>')
  const others: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    page,
    'page before': Buffer.concat([page, mp4()]),
    'page behind': Buffer.concat([mp4(), page]),
    'page behind a webm': Buffer.concat([webm(), page]),
    'cut off': mp4().subarray(0, -1),
    'a webm cut off': webm().subarray(0, -1),
    'without its description': mp4({ hasMovie: false }),
    'an audio file': mp4({ brand: 'M4A ' }),
    'matroska of another kind': webm('matroska'),
  }
  for (const [name, bytes] of Object.entries(others))
    expect([name, await typeOf(bytes)]).toEqual([name, undefined])
})
