import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * `node scripts/verify-pack.mjs FOLDER`: puts into a folder all that verifying needs beside Node, to be kept and given on:
 * the verifier, the files of rules that it imports as they are, and FILES with the lines and the SHA-256 of each.
 */

const root = join(import.meta.dirname, '..')
const IMPORTS = /^(?:import|export)\s(?!type\s)[^;'"]*?from '(\.[^']+)'/gm

/** The verifier and every file that it imports, in the order in which they are met. */
export function filesOf(path = join(import.meta.dirname, 'verify.mjs'), seen = new Map()) {
  const text = readFileSync(path, 'utf8')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const name = relative(root, path).replaceAll('\\', '/')
  seen.set(path, { name, text, sha256, lines: text.trimEnd().split('\n').length })
  for (const [, from] of text.matchAll(IMPORTS)) {
    const next = join(dirname(path), from)
    if (!seen.has(next)) filesOf(next, seen)
  }
  return [...seen.values()]
}

/** Writes them; returns what it wrote. */
export function packVerifier(folder) {
  const files = filesOf()
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const { name, text } of files) write(name, text)
  write('FILES', files.map(({ name, lines, sha256 }) => `${sha256}  ${name}  ${lines} lines\n`).join(''))
  write('package.json', '{ "type": "module" }\n')
  return files
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('usage: node scripts/verify-pack.mjs FOLDER')
    process.exit(2)
  }
  const [verifier, ...rules] = packVerifier(folder)
  const lines = rules.reduce((sum, file) => sum + file.lines, 0)
  console.log(
    `verifier: ${verifier.lines} lines; rules: ${rules.length} files of ${lines} lines; in ${folder}`,
  )
}
