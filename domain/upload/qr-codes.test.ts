import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { qrCodesIn } from './qr-codes.ts'
import { type Pixels, qrScale } from './qr-scale.ts'

const ADDRESS = 'bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'
const OTHER = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

type Turn = (x: number, y: number, side: number) => readonly [number, number]

const asMade: Turn = (x, y) => [x, y]

/** A white picture with codes drawn at these places, each module of some points; `turn` says where a module comes from. */
function picture(
  width: number,
  height: number,
  codes: readonly { text: string; left: number; top: number; points?: number; turn?: Turn }[],
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const { text, left, top, points = 6, turn = asMade } of codes) {
    const { data: modules } = encode(text, { ecc: 'M', border: 4 })
    const side = modules.length
    for (let y = 0; y < side * points; y++)
      for (let x = 0; x < side * points; x++) {
        const [column, row] = turn(Math.floor(x / points), Math.floor(y / points), side)
        if (modules[row]![column])
          data.fill(0, ((top + y) * width + left + x) * 4, ((top + y) * width + left + x) * 4 + 3)
      }
  }
  return { data, width, height }
}

describe('the QR codes of a picture', () => {
  test.each<[string, Turn]>([
    ['as it was made', asMade],
    ['turned to its side', (x, y, side) => [y, side - 1 - x]],
    ['on its head', (x, y, side) => [side - 1 - x, side - 1 - y]],
  ])('are one, %s', async (_, turn) => {
    expect(await qrCodesIn(picture(500, 400, [{ text: ADDRESS, left: 120, top: 60, turn }]))).toEqual([
      ADDRESS,
    ])
  })

  test('are one where the same code stands there twice', async () => {
    const twice = [
      { text: OTHER, left: 0, top: 0 },
      { text: OTHER, left: 300, top: 0 },
    ]
    expect(await qrCodesIn(picture(600, 300, twice))).toEqual([OTHER])
  })

  test.each([
    ['beside each other', 600, 320, 300, 0],
    ['one below the other', 320, 600, 0, 300],
    ['in two corners', 700, 700, 400, 400],
  ])('are two, %s', async (_, width, height, left, top) => {
    const both = [
      { text: ADDRESS, left: 0, top: 0 },
      { text: OTHER, left, top },
    ]
    expect((await qrCodesIn(picture(width, height, both))).toSorted()).toEqual([OTHER, ADDRESS])
  })

  test('are none in what has none, and where the code is cut off', async () => {
    expect(await qrCodesIn(picture(400, 400, []))).toEqual([])
    const { data } = picture(300, 300, [{ text: ADDRESS, left: 0, top: 0 }])
    expect(await qrCodesIn({ data: data.subarray(0, 300 * 120 * 4), width: 300, height: 120 })).toEqual([])
    expect(await qrCodesIn({ data: new Uint8Array(4), width: 1, height: 1 })).toEqual([])
  })
})

test('a picture is looked through at a size that is read well', () => {
  expect(qrScale(4_000, 3_000)).toBe(0.4)
  expect(qrScale(1_200, 900)).toBe(1)
  expect(qrScale(41, 41)).toBe(10)
  expect(qrScale(0, 0)).toBe(400)
})
