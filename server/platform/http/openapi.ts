import * as z from 'zod/mini'
import type { Channel } from '#domain/channel.ts'
import { type Endpoint, understoodFor, type WireNames, wireOf, wireValue } from '#domain/endpoint.ts'

/**
 * The published contract of a list of endpoints, as an OpenAPI 3.1 document in the wire's names; the
 * socket's channels stand beside the paths, as `x-channels`.
 */
export function openApi(
  calls: readonly Endpoint[],
  title: string,
  version: string,
  channels: readonly Channel[] = [],
): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of calls) {
    const methods = endpoint.method === 'ANY' ? ['get', 'post'] : [endpoint.method.toLowerCase()]
    for (const method of methods)
      paths[`/api${endpoint.path}`] = {
        ...paths[`/api${endpoint.path}`],
        [method]: operation(endpoint, method),
      }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    ...(channels.length > 0 && { 'x-channels': channels.map(channelContract) }),
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  }
}

function operation(endpoint: Endpoint, method: string): object {
  const { properties, required } = wireSchema(endpoint)
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same call with the same key is made once and answered alike, for two days.',
    required: false,
    schema: { type: 'string', maxLength: 80 },
  }
  const lang = { name: 'lang', in: 'query', required: false, schema: { type: 'string' } }
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  return {
    tags: [endpoint.area],
    summary: endpoint.summary,
    operationId: `${method}${endpoint.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    ...(endpoint.access === 'public' ? {} : { security: [{ token: [] }] }),
    parameters: [...(method === 'get' ? parameters : []), lang, ...(endpoint.takesKey ? [key] : [])],
    ...(method === 'get'
      ? {}
      : {
          requestBody: {
            content: endpoint.takesFile
              ? { 'multipart/form-data': { schema: withFile(properties, required) } }
              : { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required } } },
          },
        }),
    responses: { 200: endpoint.answersFile.length > 0 ? fileAnswer(endpoint) : envelopeAnswer(endpoint) },
  }
}

const withFile = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties: { ...properties, file: { type: 'string', format: 'binary' } },
  required: [...required, 'file'],
})

const fileAnswer = ({ answersFile }: Endpoint) => ({
  description: 'The file itself; a refusal comes in the envelope',
  content: {
    ...Object.fromEntries(
      answersFile.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
    'application/json': { schema: REFUSAL },
  },
})

const envelopeAnswer = (endpoint: Endpoint) => ({
  description: 'The envelope: type and code are 1 on success, with the payload in data',
  content: { 'application/json': { schema: { anyOf: [envelope(endpoint), REFUSAL] } } },
})

/** The envelope of every refusal. Source: specification section 8. */
const REFUSAL = {
  type: 'object',
  properties: {
    type: { type: 'integer', description: '999: sign in; 998: verification; else 0' },
    code: { const: 0 },
    message: { type: 'string' },
    error: { type: 'string' },
    field: { type: 'string', description: 'The field that it is about, where it is about one' },
    work: { type: 'string', description: 'Of CODE_WORK_NEEDED: the challenge to be solved' },
  },
  required: ['type', 'code', 'message', 'error'],
}

function wireSchema(endpoint: Endpoint): { properties: Record<string, unknown>; required: string[] } {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, object>
    required?: string[]
  }
  const properties: Record<string, unknown> = {}
  for (const [ours, property] of Object.entries(schema.properties ?? {})) {
    const { name, also, values } = wireOf(endpoint.wire, ours)
    properties[name] = {
      ...(inWords(property, (value) => (values ? understoodFor(values, value) : [value])) as object),
      ...(also && { description: `Also understood as ${also.join(', ')}` }),
    }
  }
  return { properties, required: (schema.required ?? []).map((ours) => wireOf(endpoint.wire, ours).name) }
}

function envelope(endpoint: Endpoint): object {
  const payload = outputSchema(endpoint.output, endpoint.outputWire)
  return {
    type: 'object',
    properties: { type: { const: 1 }, code: { const: 1 }, message: payload, data: payload },
    required: ['type', 'code', 'message', 'data'],
  }
}

/** The schema of what is answered or told, in the wire's names and words. */
const outputSchema = (output: z.ZodMiniType, names: WireNames): unknown =>
  renamedSchema(z.toJSONSchema(output, { unrepresentable: 'any' }), names)

/** Our names stand in a schema as names of properties and in lists of required ones, wherever it describes an object. */
function renamedSchema(schema: unknown, names: WireNames): unknown {
  if (Array.isArray(schema)) return schema.map((item) => renamedSchema(item, names))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'required') return [keyword, value.map((ours: string) => wireOf(names, ours).name)]
      if (keyword === 'enum') return [keyword, value]
      if (keyword !== 'properties') return [keyword, renamedSchema(value, names)]
      const properties = Object.entries(value as object).map(([ours, property]) => {
        const { name, values } = wireOf(names, ours)
        const renamed = renamedSchema(property, names)
        return [name, values ? inWords(renamed, (word) => [wireValue(values, word)]) : renamed]
      })
      return [keyword, Object.fromEntries(properties)]
    }),
  )
}

/** A schema with other words for the texts it allows, also where it allows something beside them. */
function inWords(schema: unknown, words: (value: string) => readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inWords(item, words))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'enum') return [keyword, value.flatMap(words)]
      if (keyword === 'default' && typeof value === 'string') return [keyword, words(value)[0]]
      return [keyword, ['anyOf', 'oneOf', 'items'].includes(keyword) ? inWords(value, words) : value]
    }),
  )
}

/** A channel of the socket, with what a client emits to listen to it. */
function channelContract({ name, event, access, summary, params, payload, outputWire }: Channel): object {
  return {
    name,
    event,
    access,
    summary,
    subscribe: access === 'public' ? ['subscribe', [name]] : null,
    parameters: z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }),
    payload: outputSchema(payload, outputWire),
  }
}
