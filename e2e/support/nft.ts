import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { approveProposal } from '#domain/console/contract.ts'
import type { ArgumentsOf, Endpoint } from '#domain/endpoint.ts'
import {
  type ConsoleNftMedia,
  consoleNftArtists,
  consoleNftArtworks,
  proposeNftArtist,
  proposeNftArtwork,
  proposeNftOffer,
  uploadNftMedia,
} from '#domain/nft/console.ts'
import type { Phone } from './browser.ts'
import { askConsole } from './operators.ts'
import type { Plumb } from './plumb.ts'

/** Artworks for journeys: pictures that are drawn, and what two operators decide without their pages. */

export interface Operators {
  readonly plumb: Plumb
  readonly maker: Phone
  readonly checker: Phone
}

/** A picture of rings in one of many colors, as the bytes of a PNG. */
export async function drawn(page: Page, seed: number, width = 800, height = 800): Promise<Buffer> {
  const url = await page.evaluate(
    ({ seed, width, height }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const pen = canvas.getContext('2d')!
      const hue = (seed * 67) % 360
      pen.fillStyle = `hsl(${hue} 40% 14%)`
      pen.fillRect(0, 0, width, height)
      pen.lineWidth = 9
      for (let radius = 20; radius < width * 1.4; radius += 28) {
        pen.strokeStyle = `hsl(${hue + radius / 9} 55% 55%)`
        pen.beginPath()
        pen.arc(width * (0.3 + (seed % 5) / 10), height * 0.6, radius, 0, Math.PI * 2)
        pen.stroke()
      }
      pen.fillStyle = `hsl(${hue + 180} 45% 70%)`
      pen.beginPath()
      pen.arc(width / 2, height / 2, width / 5, 0, Math.PI * 2)
      pen.fill()
      return canvas.toDataURL('image/png')
    },
    { seed, width, height },
  )
  return Buffer.from(url.split(',')[1]!, 'base64')
}

/** Sends a picture or video as an operator. */
export async function uploaded(
  { plumb, maker }: Operators,
  bytes: Buffer,
  type = 'image/png',
): Promise<ConsoleNftMedia> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'file')
  const token = await maker.page.evaluate(
    () => JSON.parse(sessionStorage.getItem('plumb-console')!).state.token,
  )
  const answer = await fetch(`${plumb.consoleUrl}/api${uploadNftMedia.path}`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { data, error } = (await answer.json()) as { data: ConsoleNftMedia; error?: string }
  expect(error, 'an upload was refused').toBeUndefined()
  return data
}

/** What one operator proposes and the other approves. */
export async function decided<E extends Endpoint>(
  { plumb, maker, checker }: Operators,
  call: E,
  input: Omit<ArgumentsOf<E>, 'reason'>,
): Promise<void> {
  const proposed = await askConsole(plumb, maker, call, { ...input, reason: 'a test' } as ArgumentsOf<E>)
  expect(proposed.error, `${call.path} was refused`).toBeUndefined()
  const { id } = proposed.data as unknown as { id: string }
  const approved = await askConsole(plumb, checker, approveProposal, { id, reason: 'seen' })
  expect(approved.error, `the approval of ${call.path} was refused`).toBeUndefined()
}

/** A new artist; returns the id. */
export async function newArtist(
  operators: Operators,
  artist: Omit<ArgumentsOf<typeof proposeNftArtist>, 'reason'>,
): Promise<string> {
  await decided(operators, proposeNftArtist, artist)
  const { data } = await askConsole(operators.plumb, operators.checker, consoleNftArtists, {})
  return data.items.find(({ name }) => name === artist.name)!.id
}

/** A new artwork, offered where it says so; returns the id. */
export async function newArtwork(
  operators: Operators,
  artwork: Omit<ArgumentsOf<typeof proposeNftArtwork>, 'reason'>,
  offer?: Omit<ArgumentsOf<typeof proposeNftOffer>, 'reason' | 'id'>,
): Promise<string> {
  await decided(operators, proposeNftArtwork, artwork)
  const { data } = await askConsole(operators.plumb, operators.checker, consoleNftArtworks, {})
  const { id } = data.items.find(({ code }) => code === artwork.code || code === `${artwork.code}-1`)!
  if (offer) await decided(operators, proposeNftOffer, { ...offer, id })
  return id
}
