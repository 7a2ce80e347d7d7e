import type { Language } from '#domain/language.ts'
import { groupDigits, signedDigits, trimFraction } from '#domain/money/group-digits.ts'
import { findNoticeRules } from '#domain/notice/kinds.ts'
import { noticeTexts } from '#texts/server.ts'
import type { NoticeRow } from './store.ts'

/** What a notice says in a language: its title, which names no amount, and its text. */
export interface NoticeWords {
  readonly title: string
  readonly text: string
}

/** The words of a notice, made when it is read: its language may have been changed since. */
export function wordsOf(
  { kind, params }: Pick<NoticeRow, 'kind' | 'params'>,
  language: Language,
): NoticeWords {
  const t = noticeTexts(language)
  const { variant, ...values } = params as Record<string, string>
  const rules = findNoticeRules(kind)
  // One of an earlier version.
  if (!rules) return { title: t('notices.unknown_title'), text: '' }
  const shown = { ...values }
  for (const name of rules.amounts ?? []) {
    const amount = trimFraction(values[name] ?? '', 2)
    shown[name] = rules.results?.includes(name) ? signedDigits(amount) : groupDigits(amount)
  }
  const key = variant ? `${kind}_${variant}` : kind
  const say = t as (key: string, params: Readonly<Record<string, string>>) => string
  return { title: say(`notices.title_${key}`, shown), text: say(`notices.text_${key}`, shown) }
}
