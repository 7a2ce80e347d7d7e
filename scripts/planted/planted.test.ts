import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bugs } from './bugs.ts'
import { withBug } from './copy.ts'

test.each(bugs.map((bug) => [bug.name, bug] as const))('%s can still be planted', (_, bug) => {
  const text = readFileSync(bug.file, 'utf8')
  expect(withBug(bug, text)).not.toBe(text)
  expect(bug.tests.length).toBeGreaterThan(0)
  for (const file of bug.tests) expect(existsSync(file), file).toBe(true)
})

test('each bug has its own name, and there are enough of them', () => {
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
  expect(bugs.length).toBeGreaterThanOrEqual(360)
})

test('every product has one, but for those that only list what others keep', () => {
  const products = readdirSync('server/products', { withFileTypes: true }).filter((one) => one.isDirectory())
  const isOf = (name: string) => (file: string) =>
    [`server/products/${name}/`, `domain/${name}/`].some((folder) => file.startsWith(folder))
  const without = products.filter(
    ({ name }) => !bugs.some(({ file, tests }) => [file, ...tests].some(isOf(name))),
  )
  expect(without.map(({ name }) => name)).toEqual(['financial', 'history'])
})

test('a text that is not there, or there twice, is refused', () => {
  const bug = { name: 'nothing', file: 'a.ts', find: 'x = 1', replace: 'x = 2', tests: [] }
  expect(withBug(bug, 'let x = 1')).toBe('let x = 2')
  expect(() => withBug(bug, 'let y = 1')).toThrow('nothing: its text is in a.ts 0 times, not once: x = 1')
  expect(() => withBug(bug, 'let x = 1, x = 1')).toThrow('2 times')
})
