import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namingTests, threatErrors, threatsDocument } from './document.ts'
import { allNamingTests } from './files.ts'
import { threats } from './rows.ts'

const tests = allNamingTests('.')

test('every row that applies is named by a test, and every test names rows that exist', () => {
  expect(threatErrors(tests)).toEqual([])
})

test('the document is what rows and tests make of it', () => {
  expect(readFileSync('docs/threats.md', 'utf8')).toBe(threatsDocument(tests))
})

test('a row is told by the beginning of a title, alone or with others', () => {
  const source = `test('T07: once', x)\ndescribe("T20, T53: somebody else’s", y)\ntest('a T07: no', z)`
  expect(namingTests('a.test.ts', source)).toEqual([
    { rows: ['T07'], title: 'once', file: 'a.test.ts' },
    { rows: ['T20', 'T53'], title: 'somebody else’s', file: 'a.test.ts' },
  ])
})

test('what a row does not do of the design stands below its control', () => {
  const at = threatsDocument(tests).split('\n## T79\n')[1]!.split('\n## ')[0]!
  const { control, notDone } = threats.find(({ id }) => id === 'T79')!
  expect(at).toContain(`**Control.** ${control}.\n\n**Not done.** ${notDone}.\n`)
  expect(new Set(threats.map(({ id }) => id)).size).toBe(threats.length)
})

test('a row without a test, a tested one that waits, and one that nobody knows are told', () => {
  const [some] = threats.filter(({ after }) => !after)
  const waiting = { id: 'T98', attack: 'x', control: 'x', after: 'x' }
  const without = tests.filter(({ rows }) => !rows.includes(some!.id))
  expect(threatErrors(without)).toEqual([`${some!.id}: no test names it`])
  const more = [waiting.id, 'T99'].map((id) => ({ rows: [id], title: 'x', file: 'x' }))
  expect(threatErrors(tests, [...threats, waiting])).toEqual([])
  expect(threatErrors([...tests, ...more], [...threats, waiting])).toEqual([
    `${waiting.id}: is tested, needs no "after"`,
    'T99: is no row',
  ])
})
