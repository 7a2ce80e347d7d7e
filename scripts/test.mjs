import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build.mjs'
import { ensureInstalled, root, runNode, runPackage, say } from './environment.mjs'
import { ensureParts } from './parts.mjs'

/**
 * `npm test`: everything. Installs what the tests need, then runs types, lint, the size budgets, unit
 * and property tests, the database tests on PGlite and on PostgreSQL, the simulation, and the browser.
 * What cannot run is named with the command that would install it; with CI=true that is a failure.
 */
const results = join(root, '.cache', 'test-results')
const recordings = process.env.MARKET_DATA_DIR ?? join(root, '..', 'shared', 'data')
let passed = 0
let failed = 0
const notRun = []

ensureInstalled()
const missing = ensureParts(say)
const has = (name) => !missing.some((part) => part.name === name)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

step('types', () => runPackage('typescript/bin/tsc', ['-b']))
step('lint', () =>
  runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--reporter=summary']),
)
step('build', () => {
  buildIfNeeded()
  return 0
})
step('size budgets', () => runNode(['scripts/budget.mjs']))
if (!existsSync(join(recordings, 'manifest.json'))) {
  skip('tests on recorded market data', 'set MARKET_DATA_DIR to the folder of recordings')
}
vitest('unit')
vitest('database', { TEST_DATABASE: 'pglite' }, 'on PGlite')
if (has('PostgreSQL')) vitest('database', { TEST_DATABASE: 'postgres' }, 'on PostgreSQL')
else skip('database tests on PostgreSQL', 'apt-get install postgresql')
step('simulation', () => runNode(['server/sim/main.ts', '--seed', '7', '--steps', '1500']))
if (has('Chromium')) vitest('browser')
else skip('browser tests', 'apt-get install chromium')

for (const line of notRun) say(`NOT RUN: ${line}`)
if (process.env.CI === 'true') failed += notRun.length
say(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** A step that counts as one test. */
function step(title, run) {
  const startedMs = Date.now()
  const code = run()
  if (code === 0) passed++
  else failed++
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${title}, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
}

/** One project of the tests; its own counts are added up. */
function vitest(project, env = {}, where = '') {
  const file = join(results, `${project}-${env.TEST_DATABASE ?? 'x'}.json`)
  const startedMs = Date.now()
  const code = runPackage(
    'vitest/vitest.mjs',
    ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile=${file}`],
    { env },
  )
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  passed += report?.numPassedTests ?? 0
  failed += report?.numFailedTests ?? 0
  if (code !== 0 && !report?.numFailedTests) failed++
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  if (skipped > 0) notRun.push(`${skipped} ${project} tests ${where} were skipped`)
  say(
    `${code === 0 ? 'ok    ' : 'FAILED'} ${project} tests ${where}, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`,
  )
}

function skip(title, remedy) {
  notRun.push(`${title}; to run them: ${remedy}`)
}
