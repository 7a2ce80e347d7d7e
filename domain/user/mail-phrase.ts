import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { CLEARED_TEXT, plainText } from '../fields.ts'
import { isPlainText } from '../plain-text.ts'
import { factorCode } from './second-factor.ts'

/** The phrase that a customer chose, which stands at the head of every mail to them: a mail without it is not ours. */

export const PHRASE_LENGTH = { minimum: 4, maximum: 32 } as const

/** Whether a phrase has enough characters; which they may be is `plainText`'s to say. */
const isLongEnough = (phrase: string): boolean => [...phrase].length >= PHRASE_LENGTH.minimum

const phrase = plainText(PHRASE_LENGTH.maximum).check(
  z.refine((typed) => typed === CLEARED_TEXT || isLongEnough(typed), 'at least 4 characters, or - for none'),
)

/** Whether a phrase may be sent. */
export function isPhrase(typed: string): boolean {
  const trimmed = typed.trim()
  const isShortEnough = trimmed.length <= PHRASE_LENGTH.maximum
  return trimmed !== CLEARED_TEXT && isShortEnough && isLongEnough(trimmed) && isPlainText(trimmed)
}

/** Its first character; not how long it is. @example maskPhrase('blue heron') // 'b•••••' */
export const maskPhrase = (known: string): string => `${[...known][0] ?? ''}•••••`

export const mailPhrase = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/phrase',
  access: 'user',
  summary: 'The phrase at the head of one’s mails, all but its first character hidden',
  output: z.object({ masked: z.nullable(z.string()) }),
})

export const setMailPhrase = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/phrase',
  access: 'user',
  rate: 'sign-in',
  summary:
    'Set the phrase at the head of one’s mails (4 to 32 characters) with the password and the second factor; - clears it',
  input: {
    phrase,
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    factorCode: z.optional(factorCode),
  },
  wire: { factorCode: 'totp' },
  output: z.object({ done: z.literal(true) }),
})

export const mailPhraseEndpoints = [mailPhrase, setMailPhrase] as const
