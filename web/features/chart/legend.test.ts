import { expect, test } from 'vitest'
import { changeOf, legendOf, separated } from './legend.ts'

const look = { up: 'up', down: 'down', flat: 'flat', quiet: 'quiet' }
const bar = { timestamp: 0, open: 17772.3, high: 17781.06, low: 17769.44, close: 17778.49 }

test('the legend says open, high, low, close and the change, in the color of the bar', () => {
  const legend = legendOf(bar, 2, look)
  expect(legend.map(({ title, value }) => Object.values({ title, value }).map(textOf).join(''))).toEqual([
    'O 17,772.30',
    'H 17,781.06',
    'L 17,769.44',
    'C 17,778.49',
    '+0.03%',
  ])
  expect(legend[0]!.value).toMatchObject({ color: 'up' })
  expect(legendOf({ ...bar, close: 17000 }, 2, look)[0]!.value).toMatchObject({ color: 'down' })
  expect(legendOf(bar, 2, look, true).map(({ value }) => textOf(value))).toEqual([
    ...['17,772.30', '17,781.06', '17,769.44', '17,778.49'],
  ])
  expect(legendOf(null, 2, look)).toEqual([])
})

const textOf = (part: string | { text: string }) => (typeof part === 'string' ? part : part.text)

test.each([
  [100, 98, '−2.00%'],
  [100, 100, '+0.00%'],
  [0, 5, '+0.00%'],
])('from %d to %d is %s', (open, close, text) => expect(changeOf({ open, close })).toBe(text))

test('figures have a true minus and separated thousands', () => {
  expect(separated(-1234.5, 2)).toBe('−1,234.50')
  expect(separated(999, 0)).toBe('999')
})
