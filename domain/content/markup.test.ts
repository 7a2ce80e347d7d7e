import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedUrl, hostsIn, parseContent, webUrl, wordsIn } from './markup.ts'

const paragraph = (...spans: unknown[]) => [{ kind: 'paragraph', spans }]

describe('a text', () => {
  test('is blocks between empty lines', () => {
    expect(parseContent('# Head\n\n## Lower\n\nOne\ntwo\n\n- a\n- b\n\n1. x\n2. y')).toEqual([
      { kind: 'heading', level: 2, spans: [{ text: 'Head' }] },
      { kind: 'heading', level: 3, spans: [{ text: 'Lower' }] },
      { kind: 'paragraph', spans: [{ text: 'One\ntwo' }] },
      { kind: 'list', start: null, items: [[{ text: 'a' }], [{ text: 'b' }]] },
      { kind: 'list', start: 1, items: [[{ text: 'x' }], [{ text: 'y' }]] },
    ])
  })

  test('numbers a list from the number that it begins with', () => {
    expect(parseContent('1. x\n\nWords\n\n9. y\n10. z')).toEqual([
      { kind: 'list', start: 1, items: [[{ text: 'x' }]] },
      { kind: 'paragraph', spans: [{ text: 'Words' }] },
      { kind: 'list', start: 9, items: [[{ text: 'y' }], [{ text: 'z' }]] },
    ])
  })

  test.each(['1. x\n3. y', '2. x\n1. y', '1. x\n1. y', '1. x\n- y', '- x\n1. y', '01. x\n02. y', '1. x\ny'])(
    'is no list where it does not count up by one, and keeps its numbers: %j',
    (text) => {
      expect(parseContent(text)).toEqual(paragraph({ text }))
    },
  )

  test('has strong words, pages of the app and URLs outside', () => {
    expect(
      parseContent('See **this** at [the FAQ](pages/common/faq?q=a) or [out](https://plumb.test/x).'),
    ).toEqual(
      paragraph(
        { text: 'See ' },
        { text: 'this', isStrong: true },
        { text: ' at ' },
        { text: 'the FAQ', to: { kind: 'page', route: 'pages/common/faq', query: 'q=a' } },
        { text: ' or ' },
        { text: 'out', to: { kind: 'web', url: 'https://plumb.test/x' } },
        { text: '.' },
      ),
    )
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](JAVASCRIPT:alert%281%29)',
    '[x](data:text/html,hello)',
    '[x](http://plumb.test)',
    '[x](//plumb.test)',
    '[x](https://user:word@plumb.test)',
    '[x](https://plumb.test:8443)',
    '[x](pages/../evil)',
    '[x](/pages/common/faq)',
    '[x](pages/common/faq#javascript)',
  ])('T65: leaves a link that leads nowhere allowed as it was written: %s', (text) => {
    expect(parseContent(text)).toEqual(paragraph({ text }))
  })

  test('T65: keeps every character of any text in its order, as text or as a mark that is known', () => {
    const page = '](pages/common/faq)'
    const marks = ['**', '**strong**', `[words${page}`, '# ', '\n\n', '\n- ', '\n1. ', '\n2. ']
    const part = fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary', maxLength: 20 }))
    /** Without what may be a mark, and the spaces around blocks. */
    const kept = (text: string) => text.replaceAll(page, '').replace(/[\s#*[\]().\d-]/g, '')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        const shown = parseContent(text)
          .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.spans))
          .map((span) => span.text)
          .join('')
        expect(kept(shown)).toBe(kept(text))
      }),
    )
  })

  test('is read in a time that grows with its length, whatever it says', () => {
    const spent = (text: string) => {
      const from = performance.now()
      parseContent(text)
      return performance.now() - from
    }
    for (const part of ['[', '**', '[a](', '[a]('.repeat(2), '- ', '\n \n'])
      expect([part, spent(part.repeat(4_000 / part.length)) < 500]).toEqual([part, true])
  })

  test('has a summary without marks, cut between characters', () => {
    expect(wordsIn('# A\n\n**b** [c](pages/common/faq)\nd')).toBe('A b c d')
    expect(wordsIn('👍👍👍👍', 3)).toBe('👍👍…')
  })
})

describe('a URL', () => {
  test('is of a very host that is allowed', () => {
    const hosts = ['plumb.test']
    expect(allowedUrl('https://plumb.test/a?b#c', hosts)?.href).toBe('https://plumb.test/a?b#c')
    for (const url of [
      ...['https://evil.plumb.test', 'https://plumb.test.evil.test', 'https://plumb.test@evil.test'],
      ...['http://plumb.test', 'https://plumb.test:444', 'javascript:alert(1)', 'plumb.test', ''],
      ...[
        'https://evil.test/https://plumb.test',
        'https:\\\\evil.test',
        'https://plumb.test\u202e.evil.test',
      ],
    ])
      expect([url, allowedUrl(url, hosts)]).toEqual([url, undefined])
  })

  test('of letters that look like others is another host', () => {
    expect(webUrl('https://рlumb.test')?.hostname).toMatch(/^xn--/)
  })

  test('hosts are one a line, and none is anything else', () => {
    expect(hostsIn('a.test\n b.test \n\n')).toEqual(['a.test', 'b.test'])
    for (const text of ['https://a.test', 'a', 'a.test/x', 'A.TEST', '*.test', '127.0.0.1', 'a.test:80'])
      expect([text, hostsIn(text)]).toEqual([text, undefined])
  })
})
