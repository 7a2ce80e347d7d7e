import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { indicatorChoices, panesOf } from './indicators.ts'

const names = indicatorChoices.map(({ name }) => name)

test('at least twenty indicators are offered, each once, and the chart’s library has every one', () => {
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(20)
  // Read as a text: the library runs in a browser alone.
  const folder = dirname(createRequire(import.meta.url).resolve('klinecharts'))
  const library = readFileSync(join(folder, 'index.esm.js'), 'utf8')
  expect(names.filter((name) => !library.includes(`name: '${name}'`))).toEqual([])
})

test('an indicator over the candles takes no pane of its own', () => {
  expect(panesOf(['MA', 'BOLL'])).toBe(0)
  expect(panesOf(['MA', 'VOL', 'RSI'])).toBe(2)
})
