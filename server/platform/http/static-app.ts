import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** A host as browsers write it, with its port. Anything else is no part of a policy. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/**
 * What a page of ours may load and do: only what we serve, no script in it but those it was built with, by their hashes,
 * never inside a frame. Sockets go to the host that the page came from; some browsers do not count them as 'self'.
 */
const policyFor = (host: string, ownScripts: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...ownScripts].join(' '),
    "style-src 'self'",
    "img-src 'self' blob: data:",
    // Of artworks; `blob:` for what the console asks for with its session.
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${HOST.test(host) ? ` ws://${host} wss://${host}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** In a page no text becomes markup or script, whatever code tries it; two policies of it name one worker each. */
const PAGE_ONLY = "; require-trusted-types-for 'script'; trusted-types service-worker code-work"

const YEAR = 'public, max-age=31536000, immutable'

/** The scripts that stand in a page itself, as its policy names them. */
const scriptsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )

/**
 * Serves one built app at `/`. Its hashed files are kept for ever by the browser, the page itself is
 * asked for each time; compressed copies made by the build are sent as they are.
 */
export function serveApp(app: FastifyInstance, folder: string): void {
  if (!existsSync(`${folder}/index.html`)) {
    app.get('/', (_, reply) => reply.callNotFound())
    return
  }
  const ownScripts = scriptsIn(readFileSync(`${folder}/index.html`, 'utf8'))
  app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isPage = /\.html(\.\w+)?$/.test(path)
      reply.header('cache-control', /\/assets\//.test(path) ? YEAR : 'no-cache')
      reply.header(
        'content-security-policy',
        policyFor(reply.request.host, ownScripts) + (isPage ? PAGE_ONLY : ''),
      )
      reply.header('cross-origin-opener-policy', 'same-origin')
    },
  })
}
