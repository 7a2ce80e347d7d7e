/**
 * What texts that people write may hold: letters, marks, digits, spaces and the punctuation of names and
 * sentences; none that means something to a program.
 *
 * Source: specification section 5, special punctuation is not allowed in text; rulings, section 4.
 */

/** For a class of a regular expression: what rulings allow. */
export const PUNCTUATION = "\\-.,'’()/&@#+:!?"

/** No sign of those that are refused; the punctuation of other languages passes. */
export const PLAIN_TEXT = /^[^<>{}[\]|\\^~$%*=;"`]*$/u

/**
 * No control characters, no halves of characters, none of private use, and none that is not seen: those that turn the
 * direction of reading or have no width make two names look like one. Joiners stay: emoji and some scripts are
 * written with them.
 */
export const PRINTABLE = /^(?:[\u200c\u200d]|[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}])*$/u

/** Whether a text has only characters that people may write; how long it may be is the field's to say. */
export const isPlainText = (text: string): boolean => PLAIN_TEXT.test(text) && PRINTABLE.test(text)
