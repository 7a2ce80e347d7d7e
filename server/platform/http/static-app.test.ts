import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveApp } from './static-app.ts'

/** What the policy of the page lets connect, for a browser that asked for this host. */
async function connectsTo(host: string): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-page-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  const app = Fastify()
  serveApp(app, folder)
  const { headers } = await app.inject({ url: '/', headers: { host } })
  await app.close()
  rmSync(folder, { recursive: true })
  return /connect-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1]
}

test.each(['plumb.example', '127.0.0.1:8080', '[::1]:8080'])(
  'a page of %s opens sockets to it alone',
  async (host) => {
    expect(await connectsTo(host)).toBe(`'self' ws://${host} wss://${host}`)
  },
)

test.each(["a.example; script-src 'unsafe-inline'", '*', 'a.example ws:', '*.example'])(
  'the host %j is no part of the policy',
  async (host) => {
    expect(await connectsTo(host)).toBe("'self'")
  },
)
