import type { Refusal, RefusalCode } from '#domain/errors.ts'
import { type Language, locales } from '#domain/language.ts'
import mailsEn from './mails/en.json' with { type: 'json' }
import mailsHk from './mails/hk.json' with { type: 'json' }
import mailsJp from './mails/jp.json' with { type: 'json' }
import type { MailTexts } from './mails/keys.ts'
import mailsKor from './mails/kor.json' with { type: 'json' }
import mailsXp from './mails/xp.json' with { type: 'json' }
import mailsYdl from './mails/ydl.json' with { type: 'json' }
import mailsZh from './mails/zh.json' with { type: 'json' }
import refusalsEn from './refusals/en.json' with { type: 'json' }
import refusalsHk from './refusals/hk.json' with { type: 'json' }
import refusalsJp from './refusals/jp.json' with { type: 'json' }
import refusalsKor from './refusals/kor.json' with { type: 'json' }
import refusalsXp from './refusals/xp.json' with { type: 'json' }
import refusalsYdl from './refusals/ydl.json' with { type: 'json' }
import refusalsZh from './refusals/zh.json' with { type: 'json' }
import { createTranslate, type Params, type Translate } from './translate.ts'

/** What the server says to customers: refusals and mails, in all languages, read once at start. */

type Refusals = Readonly<Record<RefusalCode, string>>

const translate = {
  en: make('en', refusalsEn, mailsEn),
  zh: make('zh', refusalsZh, mailsZh),
  hk: make('hk', refusalsHk, mailsHk),
  jp: make('jp', refusalsJp, mailsJp),
  kor: make('kor', refusalsKor, mailsKor),
  xp: make('xp', refusalsXp, mailsXp),
  ydl: make('ydl', refusalsYdl, mailsYdl),
} as const satisfies Record<Language, unknown>

function make(language: Language, refusals: Refusals, mails: Readonly<Record<string, string>>) {
  return createTranslate({ refusals, mails }, locales[language])
}

/** What a refusal says in a language, its parameters filled in. */
export const refusalText = ({ code, params }: Pick<Refusal, 'code' | 'params'>, language: Language): string =>
  translate[language](`refusals.${code}`, params as Params)

/** The texts of mails and SMS in a language. @example mailTexts('en')('mails.code_subject') */
export const mailTexts = (language: Language): Translate<MailTexts> =>
  translate[language] as Translate<MailTexts>
