import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinRecords, parseFlatJson, parseForm } from './flat-body.ts'

const refused = (read: () => unknown) => expect(read).toThrow('PARAMETER_ERROR')

describe('T18: the flat body parser', () => {
  test('reads a form', () => {
    expect({ ...parseForm('number=1.5&from_field=legal&note=a+b%26c') }).toEqual({
      number: '1.5',
      from_field: 'legal',
      note: 'a b&c',
    })
  })

  test('keeps JSON numbers as the text they were written as', () => {
    expect({
      ...parseFlatJson('{"a":0.10000000000000000001, "b":1e400,"c":true,"d":null,"e":"\\u0041\\n"}'),
    }).toEqual({
      a: '0.10000000000000000001',
      b: '1e400',
      c: 'true',
      d: '',
      e: 'A\n',
    })
    expect({ ...parseFlatJson(' {} ') }).toEqual({})
  })

  test.each([
    'number=1&number=-5',
    'number[]=1',
    'number[a]=1',
    'a.b=1',
    '__proto__=1',
    '__proto__[isAdmin]=1',
    'constructor=1',
    'constructor[prototype][x]=1',
    'prototype=1',
    '=1',
    'a=%E0%A4%A',
    'a=%',
    Array.from({ length: 65 }, (_, i) => `f${i}=1`).join('&'),
  ])('refuses the form %s', (source) => refused(() => parseForm(source)))

  test.each([
    '',
    '[]',
    '1',
    '{',
    '{"a"}',
    '{"a":1',
    '{"a":1}}',
    '{"a":1,}',
    '{"a":1,"a":2}',
    '{"a":{"b":1}}',
    '{"a":[1]}',
    '{"__proto__":{"isAdmin":1}}',
    '{"__proto__":1}',
    '{"a":NaN}',
    '{"a":0x10}',
    '{"a":"\n"}',
    "{'a':1}",
    '{"a":1} {"b":2}',
  ])('refuses the JSON %s', (source) => refused(() => parseFlatJson(source)))

  describe('a list', () => {
    const read = (source: string) => ({ ...parseForm(source, ['symbols']) })

    test.each([
      'symbols=BTC-USDT,AAPL',
      'symbols=BTC-USDT&symbols=AAPL',
      'symbols[]=BTC-USDT&symbols[]=AAPL',
      'symbols%5B%5D=BTC-USDT&symbols%5B%5D=AAPL',
      'symbols[0]=BTC-USDT&symbols[1]=AAPL',
      'symbols[1]=AAPL&symbols[0]=BTC-USDT',
      'symbols=&symbols=BTC-USDT&symbols=AAPL',
      'symbols[0]=BTC-USDT&symbols[1]=&symbols[2]=AAPL',
      'symbols=BTC-USDT,,AAPL,',
    ])('is the same as %s', (source) => {
      expect(read(`${source}&lang=en`)).toEqual({ symbols: 'BTC-USDT,AAPL', lang: 'en' })
    })

    test('has its items in the order of their indexes, as numbers', () => {
      const items = Array.from({ length: 12 }, (_, n) => `symbols[${n}]=${n}`)
      expect(read(items.toReversed().join('&')).symbols).toBe('0,1,2,3,4,5,6,7,8,9,10,11')
    })

    test.each([
      'symbols=AAPL&symbols[]=TSLA',
      'symbols[]=AAPL&symbols[1]=TSLA',
      'symbols[0]=AAPL&symbols[0]=TSLA',
      'symbols[0]=AAPL&symbols[00]=TSLA',
      'symbols=AAPL,TSLA&symbols=MSFT',
      'symbols[]=AAPL,TSLA',
      'symbols[x]=AAPL',
      'symbols[0][name]=AAPL',
      'symbols[-1]=AAPL',
      'symbols[length]=AAPL',
      'symbols[__proto__]=AAPL',
      'symbols[1000000]=AAPL',
      'symbols.0=AAPL',
      'names[]=AAPL',
      'symbols=A&'.repeat(1_001),
    ])('is refused as %s', (source) => refused(() => read(source)))

    test('is one field, and a name that is none stays refused beside it', () => {
      refused(() => read('symbols[]=AAPL&number=1&number=2'))
      refused(() => read('symbols[]=AAPL&__proto__[]=1'))
      refused(() => parseForm('__proto__[]=1', ['__proto__']))
    })
  })

  test('refuses a name in both query and body', () => {
    refused(() => joinRecords(parseForm('id=1'), parseForm('id=2')))
  })

  test('passes the language and the customer said twice with one value, and refuses two values', () => {
    const twice = joinRecords(parseForm('lang=en&uid=7&lang=en'), parseForm('uid=7&lang=en&number=1'))
    expect({ ...twice }).toEqual({ lang: 'en', uid: '7', number: '1' })
    refused(() => joinRecords(parseForm('lang=en'), parseForm('lang=zh')))
    refused(() => parseFlatJson('{"uid":7,"uid":8}'))
    refused(() => joinRecords(parseForm('number=1'), parseForm('number=1')))
  })

  test('T02, T71: never touches a prototype, whatever comes', () => {
    fc.assert(
      fc.property(fc.string(), (source) => {
        for (const read of [parseForm, parseFlatJson]) {
          try {
            expect(Object.getPrototypeOf(read(source))).toBe(null)
          } catch {}
        }
        expect(({} as Record<string, unknown>).x).toBeUndefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('reads back any flat record written as JSON', () => {
    const name = fc
      .string({ minLength: 1 })
      .filter((text) => !/[[\].]/.test(text) && !['__proto__', 'constructor', 'prototype'].includes(text))
    fc.assert(
      fc.property(fc.dictionary(name, fc.string(), { maxKeys: 20, noNullPrototype: true }), (record) => {
        expect({ ...parseFlatJson(JSON.stringify(record)) }).toEqual(record)
      }),
    )
  })
})
