import { plainSigns, readTypedNumber, type TypedNumber } from '#domain/money/typed-number.ts'
import { grouped } from '#web/format/number.ts'

/** What stands in a field for a number. */
export interface NumberText {
  /** As it was typed, without the commas that the field itself puts between thousands. */
  readonly text: string
  /** Its point is known to be the decimal sign: it was given by the app, or chosen by the customer. */
  readonly isSettled: boolean
}

/** One change of a field's text, as the browser made it. */
export interface TextEdit {
  /** The whole text after it. */
  readonly next: string
  /** Where the replaced part began. */
  readonly start: number
  /** Where the cursor stands after it. */
  readonly caret: number
  readonly isForwardDelete?: boolean
}

export interface NumberRules {
  /** How many decimals may be typed. */
  readonly decimals: number
  /** Whether a comma may be a decimal sign to the customer. */
  readonly writesComma: boolean
}

/** Why an edit was not taken. */
export type RefusedEdit =
  | { readonly why: 'unreadable'; readonly text: string }
  | { readonly why: 'decimals' | 'long' }

export type EditResult =
  | {
      readonly taken: true
      readonly after: NumberText
      readonly caret: number
      /** What of it was left out: decimals beyond those that may be typed. */
      readonly refused?: RefusedEdit
    }
  | { readonly taken: false; readonly refused: RefusedEdit }

export const emptyNumber: NumberText = { text: '', isSettled: false }

const PLAIN = /^\d*(\.\d*)?$/
/** As far as it is typed, its sign may still come to stand between thousands. */
const COULD_BECOME_GROUPS = /^[1-9]\d{0,2}[^\d]/
const MAX_WHOLE_DIGITS = 16
const MAX_LENGTH = 48

/** Whether the field separates the thousands; else the customer did, and it shows what they typed. */
export const isPlain = ({ text }: NumberText): boolean => PLAIN.test(text)

/** What the field shows. */
export const shownText = (number: NumberText): string =>
  isPlain(number) ? grouped(number.text) : number.text

/** Reads what was typed as a number, by the rules of the customer's language. */
export const readNumber = ({ text, isSettled }: NumberText, { writesComma }: NumberRules): TypedNumber =>
  readTypedNumber(text, writesComma && !isSettled)

/** The number as a decimal string; empty while it is none, or could be two. */
export function decimalOf(number: NumberText, rules: NumberRules): string {
  const reading = readNumber(number, rules)
  return reading.kind === 'number' ? reading.decimal : ''
}

/**
 * The field after an edit, with its thousands separated anew and the cursor behind the same digit.
 *
 * A comma that the field or the customer put between thousands stays one while digits are added and deleted.
 *
 * Refuses: what cannot become a number, a further decimal, more digits than any amount has. What is pasted with too many
 * decimals is cut, which never makes it more, and said.
 */
export function editNumber(before: NumberText, edit: TextEdit, rules: NumberRules): EditResult {
  const parts = partsOf(shownText(before), edit)
  const reading = readNumber(before, rules)
  const addsDigitsOnly = /^\d*$/.test(parts.inserted)
  const regroups =
    isPlain(before) || (reading.kind === 'number' && reading.groupSign !== '' && addsDigitsOnly)
  const [groupSign, decimalSign] =
    isPlain(before) || reading.kind !== 'number' ? [',', '.'] : [reading.groupSign, reading.decimalSign]
  const plain = (part: string) => (regroups ? part.replaceAll(groupSign, '').replace(decimalSign, '.') : part)
  let [head, tail] = [plain(parts.head), plain(parts.tail)]
  if (regroups && parts.removed === groupSign && parts.inserted === '') {
    // Only a separator went, which comes back at once: the digit beside it is meant.
    if (edit.isForwardDelete) tail = tail.slice(1)
    else head = head.slice(0, -1)
  }
  const after: NumberText = {
    text: trimmed(head + parts.inserted + tail),
    isSettled: addsDigitsOnly && (before.isSettled || (regroups && !isPlain(before))),
  }
  const refused = refusalOf(after, parts.inserted, rules)
  if (refused?.why === 'decimals' && parts.inserted.length > 1) {
    const cut = cutTo(after, rules)
    return { taken: true, after: cut, caret: shownText(cut).length, refused }
  }
  if (refused) return { taken: false, refused }
  const isFinal = parts.inserted.length > 1 || !COULD_BECOME_GROUPS.test(after.text)
  const shown = !isPlain(after) && isFinal ? regrouped(after, rules) : after
  return { taken: true, after: shown, caret: caretBefore(shown, tail) }
}

/** A number without the decimals that may not be typed. */
function cutTo(number: NumberText, rules: NumberRules): NumberText {
  const [whole, fraction = ''] = decimalOf(number, rules).split('.')
  const kept = fraction.slice(0, rules.decimals)
  return { text: kept === '' ? whole! : `${whole}.${kept}`, isSettled: true }
}

/** A number as the app writes numbers, also while its decimals are still to come. */
function regrouped(number: NumberText, rules: NumberRules): NumberText {
  const reading = readNumber(number, rules)
  if (reading.kind !== 'number') return number
  return { text: reading.decimals === 0 ? `${reading.decimal}.` : reading.decimal, isSettled: true }
}

/** The field when it is left: a number as the app writes numbers; what is none stays for the customer to mend. */
export function settleNumber(number: NumberText, rules: NumberRules): NumberText {
  const decimal = decimalOf(number, rules)
  return decimal === '' ? number : { text: decimal, isSettled: true }
}

/** What stayed before and after an edit, what it took away and what it put there. */
function partsOf(shown: string, { next, start, caret }: TextEdit) {
  const head = next.slice(0, Math.min(start, caret))
  const tail = next.slice(caret)
  // Not an edit at the cursor: an automatic filling-in, an undo.
  if (!shown.startsWith(head) || !shown.endsWith(tail) || head.length + tail.length > shown.length)
    return { head: '', inserted: plainSigns(next), tail: '', removed: shown }
  return {
    head,
    inserted: plainSigns(next.slice(head.length, caret)),
    tail,
    removed: shown.slice(head.length, shown.length - tail.length),
  }
}

/** Without idle zeros in front, and with one before a leading point. */
const trimmed = (text: string): string => text.replace(/^0+(?=\d)/, '').replace(/^(?=[.,]\d)/, '0')

function refusalOf(after: NumberText, inserted: string, rules: NumberRules): RefusedEdit | undefined {
  const reading = readNumber(after, rules)
  if (after.text.length > MAX_LENGTH) return { why: 'long' }
  if (reading.kind === 'unreadable') return { why: 'unreadable', text: inserted || after.text }
  if (reading.kind !== 'number') return undefined
  if (reading.decimals !== undefined && (rules.decimals === 0 || reading.decimals > rules.decimals))
    return { why: 'decimals' }
  const [whole = ''] = reading.decimal.split('.')
  return whole.length > MAX_WHOLE_DIGITS ? { why: 'long' } : undefined
}

/** Where the cursor stands in what is shown: before as many digits as were behind it. */
function caretBefore(number: NumberText, tail: string): number {
  const shown = shownText(number)
  if (!isPlain(number)) return shown.length - tail.length
  let left = tail.replace(/[^\d.]/g, '').length
  let place = shown.length
  while (left > 0 && place > 0) if (shown[--place] !== ',') left--
  return place
}
