import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { ensureInstalled, fail, root, runPackage, say } from './environment.mjs'

/** The two apps and the sources each is built from. */
const apps = [
  { name: 'web', title: 'the customer app', sources: ['web', 'domain', 'texts'] },
  { name: 'operator', title: 'the console', sources: ['operator', 'web', 'domain', 'texts'] },
]

/** Builds each app whose sources changed since its last build. */
export function buildIfNeeded() {
  for (const app of apps) {
    const stamp = join(root, 'dist', `${app.name}.sources`)
    const now = digest([...app.sources, 'package-lock.json'])
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) continue
    say(`building ${app.title}`)
    const code = runPackage('vite/bin/vite.js', [
      'build',
      '--config',
      `${app.name}/vite.config.ts`,
      '--logLevel',
      'error',
    ])
    if (code !== 0) fail(`${app.title} could not be built`)
    mkdirSync(join(root, 'dist'), { recursive: true })
    compress(join(root, 'dist', app.name))
    writeFileSync(stamp, now)
  }
}

/** Puts a brotli and a gzip copy beside each text file, so that the server never compresses one itself. */
function compress(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue
    const bytes = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, quality))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

/** One hash over the names and contents of the files below some paths, tests left out. */
function digest(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const full = join(root, path)
    const entries = path.endsWith('.json') ? undefined : readdirSync(full, { withFileTypes: true })
    if (!entries) return void hash.update(path).update(readFileSync(full))
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) visit(inner)
      else if (!/\.test\.tsx?$|\.md$/.test(entry.name))
        hash.update(inner).update(readFileSync(join(root, inner)))
    }
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  buildIfNeeded()
}
