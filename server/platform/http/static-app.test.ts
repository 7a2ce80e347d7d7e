import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveApp } from './static-app.ts'

/** The policy of a page, for a browser that asked for this host. */
async function policyOf(host: string, html = '<!doctype html>'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-page-'))
  writeFileSync(join(folder, 'index.html'), html)
  const app = Fastify()
  serveApp(app, folder)
  const { headers } = await app.inject({ url: '/', headers: { host } })
  await app.close()
  rmSync(folder, { recursive: true })
  return String(headers['content-security-policy'])
}

/** What of it lets connect. */
const connectsTo = async (host: string): Promise<string | undefined> =>
  /connect-src ([^;]*);/.exec(await policyOf(host))?.[1]

test('a page may run the script it was built with, and no other that stands in it', async () => {
  const html = `<script data-parts='{"a":["b"]}'>let a = "<p>"</script><script src="./b.js"></script>`
  // echo -n 'let a = "<p>"' | openssl dgst -sha256 -binary | base64
  const hash = 'UM48JoWUGp+zkIqUSCDSN+Awty/R16gt6z37R2ZntIw='
  expect(await policyOf('plumb.example', html)).toContain(`; script-src 'self' 'sha256-${hash}';`)
  expect(await policyOf('plumb.example')).toContain("; script-src 'self';")
})

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
