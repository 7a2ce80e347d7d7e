import { refusal } from '#domain/errors.ts'

/**
 * Requests carry flat records of texts and nothing else: no nesting, no lists, no names that reach into
 * a prototype, no security code of a card, no name twice but for what a client adds to every call. Numbers in JSON stay the text they were written as, so that no amount
 * passes through a float.
 */
export type FlatRecord = Readonly<Record<string, string>>

export const MAX_FIELDS = 64

/** What clients add to every call; in the query and in the body, with one value, it says nothing twice. */
const REPEATABLE_NAMES = new Set(['lang', 'uid'])
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads `a=1&b=2` as sent in a query or a form.
 *
 * Refuses: PARAMETER_ERROR for a name twice, brackets or dots in a name, a forbidden name, broken
 * percent-escapes, or more than 64 fields.
 */
export function parseForm(source: string): FlatRecord {
  const record = emptyRecord()
  if (source === '') return record
  for (const pair of source.split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    put(
      record,
      unescapeForm(cut < 0 ? pair : pair.slice(0, cut)),
      cut < 0 ? '' : unescapeForm(pair.slice(cut + 1)),
    )
  }
  return record
}

const JSON_SPACE = /[ \t\r\n]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside a text
const JSON_TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const JSON_SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * Reads a JSON object of scalars.
 *
 * Refuses: as `parseForm`, and anything nested or malformed.
 */
export function parseFlatJson(source: string): FlatRecord {
  const record = emptyRecord()
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match?.[0]
  }
  const space = () => take(JSON_SPACE)
  const expect = (character: string) => {
    if (source[at] !== character) throw refusal('PARAMETER_ERROR', { field: 'body' })
    at++
  }

  space()
  expect('{')
  space()
  while (source[at] !== '}') {
    const name = take(JSON_TEXT)
    if (name === undefined) throw refusal('PARAMETER_ERROR', { field: 'body' })
    space()
    expect(':')
    space()
    const text = take(JSON_TEXT)
    const value = text === undefined ? take(JSON_SCALAR) : (JSON.parse(text) as string)
    if (value === undefined)
      throw refusal('PARAMETER_ERROR', { field: String(JSON.parse(name)).slice(0, 40) })
    put(record, JSON.parse(name) as string, value === 'null' && text === undefined ? '' : value)
    space()
    if (source[at] !== ',') break
    at++
    space()
    if (source[at] === '}') throw refusal('PARAMETER_ERROR', { field: 'body' })
  }
  expect('}')
  space()
  if (at !== source.length) throw refusal('PARAMETER_ERROR', { field: 'body' })
  return record
}

/** Joins a query and a body; a name in both is a name twice. Refuses: as `parseForm`. */
export function joinRecords(query: FlatRecord, body: FlatRecord): FlatRecord {
  const record = emptyRecord()
  for (const source of [query, body]) for (const name of Object.keys(source)) put(record, name, source[name]!)
  return record
}

const emptyRecord = (): Record<string, string> => Object.create(null)

/** A card's security code, as forms name it. It is asked for nowhere; what is never taken cannot be kept. Source: safety, T70. */
const SECURITY_CODE = /^(card[_-]?)?(cvv2?|cvc2?|cvn2?|csc|security[_-]?code)$/i

function put(record: Record<string, string>, name: string, value: string): void {
  if (REPEATABLE_NAMES.has(name) && record[name] === value) return
  if (
    name === '' ||
    /[[\].]/.test(name) ||
    FORBIDDEN_NAMES.has(name) ||
    SECURITY_CODE.test(name) ||
    Object.hasOwn(record, name)
  ) {
    throw refusal('PARAMETER_ERROR', { field: name.slice(0, 40) })
  }
  if (Object.keys(record).length === MAX_FIELDS)
    throw refusal('PARAMETER_ERROR', { field: 'too many fields' })
  record[name] = value
}

function unescapeForm(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refusal('PARAMETER_ERROR', { field: 'body' })
  }
}
