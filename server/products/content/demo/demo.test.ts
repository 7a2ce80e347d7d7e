import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_CONTENT } from '#domain/content/fields.ts'
import { type Block, parseContent } from '#domain/content/markup.ts'
import { languages } from '#domain/language.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { loadDemo } from '../seed.ts'
import type { DemoContent } from './content.ts'

const demo = await loadDemo()
/** The app's pages; the server does not know the app otherwise. */
const pageList = readFileSync(join(import.meta.dirname, '../../../../web/app/page-list.ts'), 'utf8')

const textsOf = ({ faq, pages, settings, news }: DemoContent) =>
  [faq, pages, settings, news].flatMap((area) => Object.entries(area))

const linksIn = (blocks: readonly Block[]) =>
  blocks
    .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.spans))
    .flatMap(({ to }) => (to?.kind === 'page' ? to.route : []))

test.each(languages)('in %s every text is made as in English, and leads to the same pages', (language) => {
  const english = textsOf(demo.en)
  for (const [n, [name, [title, content]]] of textsOf(demo[language]).entries()) {
    const [own, original] = [parseContent(content), parseContent(english[n]![1][1])]
    expect([name, own.map(({ kind }) => kind)]).toEqual([name, original.map(({ kind }) => kind)])
    expect([name, linksIn(own).sort()]).toEqual([name, linksIn(original).sort()])
    expect([name, isPlainText(title), /[<>]/.test(content), content.length <= MAX_CONTENT]).toEqual([
      name,
      true,
      false,
      true,
    ])
    expect([name, linksIn(own).filter((route) => !pageList.includes(`'${route}':`))]).toEqual([name, []])
    // A mark that was not understood would be shown as it is.
    expect([name, /\*\*|\]\(/.test(JSON.stringify(own))]).toEqual([name, false])
  }
})

test.each(languages)('in %s no number of confirmations is named, which two operators change', (language) => {
  const { faq, settings } = demo[language]
  for (const [, content] of [faq.deposit, settings.deposit_notice]) expect(content).not.toMatch(/\d/)
})

test('there are twenty questions and more, three news, and every language has words of its own', () => {
  expect(Object.keys(demo.en.faq).length).toBeGreaterThanOrEqual(20)
  expect(Object.keys(demo.en.news).length).toBeGreaterThanOrEqual(3)
  for (const [n, [name, [title, content]]] of textsOf(demo.en).entries()) {
    const all = languages.map((language) => textsOf(demo[language])[n]![1])
    expect([name, new Set(all.map(([, text]) => text)).size]).toEqual([name, languages.length])
    expect([title, content].join('')).not.toBe('')
  }
})
