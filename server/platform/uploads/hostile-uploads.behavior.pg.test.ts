// long-running
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addTestCustomer } from '#server/testing/customers.ts'
import { sendFile } from '#server/testing/http.ts'
import { howMany } from '#server/testing/length.ts'
import { boxedJpeg2000, newJpeg2000 } from '#server/testing/pictures.ts'
import { LONG } from '#server/testing/timeouts.ts'

/** T68 and G21 of the threat model: whatever is uploaded, nothing of it is ever served. */
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Stands in everything that is sent; nothing that is served may have it. */
const MARK = 'hidden-in-upload'
const script = Buffer.from(`<script>/*${MARK}*/</script><?php system($_GET[0]); ?>`)
const archive = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.from(MARK)])
const REFUSED = ['UPLOAD_NOT_AN_IMAGE', 'UPLOAD_UNREADABLE', 'UPLOAD_TOO_MANY_PIXELS', 'UPLOAD_AUDIO']
const EACH = 40
/** Every fifth of them, but at full length. */
const STEP = howMany(1, 5)

let seed = 20_260_102
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed % below
}

async function formats(): Promise<Buffer[]> {
  const picture = () =>
    sharp({ create: { width: 48, height: 40, channels: 3, background: '#3AB08C' } }).withExif({
      IFD0: { Copyright: MARK, Make: MARK },
      IFD3: { GPSLatitude: '40/1 25/1 0/1' },
    })
  const stream = await newJpeg2000(48, 40)
  return [
    await picture().png().toBuffer(),
    await picture().jpeg().toBuffer(),
    await picture().jpeg({ progressive: true }).toBuffer(),
    stream,
    boxedJpeg2000(stream, 48, 40, Buffer.from(`0123456789abcdef${MARK}`)),
  ]
}

function turned(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  for (let turn = 0; turn <= random(8); turn++) changed[4 + random(changed.length - 4)] = random(256)
  return changed
}

/** A PNG whose header promises a size, with no more than a few bytes of pixels. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc(1_000))],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...parts.map(([name, data]) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(data.length)
      return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
    }),
  ])
}

/** A JPEG 2000 whose header promises another size. */
function jpeg2000OfSize(stream: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(stream)
  for (const at of [8, 24]) {
    changed.writeUInt32BE(width, at)
    changed.writeUInt32BE(height, at + 4)
  }
  return changed
}

/** Bare, or in a file as cameras write it. */
const isJpeg2000 = (bytes: Buffer): boolean =>
  bytes.readUInt32BE(0) === 0xff4f_ff51 || bytes.toString('latin1', 4, 8) === 'jP  '

async function corpus(): Promise<Buffer[]> {
  const images = await formats()
  const stream = images[3]!
  const sizes = [
    [50_000, 50_000],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [1, 40_000_001],
    [0, 10],
    [9_000, 9_000],
  ] as const
  const others = [
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '%PDF-1.7\n',
    'GIF89a',
    'OggS',
  ]
  return [
    ...images.flatMap((image) => Array.from({ length: 40 }, () => turned(image))),
    ...images.flatMap((image) =>
      Array.from({ length: 10 }, (_, part) => image.subarray(0, Math.floor((image.length * part) / 10))),
    ),
    ...images.flatMap((image) => [script, archive].map((tail) => Buffer.concat([image, tail]))),
    ...images.flatMap((image) => [script, archive].map((head) => Buffer.concat([head, image]))),
    ...images.map((image) => Buffer.concat([image.subarray(0, 12), script])),
    ...images
      .flatMap((image) => images.map((other) => Buffer.concat([image.subarray(0, 64), other])))
      .slice(0, 12),
    ...sizes.flatMap(([width, height]) => [pngOfSize(width, height), jpeg2000OfSize(stream, width, height)]),
    ...others.map((head) => Buffer.concat([Buffer.from(head), script])),
  ]
}

test('T68: of hostile uploads no byte is served as it was sent, and no metadata is kept', LONG, async () => {
  const all = await corpus()
  expect(all.length).toBeGreaterThanOrEqual(300)
  const hostile = all.filter((_, place) => place % STEP === 0)
  let [taken, takenJpeg2000] = [0, 0]
  let token = ''
  for (const [place, sent] of hostile.entries()) {
    if (place % EACH === 0) token = (await addTestCustomer(app.db, app.clock)).token
    const fileName = place % 3 === 0 ? '../../etc/passwd.php.png' : 'photo.jpg'
    const answer = (await sendFile(app.app, '/upload', sent, { token, fileName })).json()
    if (answer.code === 0) {
      expect([...REFUSED, 'UPLOAD_MISSING'], `upload ${place}`).toContain(answer.error)
      continue
    }
    taken++
    if (sent.length > 8 && isJpeg2000(sent)) takenJpeg2000++
    const query = new URLSearchParams({ id: answer.data })
    const url = `/api/upload/view?${query}`
    const served = await app.app.inject({ method: 'GET', url, headers: { authorization: token } })
    expect(served.headers['x-content-type-options']).toBe('nosniff')
    const bytes = served.rawPayload
    expect(bytes.equals(sent), `upload ${place}`).toBe(false)
    expect(bytes.includes(MARK), `upload ${place}`).toBe(false)
    const { format, exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata()
    expect([exif, icc, xmp, iptc, comments]).toEqual(Array(5).fill(undefined))
    expect(['jpeg', 'png']).toContain(format)
  }
  // Otherwise nothing was seen of what is served.
  expect(taken).toBeGreaterThan(30 / STEP)
  expect(takenJpeg2000).toBeGreaterThan(10 / STEP)
  const good = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  token = (await addTestCustomer(app.db, app.clock)).token
  expect((await sendFile(app.app, '/upload', good, { token })).json().code).toBe(1)
})
