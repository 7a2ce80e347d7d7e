import type { Refusal, RefusalParams } from '../errors.ts'
import type { Language } from '../language.ts'
import { en, type Messages } from './en.ts'
import { hk } from './hk.ts'
import { jp } from './jp.ts'
import { kor } from './kor.ts'
import { xp } from './xp.ts'
import { ydl } from './ydl.ts'
import { zh } from './zh.ts'

/** What every refusal says in every language. */
export const messages: Record<Language, Messages> = { en, zh, hk, jp, kor, xp, ydl }

/** A refusal's text in a language, its parameters filled in. */
export const refusalText = ({ code, params }: Pick<Refusal, 'code' | 'params'>, language: Language): string =>
  fill(messages[language][code], params)

/** Fills `{name}` in a text; a parameter that is missing leaves its braces, where a test will see them. */
export const fill = (text: string, params: RefusalParams): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => String(params[name] ?? braces))
