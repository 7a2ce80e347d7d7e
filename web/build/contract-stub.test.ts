import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutSchemas } from './contract-stub.ts'

const stubbed = (code: string) => withoutSchemas(code, parseAst(code))

test('a call keeps how it is asked for, and loses what the server checks and publishes', () => {
  expect(
    stubbed(`export const a = endpoint({
  method: 'GET',
  summary: 'What, and why: "so"',
  path: '/a/b',
  input: { at: z.prefault(whole(1, 2), '1') },
  wire: { at: 'on_the_wire' },
  output: z.object({ x: z.string() }),
});`).replaceAll(/\s+/g, ' '),
  ).toBe("export const a = endpoint({ method: 'GET', path: '/a/b', wire: { at: 'on_the_wire' }, });")
})

test('a list loses the schemas that listOf makes, and a channel its payload', () => {
  expect(
    stubbed(
      'export const a = endpoint({ path: "/a", ...listOf(view) }), b = channel({ params: { symbol }, event: "b", payload })',
    ),
  ).toBe('export const a = endpoint({ path: "/a",  }), b = channel({  event: "b",  })')
})

test('nothing else is touched', () => {
  const code = 'export const view = z.object({ input: z.string() }); const local = make({ output: 1 })'
  expect(stubbed(code)).toBe(code)
})
