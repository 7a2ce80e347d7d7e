import { expect, test } from 'vitest'
import { languages, locales } from '#domain/language.ts'
import { headingOf, underHeadings } from './alphabet.ts'
import { countriesIn } from './calling-codes.ts'

test.each([
  ['Österreich', 'en', 'O'],
  ['España', 'es', 'E'],
  ['Åland', 'it', 'A'],
  ['西班牙', 'zh-CN', 'X'],
  ['中国', 'zh-CN', 'Z'],
  ['阿根廷', 'zh-CN', 'A'],
  ['日本', 'zh-HK', '4劃'],
  ['西班牙', 'zh-HK', '6劃'],
  ['スペイン', 'ja', 'さ'],
  ['ガーナ', 'ja', 'か'],
  ['中国', 'ja', '漢'],
  ['스페인', 'ko', 'ㅅ'],
  ['대한민국', 'ko', 'ㄷ'],
])('%s in %s stands under %s', (name, locale, heading) => expect(headingOf(name, locale)).toBe(heading))

test.each(languages)('the countries in %s stand under headings that come once each', (language) => {
  const locale = locales[language]
  const groups = underHeadings(countriesIn(locale), locale)
  const headings = groups.map(({ heading }) => heading)
  expect(headings).toEqual([...new Set(headings)])
  expect(headings).not.toContain('#')
  expect(headings.length).toBeGreaterThan(8)
  expect(groups.flatMap(({ items }) => items)).toHaveLength(countriesIn(locale).length)
})
