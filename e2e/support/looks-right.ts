import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousFindings } from './axe.ts'

const SIZES = [
  { width: 320, height: 568 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** Nothing serious in four sizes, and nothing beyond the edge; with `SHOTS`, a picture of each in that folder. */
export async function looksRight(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await seriousFindings(page), `${name} at ${size.width}`).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${name} at ${size.width}`).toBeLessThanOrEqual(size.width)
    if (process.env.SHOTS)
      await page.screenshot({ path: join(process.env.SHOTS, `${name}-${size.width}.png`), fullPage: true })
  }
  await page.setViewportSize(before)
}
