import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { customerEndpoints } from '../server/contract.ts'
import { openApi } from '../server/platform/http/openapi.ts'

/**
 * Writes the types of the TypeScript client from the contract: `node scripts/client.mjs` after a call was added or changed. A
 * test fails while they are out of date. Needs Node 22.18 or newer, which reads TypeScript.
 */
const root = join(import.meta.dirname, '..')
export const TYPES = 'clients/typescript/calls.d.ts'
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The file as it should be. */
export function clientTypes() {
  const { paths } = openApi(customerEndpoints, 'Plumb', version)
  const of = (method) =>
    Object.entries(paths)
      .filter(([, methods]) => methods[method])
      .map(([path, methods]) => callOf(path.replace(/^\/api/, ''), methods[method]))
      .join('')
  return `// Written by scripts/client.mjs from the contract. Do not edit.

/** The calls that read, by their path below \`/api\`: what each takes and answers. */
export interface Gets {
${of('get')}}

/** The calls that change something, and those that take either way. */
export interface Posts {
${of('post')}}
`
}

function callOf(path, { summary, security, parameters, requestBody, responses }) {
  const names = new Set(['lang', 'Idempotency-Key'])
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const fields = body
    ? Object.entries(body.properties).map(([name, schema]) => [name, schema, body.required?.includes(name)])
    : parameters
        .filter(({ name }) => !names.has(name))
        .map(({ name, schema, required }) => [name, schema, required])
  const input = fields.map(
    ([name, schema, required]) => `${key(name)}${required ? '' : '?'}: ${typeOf(schema)}`,
  )
  const who = security ? 'Takes a session.' : 'For everybody.'
  return `  /** ${summary.replaceAll('*/', '* /')}. ${who} */
  '${path}': {
    input: ${input.length === 0 ? 'Record<string, never>' : `{ ${input.join('; ')} }`}
    output: ${outputOf(responses[200].content)}
  }
`
}

function outputOf(content) {
  const answer = content['application/json']?.schema
  const types = Object.keys(content).filter((type) => type !== 'application/json')
  if (types.length > 0) return 'Blob'
  return typeOf(answer.anyOf[0].properties.data)
}

const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** A JSON schema as a type; what it cannot say is \`unknown\`. */
export function typeOf(schema) {
  if (schema === true || schema === undefined) return 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map(typeOf))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
      return `Array<${typeOf(schema.items)}>`
    case 'object':
      return objectOf(schema)
    default:
      return 'unknown'
  }
}

function objectOf({ properties, required = [], additionalProperties }) {
  if (properties && Object.keys(properties).length > 0) {
    const lines = Object.entries(properties).map(
      ([name, schema]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
    )
    return `{ ${lines.join('; ')} }`
  }
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties)}>`
    : 'Record<string, unknown>'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, content] = [join(root, TYPES), clientTypes()]
  if (!existsSync(file) || readFileSync(file, 'utf8') !== content) {
    writeFileSync(file, content)
    console.log(`wrote ${TYPES}`)
  }
}
