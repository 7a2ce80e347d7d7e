import { createServer } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { type Collector, startCollector } from '#server/testing/collector.ts'
import { createLog } from './log.ts'
import { openTraces, type Traces } from './otlp.ts'
import { beginSpan, currentSpan, isTracing, noteError, setTracer, traced, within } from './tracing.ts'

/** Spans as a collector gets them. */

afterEach(() => setTracer(undefined))

async function openAt(url: string): Promise<Traces & { readonly lines: string[] }> {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const traces = openTraces({ url, version: '1', role: 'all', log, sendEveryMs: 10 })
  onTestFinished(traces.close)
  setTracer(traces.tracer)
  return { ...traces, lines }
}

async function open(options?: { holds: boolean }): Promise<Traces & { readonly collector: Collector }> {
  const collector = await startCollector(options)
  onTestFinished(collector.close)
  return { ...(await openAt(collector.url)), collector }
}

test('without a tracer work is done as it is, and nothing is known of a span', async () => {
  expect(isTracing()).toBe(false)
  expect(beginSpan('nothing')).toBeUndefined()
  const work = Promise.resolve(7)
  expect(traced('nothing', {}, () => work)).toBe(work)
  expect(within(undefined, () => currentSpan())).toBeUndefined()
})

test('work within work is its part, also when they are mixed in time', async () => {
  const { collector, close } = await open()
  const one = (name: string) =>
    traced(name, {}, async () => {
      await new Promise(setImmediate)
      await traced(`part of ${name}`, {}, () => new Promise<void>(setImmediate))
    })
  await Promise.all([one('first'), one('second')])
  await close()
  const spans = collector.spans()
  for (const name of ['first', 'second']) {
    const whole = spans.find((span) => span.name === name)!
    const part = spans.find((span) => span.name === `part of ${name}`)!
    expect(whole).toMatchObject({ parentSpanId: undefined, kind: 'internal', failed: false })
    expect(part).toMatchObject({ parentSpanId: whole.spanId, traceId: whole.traceId })
  }
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2)
  expect(spans[0]!.resource).toMatchObject({ 'service.name': 'plumb', 'plumb.role': 'all' })
})

test('a span of another process is the parent where it says so in the W3C’s words, and nothing else is', async () => {
  const { collector, close } = await open()
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  await traced('theirs', { kind: 'server', parent: `00-${traceId}-${spanId}-01` }, async (span) => {
    expect(span!.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  })
  const wrong = [
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `01-${traceId}-${spanId}-01`,
    'drop table',
    '',
    '00-1-2-01',
  ]
  for (const parent of wrong) await traced('wrong', { parent }, async () => {})
  await close()
  expect(collector.spans().find(({ name }) => name === 'theirs')).toMatchObject({
    ...{ traceId, parentSpanId: spanId, kind: 'server' },
  })
  const others = collector.spans().filter(({ name }) => name === 'wrong')
  expect(others.length).toBe(wrong.length)
  for (const other of others) {
    expect(other.parentSpanId).toBeUndefined()
    expect(other.traceId).not.toBe(traceId)
  }
})

test('T90: what fails says its code, and never its message', async () => {
  const { collector, close } = await open()
  const error = Object.assign(new Error('key (email)=(ana@plumb.test) exists'), { code: '23505' })
  await expect(traced('failing', {}, () => Promise.reject(error))).rejects.toBe(error)
  await traced('noting', {}, async () => noteError(error))
  const odd = Object.assign(new Error('no'), { code: 'ana@plumb.test' })
  await expect(traced('odd', {}, () => Promise.reject(odd))).rejects.toBe(odd)
  await close()
  const of = (name: string) => collector.spans().find((span) => span.name === name)!
  expect(of('failing')).toMatchObject({ failed: true, attributes: { 'error.type': '23505' } })
  expect(of('noting')).toMatchObject({ failed: false, attributes: { 'error.type': '23505' } })
  expect(of('odd')).toMatchObject({ failed: true, attributes: {} })
  expect(collector.bodies.join()).not.toContain('ana')
})

test('what a span works for beside its parent is linked', async () => {
  const { collector, close } = await open()
  const links = [beginSpan('one')!, beginSpan('other')!]
  await traced('batch', { parent: null, links }, async () => {})
  for (const link of links) link.end()
  await close()
  const spans = collector.spans()
  const batch = spans.find(({ name }) => name === 'batch')!
  expect(batch.links).toEqual(
    ['one', 'other'].map((name) => spans.find((span) => span.name === name)!.spanId),
  )
})

test('a user and a password of the address are a header, and no part of it', async () => {
  const collector = await startCollector()
  onTestFinished(collector.close)
  const { close } = await openAt(`${collector.url.replace('//', '//plumb:s%2Fcret@')}/base/`)
  beginSpan('one')!.end()
  await close()
  const [request] = collector.requests
  expect(request!.url).toBe('/base/v1/traces')
  expect(request!.headers.authorization).toBe(`Basic ${Buffer.from('plumb:s/cret').toString('base64')}`)
})

test('behind a collector that does not answer, no more wait than there is room for', async () => {
  const { collector, close } = await open({ holds: true })
  for (let round = 0; round < 20; round++) {
    for (let n = 0; n < 1_000; n++) beginSpan(`span ${n}`)!.end()
    await new Promise(setImmediate)
  }
  await expect.poll(() => collector.bodies.length).toBeGreaterThan(0)
  collector.answer()
  await close()
  const sent = new Set(collector.spans().map(({ spanId }) => spanId)).size
  expect(sent).toBeGreaterThan(0)
  // The queue, and what was taken from it before it was full.
  expect(sent).toBeLessThanOrEqual(2_048 + 2 * 512)
})

test('a collector that is not there is said once in the log, without what it was sent', async () => {
  const nobody = createServer()
  const port = await new Promise<number>((resolve) =>
    nobody.listen(0, '127.0.0.1', () => resolve((nobody.address() as { port: number }).port)),
  )
  await new Promise((resolve) => nobody.close(resolve))
  const { lines, close } = await openAt(`http://127.0.0.1:${port}`)
  for (let n = 0; n < 3; n++) {
    beginSpan('lost')!.end()
    await new Promise(setImmediate)
  }
  await expect.poll(() => lines.length).toBe(1)
  expect(lines[0]).toMatch(/traces could not be sent/)
  expect(lines[0]).not.toContain('lost')
  await close()
})
