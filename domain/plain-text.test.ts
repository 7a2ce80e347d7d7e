import { expect, test } from 'vitest'
import { isPlainText } from './plain-text.ts'

test.each(['Ana López', '株式会社 (東京)', "O'Neil & Sons, #4: 5/6?", '👩\u200d🔬', 'می\u200cخواهم', ''])(
  '%j is plain',
  (text) => expect(isPlainText(text)).toBe(true),
)

test.each([...'<>{}[]|\\^~$%*=;"`', '\n', '\u0000', '\ud800'])('a text with %j is not', (sign) =>
  expect(isPlainText(`Ana ${sign}`)).toBe(false),
)

test.each([
  ['turns the direction of reading', '\u202e'],
  ['isolates a direction', '\u2066'],
  ['has no width', '\u200b'],
  ['marks the order of bytes', '\ufeff'],
  ['is a soft hyphen', '\u00ad'],
  ['ends a line', '\u2028'],
  ['tags what no one sees', '\u{e0041}'],
  ['means what its user decides', '\ue000'],
])('a text with a character that %s is not', (_, sign) => expect(isPlainText(`Ana${sign}Bo`)).toBe(false))
