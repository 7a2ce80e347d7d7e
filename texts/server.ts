import type { Refusal, RefusalCode } from '#domain/errors.ts'
import { type Language, locales } from '#domain/language.ts'
import { shownFigures } from '#domain/refusal-figures.ts'
import statementEn from './app/statement_pages/en.json' with { type: 'json' }
import statementHk from './app/statement_pages/hk.json' with { type: 'json' }
import statementJp from './app/statement_pages/jp.json' with { type: 'json' }
import statementKor from './app/statement_pages/kor.json' with { type: 'json' }
import statementXp from './app/statement_pages/xp.json' with { type: 'json' }
import statementYdl from './app/statement_pages/ydl.json' with { type: 'json' }
import statementZh from './app/statement_pages/zh.json' with { type: 'json' }
import documentsEn from './documents/en.json' with { type: 'json' }
import documentsHk from './documents/hk.json' with { type: 'json' }
import documentsJp from './documents/jp.json' with { type: 'json' }
import type { DocumentTexts } from './documents/keys.ts'
import documentsKor from './documents/kor.json' with { type: 'json' }
import documentsXp from './documents/xp.json' with { type: 'json' }
import documentsYdl from './documents/ydl.json' with { type: 'json' }
import documentsZh from './documents/zh.json' with { type: 'json' }
import mailsEn from './mails/en.json' with { type: 'json' }
import mailsHk from './mails/hk.json' with { type: 'json' }
import mailsJp from './mails/jp.json' with { type: 'json' }
import type { MailTexts } from './mails/keys.ts'
import mailsKor from './mails/kor.json' with { type: 'json' }
import mailsXp from './mails/xp.json' with { type: 'json' }
import mailsYdl from './mails/ydl.json' with { type: 'json' }
import mailsZh from './mails/zh.json' with { type: 'json' }
import noticesEn from './notices/en.json' with { type: 'json' }
import noticesHk from './notices/hk.json' with { type: 'json' }
import noticesJp from './notices/jp.json' with { type: 'json' }
import type { NoticeTexts } from './notices/keys.ts'
import noticesKor from './notices/kor.json' with { type: 'json' }
import noticesXp from './notices/xp.json' with { type: 'json' }
import noticesYdl from './notices/ydl.json' with { type: 'json' }
import noticesZh from './notices/zh.json' with { type: 'json' }
import refusalsEn from './refusals/en.json' with { type: 'json' }
import refusalsHk from './refusals/hk.json' with { type: 'json' }
import refusalsJp from './refusals/jp.json' with { type: 'json' }
import refusalsKor from './refusals/kor.json' with { type: 'json' }
import refusalsXp from './refusals/xp.json' with { type: 'json' }
import refusalsYdl from './refusals/ydl.json' with { type: 'json' }
import refusalsZh from './refusals/zh.json' with { type: 'json' }
import termsEn from './terms/en.json' with { type: 'json' }
import termsHk from './terms/hk.json' with { type: 'json' }
import termsJp from './terms/jp.json' with { type: 'json' }
import type { TermTexts } from './terms/keys.ts'
import termsKor from './terms/kor.json' with { type: 'json' }
import termsXp from './terms/xp.json' with { type: 'json' }
import termsYdl from './terms/ydl.json' with { type: 'json' }
import termsZh from './terms/zh.json' with { type: 'json' }
import { createTranslate, type Params, type Translate } from './translate.ts'

/** What the server says to customers: refusals, mails, notices, documents and announcements of terms, in all languages, read once at start. */

type Refusals = Readonly<Record<RefusalCode, string>>

const translate = {
  en: make('en', refusalsEn, mailsEn, noticesEn, documentsEn, statementEn, termsEn),
  zh: make('zh', refusalsZh, mailsZh, noticesZh, documentsZh, statementZh, termsZh),
  hk: make('hk', refusalsHk, mailsHk, noticesHk, documentsHk, statementHk, termsHk),
  jp: make('jp', refusalsJp, mailsJp, noticesJp, documentsJp, statementJp, termsJp),
  kor: make('kor', refusalsKor, mailsKor, noticesKor, documentsKor, statementKor, termsKor),
  xp: make('xp', refusalsXp, mailsXp, noticesXp, documentsXp, statementXp, termsXp),
  ydl: make('ydl', refusalsYdl, mailsYdl, noticesYdl, documentsYdl, statementYdl, termsYdl),
} as const satisfies Record<Language, unknown>

type Area = Readonly<Record<string, string>>

function make(
  language: Language,
  refusals: Refusals,
  mails: Area,
  notices: Area,
  documents: Area,
  reasons: Area,
  terms: Area,
) {
  return createTranslate(
    { refusals, mails, notices, documents, statement_pages: reasons, terms },
    locales[language],
  )
}

/** What a refusal says in a language, its parameters filled in. */
export const refusalText = ({ code, params }: Pick<Refusal, 'code' | 'params'>, language: Language): string =>
  translate[language](`refusals.${code}`, shownFigures(params) as Params)

/** The texts of mails and SMS in a language. @example mailTexts('en')('mails.code_subject') */
export const mailTexts = (language: Language): Translate<MailTexts> =>
  translate[language] as Translate<MailTexts>

/** The texts of notices in a language. @example noticeTexts('en')('notices.user-password_title') */
export const noticeTexts = (language: Language): Translate<NoticeTexts> =>
  translate[language] as Translate<NoticeTexts>

/** The texts of documents in a language. @example documentTexts('en')('documents.loan_title') */
export const documentTexts = (language: Language): Translate<DocumentTexts> =>
  translate[language] as Translate<DocumentTexts>

/** The texts of announcements of terms in a language. @example termTexts('en')('terms.term_fee') */
export const termTexts = (language: Language): Translate<TermTexts> =>
  translate[language] as Translate<TermTexts>

/** Why money moved, in a language, as the statement of the app says it; the word itself where no customer sees it. */
export const reasonName = (reason: string, language: Language): string =>
  translate[language](`statement_pages.reason_${reason}`)
