import { expect, test } from 'vitest'
import type { Column } from './table.tsx'
import { compareValues, csvOfRows, found, inOrder } from './whole-list.ts'

interface Row {
  readonly name: string
  readonly amount: string
}

const columns: Column<Row>[] = [
  { title: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  { title: 'Amount, USDT', cell: ({ amount }) => amount, value: ({ amount }) => amount },
  { title: 'Button', cell: () => null },
]
const rows: Row[] = [
  { name: 'b', amount: '10.5' },
  { name: '=HYPERLINK("x")', amount: '-2' },
  { name: 'a', amount: '9007199254740993.0000001' },
  { name: 'c', amount: '9007199254740993' },
]
const names = (order: string) => inOrder(rows, columns, order).map(({ name }) => name)

test('amounts are ordered by what they are, to the last decimal', () => {
  expect(names('1 asc')).toEqual(['=HYPERLINK("x")', 'b', 'c', 'a'])
  expect(names('1 desc')).toEqual(['a', 'c', 'b', '=HYPERLINK("x")'])
  expect(names('0 asc').slice(1)).toEqual(['a', 'b', 'c'])
})

test('rows stay as they come where no column with values is asked for', () => {
  for (const order of ['', '2 asc', '9 desc', 'x']) expect(inOrder(rows, columns, order)).toEqual(rows)
})

test('what is no number comes after the numbers', () => {
  expect(['none', '2', '10'].toSorted(compareValues)).toEqual(['2', '10', 'none'])
})

test('rows are found by a part of any of their values, in either case; all by nothing', () => {
  const namesOf = (sought: string) => found(rows, columns, sought).map(({ name }) => name)
  expect(namesOf('hyper')).toEqual(['=HYPERLINK("x")'])
  expect(namesOf(' 10.5 ')).toEqual(['b'])
  expect(namesOf('')).toHaveLength(rows.length)
  expect(namesOf('nobody')).toEqual([])
})

test('a file has the columns with values, and nothing that a spreadsheet would run', () => {
  const [head, , formula] = csvOfRows(rows, columns).split('\r\n')
  expect(head).toBe('Name,"Amount, USDT"')
  expect(formula).toBe('"\'=HYPERLINK(""x"")",-2')
})
