import { wordsIn } from '#domain/content/markup.ts'
import type { FaqItem } from '#domain/content/published.ts'

/** As it is compared: without accents and without a difference of case or width. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** The questions in which every word that was typed stands, those first that have all of them in their title. */
export function searchFaq(items: readonly FaqItem[], typed: string): readonly FaqItem[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  const hasAll = (text: string) => words.every((word) => plain(text).includes(word))
  const inTitle = items.filter(({ title }) => hasAll(title))
  const inText = items.filter(
    (item) => !inTitle.includes(item) && hasAll(`${item.title} ${wordsIn(item.content)}`),
  )
  return [...inTitle, ...inText]
}
