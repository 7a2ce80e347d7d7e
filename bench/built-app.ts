import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** A built app on an origin of its own. */
export interface Site {
  /** Without a slash at its end. */
  readonly url: string
  close(): void
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Serves a built app on a free port of this machine, its texts compressed by brotli beforehand. All that is no file of
 * its own, calls and the socket, goes on to `exchange`: so every app has the same exchange on its own origin, and its
 * files come the same way.
 */
export async function serveBuilt(folder: string, exchange?: string): Promise<Site> {
  const files = new Map<string, { type: string; content: Buffer; isCompressed: boolean }>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (statSync(path).isDirectory() || /\.(br|gz|map)$/.test(name)) continue
    const type = types[extname(name)]
    const content = readFileSync(path)
    files.set(`/${name}`, {
      type: type ?? 'application/octet-stream',
      content: type ? brotliCompressSync(content) : content,
      isCompressed: type !== undefined,
    })
  }
  const onward = (asked: IncomingMessage) => ({
    ...{ host: '127.0.0.1', port: new URL(exchange!).port },
    ...{ method: asked.method, path: asked.url, headers: asked.headers },
  })
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url!, 'http://localhost')
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    if (file) {
      answer.setHeader('content-type', file.type)
      if (file.isCompressed) answer.setHeader('content-encoding', 'br')
      answer.end(file.content)
    } else if (exchange)
      asked.pipe(
        request(onward(asked), (answered) => {
          answer.writeHead(answered.statusCode!, answered.headers)
          answered.pipe(answer)
        }).on('error', () => answer.destroy()),
      )
    else answer.writeHead(404).end()
  })
  server.on('upgrade', (asked, socket, head) => {
    const { hostname, port } = new URL(exchange!)
    const there = connect(Number(port), hostname, () => {
      const headers = asked.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]))
      there.write(`${[`GET ${asked.url} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`)
      there.write(head)
      there.pipe(socket).pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('error', () => there.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
