import { expect, test } from 'vitest'
import { exchangePage } from './exchange-page.ts'
import { markdownHtml } from './markdown.ts'

test('headings, paragraphs, code, tables and lists are what they are in the file', () => {
  const html = markdownHtml(
    [
      '# One',
      '',
      'Two `a<b` and **three**,',
      'four.',
      '',
      '```sh',
      '# no heading <x>',
      '```',
      '',
      '| H | I |',
      '| --- | --- |',
      '| a | `b` |',
      '',
      '- x',
      '  goes on',
      '- y',
    ].join('\n'),
  )
  expect(html.split('\n')).toEqual([
    '<h1 id="one">One</h1>',
    '<p>Two <code>a&lt;b</code> and <b>three</b>,',
    'four.</p>',
    '<pre># no heading &lt;x&gt;</pre>',
    '<table><tr><th>H</th><th>I</th></tr>',
    '<tr><td>a</td><td><code>b</code></td></tr></table>',
    '<ul><li>x',
    'goes on</li>',
    '<li>y</li></ul>',
  ])
})

test('what is in code stays as it is, and no text of a file becomes markup', () => {
  expect(markdownHtml('`**x**` <script>&')).toBe('<p><code>**x**</code> &lt;script&gt;&amp;</p>')
})

test('the page of the exchange interface has both documents, and no script, link elsewhere or mark left over', async () => {
  const page = await exchangePage('Plumb')
  for (const heading of ['The interface for traders’ programs', 'Signing', 'What is served'])
    expect(page.replaceAll("'", '’')).toContain(`>${heading}</h`)
  const streams = page.slice(page.lastIndexOf('<h1'))
  expect(streams).toMatch(/^<h1[^>]*>[^<]*stream/i)
  expect(page).not.toMatch(/<script|<link|<img|\son\w+=|style=|href="http/)
  const prose = page.replace(/<(pre|code)>[\s\S]*?<\/\1>/g, '')
  expect(prose).not.toMatch(/\*\*|```|\| ---|^#/m)
})
