import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'test-results')

/** Keeps a picture of each page whenever a test of this file fails, named after the test. */
export function keepScreenshots(pages: () => readonly (Page | undefined)[]): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    mkdirSync(FOLDER, { recursive: true })
    const name = task.name.replaceAll(/\W+/g, '-').slice(0, 80)
    for (const [place, page] of pages().entries()) {
      await page?.screenshot({ path: join(FOLDER, `${name}-${place + 1}.png`) }).catch(() => undefined)
    }
  })
}
