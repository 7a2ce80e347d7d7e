import { refusal } from '#domain/errors.ts'

/**
 * Requests carry flat records of texts and nothing else: no nesting, no lists but those that a call names, no names that reach
 * into a prototype, no security code of a card, no name twice but for what a client adds to every call. Numbers in JSON stay the text they were written as, so that no amount
 * passes through a float.
 */
export type FlatRecord = Readonly<Record<string, string>>

export const MAX_FIELDS = 64
/** Of one list that is written item by item; its three-digit indexes count no further. */
const MAX_ITEMS = 1_000

/** What clients add to every call; in the query and in the body, with one value, it says nothing twice. */
const REPEATABLE_NAMES = new Set(['lang', 'uid'])
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads `a=1&b=2` as sent in a query or a form. `lists` are the names that may be a list, which the record has as one text with
 * commas: `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2` and `a[0]=1&a[1]=2` say the same, and what is empty is left out.
 *
 * Refuses: PARAMETER_ERROR for another name twice, brackets or dots in one, a forbidden name, broken
 * percent-escapes, more than 64 fields or 1,000 items, or a list that is written in two ways.
 */
export function parseForm(source: string, lists: readonly string[] = []): FlatRecord {
  const record = emptyRecord()
  if (source === '') return record
  const items = new Map<string, ListItem[]>()
  for (const pair of source.split('&')) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = unescapeForm(cut < 0 ? pair : pair.slice(0, cut))
    const value = cut < 0 ? '' : unescapeForm(pair.slice(cut + 1))
    const [, list = name, index] = /^([^[\]]+)\[(\d{0,3})\]$/.exec(name) ?? []
    if (!lists.includes(list)) put(record, name, value)
    else {
      const all = items.get(list) ?? []
      if (all.push({ index, value }) > MAX_ITEMS)
        throw refusal('PARAMETER_ERROR', { field: list.slice(0, 40) })
      items.set(list, all)
    }
  }
  for (const [name, all] of items) put(record, name, joined(name, all))
  return record
}

/** One item of a list as it was sent; `index`: what stood in its brackets, undefined where it had none. */
interface ListItem {
  readonly index: string | undefined
  readonly value: string
}

/** The items of a list in their order, with commas between. */
function joined(name: string, items: readonly ListItem[]): string {
  const [first] = items
  const kindOf = ({ index }: ListItem) => index && 'number'
  const isPlain = items.length === 1 && first!.index === undefined
  const isOneKind = items.every((item) => kindOf(item) === kindOf(first!))
  const isEachOnce = !first!.index || new Set(items.map(({ index }) => Number(index))).size === items.length
  // A comma inside an item would make two of it.
  const isWhole = isPlain || items.every(({ value }) => !value.includes(','))
  if (!isOneKind || !isEachOnce || !isWhole) throw refusal('PARAMETER_ERROR', { field: name.slice(0, 40) })
  return items
    .toSorted((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0))
    .flatMap(({ value }) => value.split(','))
    .filter((value) => value !== '')
    .join(',')
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
