import { describe, expect, test } from 'vitest'
import { csvCell } from './rules.ts'

describe('T67: a cell of a CSV file', () => {
  test.each([
    ['12.50', '12.50'],
    ['-0.00000001', '-0.00000001'],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-1+2', "'-1+2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['spot-hold', 'spot-hold'],
  ])('%j is written %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})
