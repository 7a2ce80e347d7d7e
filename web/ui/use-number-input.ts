import {
  type ChangeEvent,
  type CompositionEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { amount } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import {
  decimalOf,
  type EditResult,
  editNumber,
  emptyNumber,
  isPlain,
  type NumberRules,
  type NumberText,
  type RefusedEdit,
  readNumber,
  settleNumber,
  shownText,
} from './number-text.ts'

interface State {
  readonly number: NumberText
  readonly refused?: RefusedEdit | undefined
  /** While an input method composes: what it shows, which must stay as it is, and the number before it. */
  readonly composing?: { readonly shown: string; readonly before: NumberText } | undefined
  readonly isLeft?: boolean
  /** Where the cursor belongs once this is drawn. */
  readonly selection?: readonly [number, number] | undefined
}

/** An input's state while an exact number is typed into it; `value` is the number as a decimal string. */
export function useNumberInput(value: string, decimals: number, onChange: (value: string) => void) {
  const { t, locale } = useTexts()
  const rules: NumberRules = { decimals, writesComma: writesComma(locale) || writesComma(undefined) }
  const field = useRef<HTMLInputElement>(null)
  /** The selection that the next edit replaces. */
  const replaced = useRef<readonly [number, number]>(undefined)
  const [state, setState] = useState<State>({ number: emptyNumber })
  // What was typed stands while it means the value; a value from elsewhere takes its place.
  const isOwn = decimalOf(state.number, rules) === value
  const number = isOwn ? state.number : { text: value, isSettled: true }
  const refused = isOwn ? state.refused : undefined
  const reading = readNumber(number, rules)

  useLayoutEffect(() => {
    if (state.selection && document.activeElement === field.current)
      field.current?.setSelectionRange(...state.selection)
  }, [state])

  useEffect(() => {
    // React has no event of its own that comes before a change.
    const input = field.current
    const remember = ({ isComposing }: InputEvent) => {
      if (isComposing && replaced.current) return
      replaced.current = [input?.selectionStart ?? 0, input?.selectionEnd ?? 0]
    }
    input?.addEventListener('beforeinput', remember)
    return () => input?.removeEventListener('beforeinput', remember)
  }, [])

  function edit(input: HTMLInputElement, how: { isForwardDelete?: boolean; isComposing?: boolean }): void {
    const selection = replaced.current ?? [0, 0]
    const before = state.composing?.before ?? number
    const caret = input.selectionStart ?? input.value.length
    const edited = editNumber(before, { next: input.value, start: selection[0], caret, ...how }, rules)
    const result = isAfterUnread(refused, edited, number, selection)
      ? { taken: false as const, refused: refused! }
      : edited
    const after = result.taken ? result.after : before
    if (how.isComposing) setState({ number: after, composing: { shown: input.value, before } })
    else {
      replaced.current = undefined
      setState(
        result.taken
          ? { number: after, selection: [result.caret, result.caret], refused: result.refused }
          : { number: after, selection, refused: result.refused },
      )
    }
    onChange(decimalOf(after, rules))
  }

  /** Deleting where nothing is, and tapping: what was refused is over. */
  const forget = () => setState({ number })

  return {
    inputProps: {
      ref: field,
      value: state.composing?.shown ?? shownText(number),
      onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
      onBlur: () => setState({ number: settleNumber(number, rules), isLeft: true }),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (refused && number.text === '' && (key === 'Backspace' || key === 'Delete')) forget()
      },
      onClick: () => {
        if (refused && number.text === '') forget()
      },
      onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        const { isComposing, inputType } = nativeEvent as InputEvent
        edit(currentTarget, { isComposing, isForwardDelete: inputType === 'deleteContentForward' })
      },
      onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => edit(currentTarget, {}),
    },
    /** What was not taken, or what has to be said of what stands there. */
    problem: refused
      ? refusedText(refused, decimals, t)
      : reading.kind === 'ambiguous'
        ? t('common.typed_ambiguous', { text: number.text })
        : reading.kind === 'unfinished' && number.text !== '' && state.isLeft
          ? t('common.typed_unreadable', { text: number.text })
          : undefined,
    readings: reading.kind === 'ambiguous' ? reading.readings : undefined,
    /** How a number is understood that is shown as the customer typed it. */
    understood: reading.kind === 'number' && !isPlain(number) ? amount(reading.decimal) : undefined,
    choose(decimal: string): void {
      setState({ number: { text: decimal, isSettled: true } })
      onChange(decimal)
    },
  }
}

/**
 * Whether digits go on behind a sign that was not read, as the 5 of 1e5 and of 1-5, or the 1 of -1: without the sign
 * they would make another number. Deleting, replacing, tapping and leaving the field end that.
 */
const isAfterUnread = (
  refused: RefusedEdit | undefined,
  edited: EditResult,
  before: NumberText,
  [start, end]: readonly [number, number],
): boolean =>
  refused?.why === 'unreadable' &&
  edited.taken &&
  (before.text !== '' || MINUS.test(refused.text)) &&
  start === end &&
  edited.after.text.length > before.text.length

/** As keyboards write it; what else is refused in an empty field, as a currency's sign, changes no number. */
const MINUS = /^[-−–—]$/

function refusedText(refused: RefusedEdit, decimals: number, t: Translate): string {
  if (refused.why === 'unreadable') return t('common.typed_unreadable', { text: refused.text })
  if (refused.why === 'long') return t('common.typed_too_long')
  return decimals === 0 ? t('common.typed_whole') : t('common.typed_decimals', { count: decimals })
}

/** Whether people write a decimal comma in a locale, or with the device's where none is given. */
const writesComma = (locale: string | undefined): boolean =>
  new Intl.NumberFormat(locale).format(1.5).includes(',')
