import { expect, test } from 'vitest'
import { captureNode } from './environment.mjs'

test('a program that says how far it is by a clock alone is ended like one that says nothing', async () => {
  const says = `setInterval(() => console.log('PROGRESS browser tests: 0 of 84 files'), 500)`
  const { code, output } = await captureNode(['-e', says], { silenceMs: 2_000 })
  expect(code).not.toBe(0)
  expect(output).toContain('ended: it printed nothing for 2 s')
})
