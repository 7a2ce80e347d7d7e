import { type Language, languages, locales } from '#domain/language.ts'
import { utcMinute } from '#domain/time.ts'
import type { Announce, TermLine, TermsChange, TermText } from '#server/console/terms-change.ts'
import { termTexts } from '#texts/server.ts'
import { publish } from './service.ts'
import { insertItem, insertText } from './store.ts'

/**
 * Changed terms as news, in the transaction that changes them: written by nobody, in every language, and kept by the
 * database as it is.
 */

/** Publishes a change of terms among the announcements. */
export const announce: Announce = async (tx, change, by, nowMs) => {
  const item = await insertItem(tx, { kind: 'news', announces: by.proposal }, nowMs)
  const texts = []
  for (const language of languages)
    texts.push(
      await insertText(
        tx,
        { item_id: item.id, language, ...announcementOf(change, language, nowMs), writer: null },
        nowMs,
      ),
    )
  const placement = { category: 'announcements', isPopUp: false, place: 0 }
  await publish(tx, item.id, { texts, placement, by }, nowMs)
}

/** What is said of a change in a language: of what, which terms, before and after, and from when on. */
export function announcementOf(
  { what, about, happens, lines, keepsOrders = true }: TermsChange,
  language: Language,
  nowMs: number,
): { readonly title: string; readonly content: string } {
  const t = termTexts(language)
  const name = [t(`terms.what_${what}`), about && aboutIn(about, language)].filter(Boolean).join(' ')
  const parts = [
    t('terms.in_force', { time: utcMinute(nowMs) }),
    lines.map((line) => `- ${lineIn(line, language)}`).join('\n'),
    happens === 'changed' && keepsOrders ? t('terms.kept') : '',
    happens === 'ended' ? t('terms.refunded') : '',
  ]
  return {
    title: t(`terms.title_${happens}`, { name }),
    content: parts.filter((part) => part !== '').join('\n\n'),
  }
}

const aboutIn = (about: NonNullable<TermsChange['about']>, language: Language): string =>
  typeof about === 'string'
    ? about
    : (new Intl.DisplayNames([locales[language]], { type: 'region' }).of(about.country) ?? about.country)

const textIn = (text: TermText, language: Language): string =>
  typeof text === 'string' ? text : termTexts(language)(`terms.word_${text.word}`)

function lineIn({ term, value, before }: TermLine, language: Language): string {
  const t = termTexts(language)
  const said = { term: t(`terms.term_${term}`), value: textIn(value, language) }
  return before === null
    ? t('terms.line', said)
    : t('terms.line_changed', { ...said, before: textIn(before, language) })
}
