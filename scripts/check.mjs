import { ensureInstalled, runPackage, say } from './environment.mjs'

/** `npm run check`: types, lint and the tests that need nothing; under a minute. */
ensureInstalled()
const steps = [
  ['types', 'typescript/bin/tsc', ['-b']],
  ['lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--reporter=summary']],
  ['unit tests', 'vitest/vitest.mjs', ['run', '--project', 'unit', '--reporter=dot']],
]
for (const [title, file, args] of steps) {
  const startedMs = Date.now()
  const code = runPackage(file, args)
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${title}, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
  if (code !== 0) process.exit(code)
}
