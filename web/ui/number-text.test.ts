import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  decimalOf,
  type EditResult,
  editNumber,
  emptyNumber,
  type NumberRules,
  type NumberText,
  readNumber,
  settleNumber,
  shownText,
} from './number-text.ts'

const english: NumberRules = { decimals: 8, writesComma: false }
const spanish: NumberRules = { decimals: 8, writesComma: true }

/** A field with a cursor or a selection in it, which a test types into. */
interface Field {
  number: NumberText
  start: number
  end: number
  refused?: string
}

const empty: Field = { number: emptyNumber, start: 0, end: 0 }
const holding = (decimal: string): Field => {
  const number = { text: decimal, isSettled: true }
  const end = shownText(number).length
  return { number, start: end, end }
}

/** Puts the cursor at `|`. */
const at = (field: Field, shown: string): Field => {
  expect(shownText(field.number)).toBe(shown.replace('|', ''))
  return { ...field, start: shown.indexOf('|'), end: shown.indexOf('|') }
}
const all = (field: Field): Field => ({ ...field, start: 0, end: shownText(field.number).length })

function taken(field: Field, result: EditResult): Field {
  if (!result.taken)
    return {
      ...field,
      refused: result.refused.why === 'unreadable' ? result.refused.text : result.refused.why,
    }
  return {
    ...{ number: result.after, start: result.caret, end: result.caret },
    ...(result.refused && { refused: result.refused.why }),
  }
}

function put(field: Field, text: string, rules: NumberRules): Field {
  const shown = shownText(field.number)
  const next = shown.slice(0, field.start) + text + shown.slice(field.end)
  const edit = { next, start: field.start, caret: field.start + text.length }
  return taken(field, editNumber(field.number, edit, rules))
}

const type = (field: Field, text: string, rules: NumberRules): Field =>
  [...text].reduce((now, key) => put(now, key, rules), field)

function backspace(field: Field, rules: NumberRules): Field {
  const shown = shownText(field.number)
  const from = field.start === field.end ? field.start - 1 : field.start
  const edit = { next: shown.slice(0, from) + shown.slice(field.end), start: field.start, caret: from }
  return taken(field, editNumber(field.number, edit, rules))
}

function forwardDelete(field: Field, rules: NumberRules): Field {
  const shown = shownText(field.number)
  const edit = {
    next: shown.slice(0, field.start) + shown.slice(field.start + 1),
    start: field.start,
    caret: field.start,
    isForwardDelete: true,
  }
  return taken(field, editNumber(field.number, edit, rules))
}

/** What the field shows, with the cursor in it. */
const seen = ({ number, start }: Field) => {
  const shown = shownText(number)
  return `${shown.slice(0, start)}|${shown.slice(start)}`
}
const asked = ({ number }: Field, rules: NumberRules) => {
  const reading = readNumber(number, rules)
  return reading.kind === 'ambiguous' ? reading.readings : undefined
}

describe('typing', () => {
  test.each([
    ['1000', '1,000', '1000'],
    ['1234567.5', '1,234,567.5', '1234567.5'],
    ['1,000', '1,000', '1000'],
    ['1,000,000', '1,000,000', '1000000'],
    ['1,000.5', '1,000.5', '1000.5'],
    ['1,5', '1,5', '1.5'],
    ['0,125', '0.125', '0.125'],
    ['1234,5', '1,234.5', '1234.5'],
    ['1 000', '1,000', '1000'],
    ['1.000,50', '1,000.50', '1000.50'],
    ['.5', '0.5', '0.5'],
    ['007', '7', '7'],
    ['12.', '12.', '12'],
  ])('%s shows %s and means %s', (keys, shown, decimal) => {
    const field = type(empty, keys, english)
    expect(shownText(field.number)).toBe(shown)
    expect(decimalOf(field.number, english)).toBe(decimal)
  })

  test('a decimal comma is taken in every language, and asked about only where it may separate thousands', () => {
    expect(decimalOf(type(empty, '1,5', spanish).number, spanish)).toBe('1.5')
    expect(decimalOf(type(empty, '1.5', spanish).number, spanish)).toBe('1.5')
    expect(decimalOf(type(empty, '0,125', spanish).number, spanish)).toBe('0.125')
    for (const keys of ['1,000', '1.000']) {
      const field = type(empty, keys, spanish)
      expect(asked(field, spanish)).toEqual(['1000', '1.000'])
      expect(decimalOf(field.number, spanish), 'nothing is guessed').toBe('')
      expect(decimalOf(type(field, '5', spanish).number, spanish)).toBe('1.0005')
    }
  })

  test('goes on from commas that separate thousands', () => {
    expect(seen(type(empty, '1,0000', english))).toBe('10,000|')
    expect(seen(backspace(type(empty, '1,000', english), english))).toBe('100|')
  })

  test('keeps the cursor behind the same digit', () => {
    expect(seen(type(at(holding('1234'), '1|,234'), '5', english))).toBe('15,|234')
    expect(seen(type(at(holding('1234567'), '1,234|,567'), '9', english))).toBe('12,349,|567')
    expect(seen(type(at(holding('123'), '|123'), '9', english))).toBe('9,|123')
    expect(seen(type(at(holding('1234.5'), '1,234|.5'), '0', english))).toBe('12,340|.5')
  })

  test('backspace and delete beside a separator take the digit beyond it', () => {
    expect(seen(backspace(at(holding('1234'), '1,|234'), english))).toBe('|234')
    expect(seen(forwardDelete(at(holding('1234'), '1|,234'), english))).toBe('1|34')
    expect(seen(backspace(at(holding('1234567'), '1,234,|567'), english))).toBe('123,|567')
  })

  test('over a selection replaces it', () => {
    expect(decimalOf(type(all(holding('1000')), '2,5', english).number, english)).toBe('2.5')
    expect(decimalOf(type(all(holding('1000')), '25', english).number, english)).toBe('25')
    expect(backspace(all(holding('1000')), english).number.text).toBe('')
  })

  test.each([
    ['e', 'e'],
    ['-', '-'],
    ['+', '+'],
    ['k', 'k'],
  ])('%s is refused, and what was there stays', (key, refused) => {
    const field = put(holding('1000'), key, english)
    expect(field.refused).toBe(refused)
    expect(shownText(field.number)).toBe('1,000')
  })
  test('a second decimal sign, a further decimal and a further digit are refused', () => {
    expect(put(holding('1.5'), '.', english).refused).toBe('.')
    expect(put(holding('0.12345678'), '9', english).refused).toBe('decimals')
    expect(put(holding('5'), '.', { ...english, decimals: 0 }).refused).toBe('decimals')
    expect(put(holding('1234567890123456'), '7', english).refused).toBe('long')
  })
})

describe('pasting', () => {
  test.each([
    ['1,000', '1,000', '1000'],
    ['1,234.56', '1,234.56', '1234.56'],
    ['1.000,50', '1,000.50', '1000.50'],
    ['1 000', '1,000', '1000'],
    ['1,5', '1.5', '1.5'],
    [' 42\n', '42', '42'],
    ['１，２３４', '1,234', '1234'],
  ])('%j shows %s and means %s', (text, shown, decimal) => {
    const field = put(empty, text, english)
    expect(shownText(field.number)).toBe(shown)
    expect(decimalOf(field.number, english)).toBe(decimal)
  })
  test('with too many decimals is cut to those that may be typed, and says so', () => {
    const rules = { ...english, decimals: 5 }
    const pasted = put(all(holding('999')), '0.012345678', rules)
    expect([shownText(pasted.number), pasted.refused]).toEqual(['0.01234', 'decimals'])
    expect(decimalOf(put(empty, '12.75', { ...english, decimals: 0 }).number, english)).toBe('12')
    expect(decimalOf(put(empty, '1.234,56789', rules).number, rules)).toBe('1234.56789')
    expect(decimalOf(put(empty, '1.234,567891', rules).number, rules)).toBe('1234.56789')
  })
  test('over everything forgets the separators that were there', () => {
    expect(decimalOf(put(all(holding('1000')), '1,5', english).number, english)).toBe('1.5')
  })
  test.each(['1,000', '1.000'])('%s where a comma is the decimal sign is asked about', (text) => {
    expect(asked(put(empty, text, spanish), spanish)).toEqual(['1000', '1.000'])
  })
  test('1.000,50 leaves nothing to ask, in any language', () => {
    expect(decimalOf(put(empty, '1.000,50', spanish).number, spanish)).toBe('1000.50')
  })
  test.each(['1e5', '-5', '1,00,000', '5 USDT', 'abc'])('%s is refused by name', (text) => {
    const field = put(holding('7'), text, english)
    const whole = put(all(holding('7')), text, english)
    expect([field.refused, whole.refused]).toEqual([text, text])
    expect(shownText(whole.number)).toBe('7')
  })
})

describe('a number that the app gave', () => {
  test('is never asked about, and stays what it is while digits change', () => {
    expect(asked(holding('2.345'), spanish)).toBeUndefined()
    const edited = type(backspace(holding('2.345'), spanish), '6', spanish)
    expect(decimalOf(edited.number, spanish)).toBe('2.346')
  })
})

describe('leaving the field', () => {
  test('writes a number as the app does', () => {
    expect(shownText(settleNumber(type(empty, '1,5', english).number, english))).toBe('1.5')
    expect(shownText(settleNumber(type(empty, '12.', english).number, english))).toBe('12')
  })
  test('leaves what is no number, or could be two, as it was typed', () => {
    expect(settleNumber(type(empty, '1,000,0', english).number, english).text).toBe('1,000,0')
    expect(settleNumber(type(empty, '1,000', spanish).number, spanish).text).toBe('1,000')
  })
})

describe('however a number is typed', () => {
  const key = fc.constantFrom(...'0123456789.,')
  it('shows what it means: read again, the shown text is the same number or asked about', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 14 }), fc.boolean(), (keys, writesComma) => {
        const rules = { decimals: 8, writesComma }
        const field = type(empty, keys.join(''), rules)
        const decimal = decimalOf(field.number, rules)
        const again = put(empty, shownText(field.number), { decimals: 8, writesComma: false })
        if (decimal !== '' && !writesComma && keys.length > 0 && shownText(field.number).length > 1)
          expect(decimalOf(again.number, rules)).toBe(decimal)
        if (!/[.,]/.test(keys.join(''))) expect(decimal).toBe(keys.join('').replace(/^0+(?=\d)/, ''))
      }),
    )
  })
  it('the cursor stays where the last key was', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[1-9]\d{0,12}$/),
        fc.nat(),
        fc.constantFrom(...'123456789'),
        (digits, place, digit) => {
          const field = holding(digits)
          const shown = shownText(field.number)
          const start = place % (shown.length + 1)
          const before = shown.slice(0, start).replaceAll(',', '')
          const after = put({ ...field, start, end: start }, digit, english)
          expect(shownText(after.number).slice(0, after.start).replaceAll(',', '')).toBe(before + digit)
        },
      ),
    )
  })
})
