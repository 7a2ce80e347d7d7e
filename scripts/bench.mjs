import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build.mjs'
import { ensureInstalled, root, runNode, say } from './environment.mjs'

/**
 * `npm run bench [name ...]`: the benchmarks, one after another on an otherwise quiet machine; JSON in
 * bench/results. What they found is in docs/benchmarks.md.
 */
const all = [
  'book',
  'triggers',
  'engine',
  'options',
  'contract',
  'copy',
  'liabilities',
  'maturities',
  'cells',
  'http',
  'sockets',
  'attack',
  'load',
  'sign-in-timing',
  'page',
  'rows',
  'peers',
]
ensureInstalled()
buildIfNeeded()
const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : all) {
  const file = join('bench', `${name}.ts`)
  if (!existsSync(join(root, file))) {
    say(`there is no benchmark ${name}; there are ${readdirSync(join(root, 'bench')).join(' ')}`)
    process.exit(1)
  }
  say(`\n== ${name}`)
  if (runNode([file]) !== 0) process.exit(1)
}
