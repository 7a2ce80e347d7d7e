import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { golden } from '#domain/ieo/golden-for-tests.ts'
import { goldenLoans } from '#domain/loan/golden.ts'

/** What was computed apart stands in `docs/recipes` and beside the tests: it is the same. Term products: `web/products/earn`. */

test('the table of token sales is that of the tests, but for what shares nothing out', () => {
  const recipe = readFileSync('docs/recipes/ieo.md', 'utf8')
  const rows = recipe
    .slice(recipe.indexOf('| Supply '))
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.replace(/ {2,}/g, ' '))
  const number = (units: bigint) => units.toLocaleString('en')
  const list = (units: readonly bigint[]) => units.map(number).join(', ')
  expect(rows).toEqual(
    golden
      .filter(({ supply, asks }) => supply > 0n && asks.length > 0)
      .map(
        ({ supply, asks, allotted, left }) =>
          `| ${[number(supply), list(asks), list(allotted), left].join(' | ')} |`,
      ),
  )
})

test('the table of loans is that of the tests', () => {
  const recipe = readFileSync('docs/recipes/loan.md', 'utf8')
  const rows = recipe
    .slice(recipe.indexOf('| Loan '))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.replace(/ {2,}/g, ' '))
  const moment = (text: string) => text.replace('T', ' ').replace('Z', '')
  // Below the names of the columns and the line under them.
  expect(rows.slice(2)).toEqual(
    goldenLoans.flatMap(({ name, paidOut, days, amount, repayments }) =>
      repayments.map(([at, , ...figures], n) => {
        const loan = n === 0 ? [name, moment(paidOut), days, amount] : ['', '', '', '']
        return `| ${[...loan, moment(at), ...figures].join(' | ')} |`.replace(/ {2,}/g, ' ')
      }),
    ),
  )
})
