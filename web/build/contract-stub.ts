import type { ESTree, Plugin } from 'vite'

/** What of a call or a channel is for the server to check and to publish, and for the types. */
const SERVER_ONLY: readonly string[] = ['summary', 'input', 'lists', 'output', 'params', 'payload']

/**
 * Contract stub: leaves out of `domain/` contracts what the customer's browser never reads. The schemas are stubs there
 * (`schema-stub.ts`); without them the contracts do not bring along the rules and the words that they were made of.
 */
export function contractStub(): Plugin {
  return {
    name: 'contract-stub',
    apply: 'build',
    // After the types are gone: what is left is parsed as JavaScript.
    enforce: 'post',
    transform: {
      filter: { id: /\/domain\/.*\.ts$/, code: 'zod/mini' },
      handler(code) {
        return { code: pureSchemas(withoutSchemas(code, this.parse(code))), map: null }
      },
    },
  }
}

/** A module's code without what is for the server alone in the calls and channels that it exports. */
export function withoutSchemas(code: string, { body }: ESTree.Program): string {
  let left = code
  // From the end, so that the places before it stay right.
  for (const { start, end } of body.flatMap(serverOnly).toReversed())
    left = left.slice(0, start) + left.slice(end).replace(/^\s*,/, '')
  return left
}

/** Says of what makes a schema that it does nothing else, so that one which nobody reads is left out. */
const pureSchemas = (code: string): string =>
  code.replaceAll(/^[^*\n]*$/gm, (line) => line.replaceAll(/\bz\.\w+\(/g, '/* @__PURE__ */ $&'))

/** The properties of `export const name = endpoint({ … })` to leave out, first to last. */
function serverOnly(statement: ESTree.Program['body'][number]): { start: number; end: number }[] {
  if (statement.type !== 'ExportNamedDeclaration') return []
  if (statement.declaration?.type !== 'VariableDeclaration') return []
  return statement.declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
    const [definition] = init.arguments
    if (!['endpoint', 'channel'].includes(init.callee.name)) return []
    if (definition?.type !== 'ObjectExpression') return []
    return definition.properties.filter((property) =>
      property.type === 'SpreadElement'
        ? property.argument.type === 'CallExpression' &&
          property.argument.callee.type === 'Identifier' &&
          property.argument.callee.name === 'listOf'
        : property.key.type === 'Identifier' && SERVER_ONLY.includes(property.key.name),
    )
  })
}
