import * as z from 'zod/mini'
import { plainText } from '../fields.ts'
import { PRINTABLE } from '../plain-text.ts'

/** The fields of what operators write for the site. */

export const MAX_TITLE = 120
export const MAX_CONTENT = 4_000

export const titleInput = plainText(MAX_TITLE)

/** Nothing that begins a tag, so that a client that takes texts for HTML finds none in ours. */
const WITHOUT_TAGS = /^[^<>]*$/

const printableLines = (typed: string): boolean =>
  typed.split('\n').every((line) => PRINTABLE.test(line.replaceAll('\t', ' ')))

/** Words in lines: see `markup.ts` for what they mean. */
export const contentInput = z.string().check(
  z.overwrite((typed) => typed.replaceAll('\r\n', '\n')),
  z.trim(),
  z.minLength(1),
  z.maxLength(MAX_CONTENT, 'TEXT_TOO_LONG'),
  z.refine(printableLines, 'no control characters, none that is not seen'),
  z.regex(WITHOUT_TAGS, 'TEXT_PUNCTUATION'),
)
