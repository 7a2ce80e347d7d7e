import * as z from 'zod/mini'
import type { Channel } from '#domain/channel.ts'
import { type Endpoint, outputToWire, wireOf } from '#domain/endpoint.ts'

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
    parameters: [...(method === 'get' ? parameters : []), lang, ...(endpoint.money ? [key] : [])],
    ...(method === 'get'
      ? {}
      : {
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required } },
            },
          },
        }),
    responses: {
      200: {
        description: 'The envelope: type and code are 1 on success, with the payload in data',
        content: { 'application/json': { schema: envelope(endpoint) } },
      },
    },
  }
}

function wireSchema(endpoint: Endpoint): { properties: Record<string, unknown>; required: string[] } {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  const properties: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const [wireName, values] = wireOf(endpoint, name)
    properties[wireName] = values ? { type: 'string', enum: Object.values(values) } : property
  }
  return { properties, required: (schema.required ?? []).map((name) => wireOf(endpoint, name)[0]) }
}

function envelope(endpoint: Endpoint): object {
  const payload = outputSchema(endpoint)
  return {
    type: 'object',
    properties: { type: { type: 'integer' }, code: { type: 'integer' }, message: {}, data: payload },
  }
}

/** The output's schema in the wire's names, which stand in it as names of properties and in lists of required ones. */
function outputSchema(endpoint: Endpoint): unknown {
  const schema = z.toJSONSchema(endpoint.output, { unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(outputToWire(endpoint, schema)), (key, value: unknown) =>
    key === 'required' && Array.isArray(value)
      ? value.map((name: string) => endpoint.outputWire[name] ?? name)
      : value,
  )
}

/** A channel of the socket, with what a client emits to listen to it. */
function channelContract({ name, event, access, summary, params, payload }: Channel): object {
  return {
    name,
    event,
    access,
    summary,
    subscribe: access === 'public' ? ['subscribe', [name]] : null,
    parameters: z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }),
    payload: z.toJSONSchema(payload, { unrepresentable: 'any' }),
  }
}
