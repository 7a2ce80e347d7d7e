import { expect, test } from 'vitest'
import { otherName } from './names.ts'

test.each([
  [{ firstName: 'Ana María', lastName: 'Ferrer' }, ['Ana María Ferrer'], undefined],
  [{ firstName: 'Ana', lastName: 'Ferrer' }, ['FERRER, Ána'], undefined],
  [{ firstName: '小明', lastName: '王' }, ['王小明'], undefined],
  [{ name: 'Ana Ferrer' }, [], undefined],
  [{ firstName: 'Ana', lastName: 'Ferrer' }, ['Ana María Ferrer'], 'Ana María Ferrer'],
  [{ firstName: 'Ana', lastName: 'Ferrer' }, ['Ana Ferrer', 'Mallory Ruiz'], 'Mallory Ruiz'],
  [{ firstName: '小明', lastName: '王' }, ['李小明'], '李小明'],
])('of %o with %o verified another name is %s', (details, names, other) => {
  expect(otherName(details, names)).toBe(other)
})
