import { expect, test } from 'vitest'
import type { FaqItem } from '#domain/content/published.ts'
import { searchFaq } from './faq-search.ts'

const item = (id: string, title: string, content: string): FaqItem => ({
  ...{ id, title, content, topic: 'money', language: 'en', wasHelpful: null },
})
const items = [
  item('1', 'How do I deposit?', 'Choose the **network**'),
  item('2', '¿Cuánto cuesta la comisión?', 'Nada'),
  item('3', 'Which network?', 'See [deposits](pages/fund/select)'),
  item('4', '如何充值？', '选择网络'),
]
const found = (typed: string) => searchFaq(items, typed).map(({ id }) => id)

test('every word that was typed stands in a question that is found, those of the title first', () => {
  expect(found('')).toEqual(['1', '2', '3', '4'])
  expect(found('  NETWORK ')).toEqual(['3', '1'])
  expect(found('deposit network')).toEqual(['1', '3'])
  expect(found('comision')).toEqual(['2'])
  expect(found('充值')).toEqual(['4'])
  expect(found('nowhere')).toEqual([])
})

test('where links lead is no word of the text', () => {
  expect(found('fund/select')).toEqual([])
})
