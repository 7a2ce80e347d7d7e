import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'test-results')

/** Keeps a picture of the page whenever a test of this file fails, named after the test. */
export function keepPictures(page: () => Page | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    mkdirSync(FOLDER, { recursive: true })
    const name = task.name.replaceAll(/\W+/g, '-').slice(0, 80)
    await page()
      ?.screenshot({ path: join(FOLDER, `${name}.png`) })
      .catch(() => undefined)
  })
}
