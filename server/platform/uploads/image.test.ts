// long-running
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#domain/errors.ts'
import { howMany } from '#server/testing/length.ts'
import { TIMEOUT } from '#server/testing/timeouts.ts'
import { createImageCleaner, imageKind } from './image.ts'

const cleanOf = createImageCleaner()
const clean = (bytes: Buffer) => cleanOf(1n, bytes)
const refusalOf = (bytes: Buffer) =>
  clean(bytes).then(
    () => 'taken',
    (error) => (error instanceof Refusal ? error.code : String(error)),
  )

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#3AB08C' } })
const png = await picture().png().toBuffer()
const jpeg = await picture().jpeg().toBuffer()
const gif = await picture().gif().toBuffer()
const webp = await picture().webp().toBuffer()
const tiff = await picture().tiff().toBuffer()
const avif = await picture().avif().toBuffer()
const script = Buffer.from('<script>alert(1)</script><?php system($_GET[0]); ?>')
const zip = Buffer.from('504b0304140000000800', 'hex')

/** A PNG whose header promises a size, with no more than a few bytes of pixels. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** An image with a text chunk or comment that holds something else. */
const pngWith = (hidden: Buffer) =>
  Buffer.concat([
    png.subarray(0, 33),
    chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), hidden])),
    png.subarray(33),
  ])
function jpegWith(hidden: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(hidden.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, hidden, jpeg.subarray(2)])
}

describe('an image from outside', () => {
  test.each([
    ['PNG', png, 'png'],
    ['JPEG', jpeg, 'jpeg'],
  ] as const)('a %s comes out as a new one of its kind and size', async (_, sent, kind) => {
    const image = await clean(sent)
    expect(imageKind(image.bytes)).toBe(kind)
    expect([image.width, image.height]).toEqual([40, 30])
    expect((await sharp(image.bytes).metadata()).width).toBe(40)
  })

  test('place, camera, colour profile and comments are gone, and it stands upright', async () => {
    const sent = await picture(60, 20)
      .withMetadata({
        orientation: 6,
        exif: { IFD0: { Make: 'Spycam', Copyright: 'Ana' }, IFD3: { GPSLatitude: '40/1 25/1 0/1' } },
      })
      .jpeg()
      .toBuffer()
    expect((await sharp(sent).metadata()).exif).toBeDefined()
    const image = await clean(sent)
    const { exif, icc, xmp, iptc, orientation } = await sharp(image.bytes).metadata()
    expect([exif, icc, xmp, iptc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(image.bytes.includes('Spycam')).toBe(false)
    expect([image.width, image.height]).toEqual([20, 60])
  })

  test.each([
    ['a script behind a PNG', Buffer.concat([png, script])],
    ['an archive behind a PNG', Buffer.concat([png, zip])],
    ['a script behind a JPEG', Buffer.concat([jpeg, script])],
    ['a script in a PNG text chunk', pngWith(script)],
    ['a script in a JPEG comment', jpegWith(script)],
    ['an archive in a JPEG comment', jpegWith(zip)],
  ])('%s is left behind', async (_, sent) => {
    const { bytes } = await clean(sent)
    expect(bytes.includes('script')).toBe(false)
    expect(bytes.includes('<?php')).toBe(false)
    expect(bytes.includes(zip)).toBe(false)
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['text', Buffer.from('GIF89a, or so it says')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['SVG with a declaration', Buffer.from('<?xml version="1.0"?><!DOCTYPE svg><svg/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PHP', script],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['ZIP', zip],
    ['GIF', gif],
    ['WebP', webp],
    ['TIFF', tiff],
    ['AVIF', avif],
    ['a BMP header', Buffer.from('424d46000000000000003600000028000000', 'hex')],
    ['an image after a space', Buffer.concat([Buffer.from(' '), png])],
    ['an image after a script', Buffer.concat([script, jpeg])],
  ])('%s is no JPG or PNG, whatever its name says', async (_, sent) => {
    expect(await refusalOf(sent)).toBe('UPLOAD_NOT_AN_IMAGE')
  })

  test.each([
    ['Ogg', Buffer.from('OggS\0\u0002')],
    ['MP3 with a tag', Buffer.from('ID3\u0003\0')],
    ['MP3', Buffer.from('fffb9064', 'hex')],
    ['AAC', Buffer.from('fff15080', 'hex')],
    ['WAV', Buffer.from('524946462408000057415645666d7420', 'hex')],
    ['M4A', Buffer.from('0000002066747970' + '4d344120', 'hex')],
  ])('%s is named as the audio file it is', async (_, sent) => {
    expect(await refusalOf(sent)).toBe('UPLOAD_AUDIO')
  })

  test.each([
    ['50,000 by 50,000', pngOfSize(50_000, 50_000)],
    ['8,000 by 8,000', pngOfSize(8_000, 8_000)],
    ['40,000,001 by 1', pngOfSize(40_000_001, 1)],
  ])('a PNG that promises %s pixels is refused before it is decoded', async (_, sent) => {
    expect(['UPLOAD_TOO_MANY_PIXELS', 'UPLOAD_UNREADABLE']).toContain(await refusalOf(sent))
  })

  test('a real image of more than 40 megapixels is refused with the limit', async () => {
    const sent = await picture(8_000, 5_001).png().toBuffer()
    await expect(clean(sent)).rejects.toMatchObject({
      code: 'UPLOAD_TOO_MANY_PIXELS',
      params: { maximum: 40 },
    })
  })

  test.each([
    ['a PNG of its first bytes', png.subarray(0, 8)],
    ['a PNG without its pixels', png.subarray(0, 40)],
    ['a JPEG of its first bytes', jpeg.subarray(0, 4)],
    ['a JPEG cut in half', jpeg.subarray(0, jpeg.length / 2)],
    ['a PNG that is a script', Buffer.concat([png.subarray(0, 8), script])],
    ['a JPEG that is a script', Buffer.concat([jpeg.subarray(0, 3), script])],
    ['a PNG header on a JPEG', Buffer.concat([png.subarray(0, 8), jpeg])],
    ['a PNG with no size', pngOfSize(0, 0)],
  ])('%s is refused as damaged', async (_, sent) => {
    expect(await refusalOf(sent)).toBe('UPLOAD_UNREADABLE')
  })

  test('bytes turned at random never do more than be taken as pixels or refused', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < howMany(16, 6); round++) {
      const sent = Buffer.from(round % 2 ? png : jpeg)
      for (let turn = 0; turn < 6; turn++) sent[8 + random(sent.length - 8)] = random(256)
      expect(['taken', 'UPLOAD_UNREADABLE', 'UPLOAD_TOO_MANY_PIXELS']).toContain(await refusalOf(sent))
    }
  })

  test('one that takes too much computing is refused', async () => {
    const thrifty = createImageCleaner({ computingMs: 1 })
    await expect(thrifty(1n, png)).rejects.toMatchObject({ code: 'UPLOAD_UNREADABLE' })
  })

  test('one that a busy machine does not get to is not called unreadable, and the next is read', async () => {
    const hurried = createImageCleaner({ timeoutMs: 1 })
    await expect(hurried(1n, png)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await refusalOf(png)).toBe('taken')
  })

  test('of many of one sender only three wait, and another’s is next', async () => {
    const sent = await picture(2_000, 2_000).jpeg().toBuffer()
    const order: string[] = []
    const send = (sender: bigint) =>
      cleanOf(sender, sent).then(
        () => order.push(`read ${sender}`),
        (error) => order.push(`${error.code} ${sender}`),
      )
    await Promise.all([...Array.from({ length: 19 }, () => send(1n)), send(2n)])
    const refused = Array(16).fill('TOO_MANY_REQUESTS 1')
    expect(order).toEqual([...refused, 'read 1', 'read 2', 'read 1', 'read 1'])
  })

  test('a progressive one is read, and one whose scans repeat without end is not begun', async () => {
    const sent = await picture(200, 200).jpeg({ progressive: true }).toBuffer()
    expect(await refusalOf(sent)).toBe('taken')
    const lastScan = sent.subarray(sent.lastIndexOf(Buffer.from([0xff, 0xda])), sent.length - 2)
    const end = Buffer.from([0xff, 0xd9])
    const repeated = Buffer.concat([sent.subarray(0, -2), ...Array(60).fill(lastScan), end])
    // No process is started for it: that would not be back within a millisecond.
    const hurried = createImageCleaner({ timeoutMs: 1 })
    await expect(hurried(1n, repeated)).rejects.toMatchObject({ code: 'UPLOAD_UNREADABLE' })
  })

  test('a large one is made smaller', async () => {
    const { width, height } = await clean(await picture(6_000, 3_000).jpeg().toBuffer())
    expect([width, height]).toEqual([4_096, 2_048])
  })
})

/** A program of its own that has an image read, and then waits for ever. */
const SERVER = `
  import { createImageCleaner } from '#server/platform/uploads/image.ts'
  const parts = []
  for await (const part of process.stdin) parts.push(part)
  createImageCleaner({ timeoutMs: 600_000 })(1n, Buffer.concat(parts)).catch(() => {})
  setInterval(() => {}, 1_000)
`
/** The processes that a process has started, by Linux. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
    .map(Number)
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.runIf(process.platform === 'linux')('the reader of a server that is killed ends with it', async () => {
  const server = spawn(process.execPath, ['--input-type=module', '--eval', SERVER], {
    cwd: process.cwd(),
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  server.stdin.end(await picture(6_000, 6_000).png().toBuffer())
  let reader: number | undefined
  await expect.poll(() => (reader ??= childrenOf(server.pid!)[0]), TIMEOUT).toEqual(expect.any(Number))
  server.kill('SIGKILL')
  await once(server, 'exit')
  await expect.poll(() => isRunning(reader!), TIMEOUT).toBe(false)
})
