import * as z from 'zod/mini'
import { type Call, wireOf } from '#domain/call.ts'

/** The published contract of a list of calls, as an OpenAPI 3.1 document in the wire's names. */
export function openApi(calls: readonly Call[], title: string, version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const methods = call.method === 'ANY' ? ['get', 'post'] : [call.method.toLowerCase()]
    for (const method of methods)
      paths[`/api${call.path}`] = { ...paths[`/api${call.path}`], [method]: operation(call, method) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  }
}

function operation(call: Call, method: string): object {
  const { properties, required } = wireSchema(call)
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
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
    tags: [call.area],
    summary: call.summary,
    operationId: `${method}${call.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    ...(call.access === 'public' ? {} : { security: [{ token: [] }] }),
    parameters: [...(method === 'get' ? parameters : []), lang, ...(call.money ? [key] : [])],
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
        content: { 'application/json': { schema: envelope(call) } },
      },
    },
  }
}

function wireSchema(call: Call): { properties: Record<string, unknown>; required: string[] } {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  const properties: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const [wireName, values] = wireOf(call, name)
    properties[wireName] = values ? { type: 'string', enum: Object.values(values) } : property
  }
  return { properties, required: (schema.required ?? []).map((name) => wireOf(call, name)[0]) }
}

function envelope(call: Call): object {
  const payload = z.toJSONSchema(call.output, { unrepresentable: 'any' })
  return {
    type: 'object',
    properties: { type: { type: 'integer' }, code: { type: 'integer' }, message: {}, data: payload },
  }
}
