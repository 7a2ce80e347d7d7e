import { expect, test } from 'vitest'
import { readRungs, rungLines } from './rungs.ts'

test('a template is read as days, distance and yield in percent', () => {
  expect(rungLines('7:400:84 1:50:5')).toEqual(['7 d, 4%, 0.84%', '1 d, 0.5%, 0.05%'])
  expect(rungLines('none')).toEqual([])
})

test('what is written for a template is what is sent for it', () => {
  expect(readRungs('7 d, 4%, 0.84%\n1 d, 0.5%, 0.05%')).toBe('7:400:84 1:50:5')
  expect(readRungs('  7, 4, 0.84  ')).toBe('7:400:84')
  expect(readRungs('')).toBe('none')
})

test('a line that is not three numbers, or stands there twice, is not read', () => {
  for (const typed of ['7 d, 4%', '7 d, 4%, 0.845%', 'seven, 4, 1', '7, 4, 1\n7, 4, 2', '7 d, 4%, 0.84% 1 d'])
    expect(readRungs(typed), typed).toBeUndefined()
})
