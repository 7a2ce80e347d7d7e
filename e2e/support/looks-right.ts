import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { howMany } from '#server/testing/length.ts'
import { seriousFindings } from './axe.ts'

/** The windows that every page is looked at in. */
export const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const
/** In which axe looks, which takes most of the time: a phone and a desktop have other parts, the others the same elsewhere. */
const WIDTHS_OF_AXE: readonly number[] = [390, 1440, 320, 768].slice(0, howMany(SIZES.length, 2))

/** What axe finds in a window of this size; nothing is looked for in those left to tests of full length. */
export const findingsAt = async (page: Page, { width }: (typeof SIZES)[number]): Promise<string[]> =>
  WIDTHS_OF_AXE.includes(width) ? seriousFindings(page) : []

/** Nothing serious, and nothing beyond the edge in four sizes; with `SHOTS`, a picture of each in that folder. */
export async function looksRight(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await findingsAt(page, size), `${name} at ${size.width}`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${name} at ${size.width}`).toBeLessThanOrEqual(size.width)
    if (process.env.SHOTS)
      await page.screenshot({ path: join(process.env.SHOTS, `${name}-${size.width}.png`), fullPage: true })
  }
  await page.setViewportSize(before)
}
