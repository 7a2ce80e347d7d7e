import { expect, test } from 'vitest'
import { isPlainText } from './plain-text.ts'

test.each(['Ana López', '株式会社 (東京)', "O'Neil & Sons, #4: 5/6?", ''])('%j is plain', (text) =>
  expect(isPlainText(text)).toBe(true),
)

test.each([...'<>{}[]|\\^~$%*=;"`', '\n', '\u0000', '\ud800'])('a text with %j is not', (sign) =>
  expect(isPlainText(`Ana ${sign}`)).toBe(false),
)
