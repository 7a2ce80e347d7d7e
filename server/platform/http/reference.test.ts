import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { consoleEndpoints, customerEndpoints } from '#server/contract.ts'
import { openApi } from './openapi.ts'
import { type Contract, REFERENCE_POLICY, referencePage, typeText } from './reference.ts'

const page = referencePage(openApi(customerEndpoints, 'Plumb', '1.2.3') as Contract)

test('the reference names every call with its summary, and none of the console', () => {
  for (const { path } of customerEndpoints) expect(page).toContain(`<code>/api${path}</code>`)
  for (const { path } of consoleEndpoints) expect(page).not.toContain(`<code>/api${path}</code>`)
  expect(page).toContain('Plumb API 1.2.3')
})

test('the reference has no script, loads nothing, and its style is the one that its policy allows', () => {
  expect(page).not.toMatch(/<script|<link|<img|\son\w+=|https?:\/\/|style=/)
  const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)]
  expect(styles).toHaveLength(1)
  const hash = createHash('sha256').update(styles[0]![1]!).digest('base64')
  expect(REFERENCE_POLICY).toContain(`style-src 'sha256-${hash}'`)
  expect(REFERENCE_POLICY).toContain("default-src 'none'")
})

test('what a summary says is a text', () => {
  const operation = {
    ...{ tags: ['a"b'], summary: '<b>&"', parameters: [] },
    responses: { 200: { content: { 'text/csv': { schema: {} } } } },
  }
  const shown = referencePage({
    info: { title: '<i>', version: '1' },
    paths: { '/api/x': { get: operation } },
  })
  expect(shown).toContain('&lt;b&gt;&amp;&quot;')
  expect(shown).toContain('id="a&quot;b"')
  expect(shown).not.toContain('<i>')
})

test.each([
  [{ type: 'string' }, 'string'],
  [{ const: 1 }, '1'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number | null'],
  [{ type: 'array', items: { type: 'string' } }, '[string, …]'],
  [
    { type: 'object', properties: { a: { type: 'number' }, b: {} }, required: ['a'] },
    '{\n  a: number\n  b?: any\n}',
  ],
])('%j is written as %j', (schema, text) => {
  expect(typeText(schema)).toBe(text)
})
