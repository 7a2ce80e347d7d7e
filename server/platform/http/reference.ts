import { createHash } from 'node:crypto'

/** The published contract as a page that people read: made from the OpenAPI document, without scripts and from nowhere else. */

interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
}
interface Field {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Schema
  readonly description?: string
}
interface Operation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly security?: unknown
  readonly parameters: readonly Field[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: {
    readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  }
}
export interface Contract {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;background:#0b0d10;color:#e8eaed;overflow-wrap:anywhere}
a{color:#e8eaed}nav a{display:inline-block;padding:.5rem .75rem .5rem 0}code,pre{font:14px/1.45 ui-monospace,monospace}
details{border-top:1px solid #2a2f36}summary{padding:.75rem 0;cursor:pointer}summary b{display:inline-block;min-width:3.5rem;color:#d7b56d}
small{color:#a5acb5}table{border-collapse:collapse;width:100%;margin:.5rem 0}td,th{border-top:1px solid #2a2f36;padding:.4rem .75rem .4rem 0;vertical-align:top;text-align:left}
pre{background:#14181d;padding:.75rem;overflow-x:auto;white-space:pre-wrap}`

/** The page may show itself and nothing else: its style is named by its hash. */
export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const safe = (text: string): string => text.replace(/[&<>"]/g, (found) => escapes[found]!)

/** Documents of the project as one page, of the same look. */
export function documentPage(title: string, markup: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)}</title><style>${STYLE}</style></head><body>
<nav><a href="/api/reference">The app’s own API</a></nav>
${markup}
</body></html>
`
}

/** All calls by their area, each with what it takes and answers. */
export function referencePage({ info, paths }: Contract): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const areas = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? 'other')
  const title = `${info.title} API ${info.version}`
  const links = [...areas.keys()].map((area) => `<a href="#${safe(area)}">${safe(area)}</a>`).join('\n')
  const sections = [...areas].map(
    ([area, own]) => `<h2 id="${safe(area)}">${safe(area)}</h2>\n${own.map(callText).join('\n')}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)}</title><style>${STYLE}</style></head><body>
<h1>${safe(title)}</h1>
<p>Every answer is an envelope: <code>type</code> and <code>code</code> are 1 and the payload is in <code>data</code>; of a refusal
<code>code</code> is 0, <code>error</code> says which, and <code>message</code> says it for people, in the language of <code>lang</code>.
A session’s token goes into the header <code>Authorization</code>, as it is. Amounts are decimal texts; moments are milliseconds.
A call that takes an <code>Idempotency-Key</code> can be sent again with it: it is done once.</p>
<p>${calls.length} calls. For programs: <a href="/api/openapi.json">openapi.json</a>.
Keys of programs trade by <a href="/api/reference/exchange">an interface of their own</a>.</p>
<nav>${links}</nav>
${sections.join('\n')}
</body></html>
`
}

function callText({
  path,
  method,
  operation,
}: {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const fields = [
    ...operation.parameters.filter(({ name }) => name !== 'lang'),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      ...{ name, schema, in: 'body', required: body?.required?.includes(name) ?? false },
    })),
  ]
  return `<details><summary><b>${method}</b> <code>${safe(path)}</code><br>${safe(operation.summary)}${operation.security ? '' : ' <small>For everybody.</small>'}</summary>
${fields.length === 0 ? '<p><small>Takes nothing.</small></p>' : `<table>${fields.map(fieldText).join('')}</table>`}
<pre>${safe(answerText(operation))}</pre></details>`
}

const fieldText = ({ name, in: where, required, schema, description }: Field): string =>
  `<tr><td><code>${safe(name)}</code>${required ? '' : ' <small>optional</small>'}${where === 'header' ? ' <small>header</small>' : ''}</td><td><code>${safe(typeText(schema))}</code> ${safe(schema.description ?? description ?? '')}</td></tr>`

function answerText({ responses }: Operation): string {
  const { content } = responses[200]
  const files = Object.keys(content).filter((type) => type !== 'application/json')
  if (files.length > 0) return files.join('\n')
  return typeText(content['application/json']?.schema.anyOf?.[0]?.properties?.data ?? {})
}

/** A schema as a text; objects over several lines. */
export function typeText(schema: Schema, indent = ''): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map((one) => typeText(one, indent)))].join(' | ')
  if (schema.items) return `[${typeText(schema.items, indent)}, …]`
  if (schema.properties && Object.keys(schema.properties).length > 0) {
    const inner = `${indent}  `
    const lines = Object.entries(schema.properties).map(
      ([name, one]) =>
        `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${typeText(one, inner)}`,
    )
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  return [schema.type ?? 'any'].flat().join(' | ')
}
