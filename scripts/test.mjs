import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureInstalled, root, say } from './environment.mjs'
import { ensureParts } from './parts.mjs'
import { lint, runStep, scriptStep, testStep, types } from './steps.mjs'

/**
 * `npm test`: everything. Installs what the tests need, then runs types, lint, the size budgets, unit and
 * property tests, the simulation, the database tests on PostgreSQL and on PGlite, and the browser. What
 * cannot run is named with the command that would install it; with CI=true that is a failure.
 *
 * Where a few files of a step fail, each of them runs once more by itself. What passes then counts as passed,
 * and is named at the end with its first error: it is a defect all the same, of the test or of what it tests.
 *
 * Before a release: `npm test -- --both` runs every database test on both databases; without it those of products,
 * accounts and behavior (`*.behavior.pg.test.ts`) run on PostgreSQL alone. `--full` runs long tests at full length
 * (`server/testing/length.ts`), and what is left to it alone (`LEFT_TO_FULL` in `vitest.config.ts`).
 */
const isBoth = process.argv.includes('--both')
process.env.TEST_LENGTH = process.argv.includes('--full') ? 'full' : (process.env.TEST_LENGTH ?? 'usual')
const results = join(root, '.cache', 'test-results')
const recordings = process.env.MARKET_DATA_DIR ?? join(root, '..', 'shared', 'data')
const SLOWEST_SHOWN = 10
/** More than these have no bad luck in common. */
const MAX_FILES_AGAIN = 3
const startedMs = Date.now()
if (process.env.TEST_LENGTH !== 'full')
  say('left to --full: rounds of kills, failovers and load, and long stories (vitest.config.ts)')
let passed = 0
let failed = 0
const notRun = []
/** What failed, and what passed only when its file ran again: with the first line of its error. */
const failures = []
const passedAgain = []
/** Every file of tests, how long it took and where. */
const files = []
/** The tests that passed anywhere, and where which were skipped: `file: name`. */
const passedTests = new Set()
const skipped = []

ensureInstalled()
const missing = ensureParts(say)
const has = (name) => !missing.some((part) => part.name === name)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
if (!existsSync(join(recordings, 'manifest.json'))) {
  skip('tests on recorded market data', 'set MARKET_DATA_DIR to the folder of recordings')
}
if (has('PostgreSQL') && !has('Citus')) {
  skip('tests of a history on Citus', '../shared/engines/build-citus')
}

const build = { title: 'build', run: scriptStep(['scripts/build.mjs']) }
const budgets = { title: 'size budgets', run: scriptStep(['scripts/budget.mjs']), isTold: true }
const simulation = {
  title: 'simulation',
  run: scriptStep(['server/sim/main.ts', '--seed', '7', '--steps', '600']),
  isTold: true,
}
const isSecondRun = has('PostgreSQL') && !isBoth
const scope = isSecondRun ? { TEST_SCOPE: 'differences' } : {}
// Two rows of about the same length beside each other: while one waits, for a browser or a killed server, the other works.
await Promise.all([
  (async () => {
    await steps(types, lint)
    await vitest('unit')
    if (has('PostgreSQL')) await vitest('database', { TEST_DATABASE: 'postgres' }, 'on PostgreSQL')
    else skip('database tests on PostgreSQL', 'apt-get install postgresql')
    await steps(simulation)
  })(),
  (async () => {
    await steps(build, budgets)
    if (has('Chromium')) await vitest('browser')
    else skip('browser tests', 'apt-get install chromium')
    await vitest('database', { TEST_DATABASE: 'pglite', ...scope }, 'on PGlite')
  })(),
])

for (const { title, tests } of skipped) {
  // What only one of the databases does runs there alone.
  const elsewhere = tests.filter((test) => passedTests.has(test))
  if (elsewhere.length > 0)
    say(`${elsewhere.length} of the ${title} say nothing there and ran on the other database:`)
  for (const test of elsewhere) say(`          ${test}`)
  const nowhere = tests.length - elsewhere.length
  if (nowhere > 0) notRun.push(`${nowhere} of the ${title} were skipped`)
}
files.sort((one, other) => other.ms - one.ms)
say(`the ${SLOWEST_SHOWN} slowest of ${files.length} files:`)
for (const { ms, name, where } of files.slice(0, SLOWEST_SHOWN))
  say(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name} ${where}`.trimEnd())
say(`all in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`)
for (const { test, error } of failures) say(`FAILED: ${test}: ${error}`)
for (const { test, error } of passedAgain) say(`PASSED ONLY WHEN RUN AGAIN: ${test}: ${error}`)
for (const line of notRun) say(`NOT RUN: ${line}`)
if (process.env.CI === 'true') failed += notRun.length
say(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Steps one after the other; each counts as one test. */
async function steps(...list) {
  for (const step of list) {
    if (await runStep(step)) passed++
    else failed++
  }
}

/** One project of the tests; its own counts are added up. */
async function vitest(project, env = {}, where = '') {
  const title = `${project} tests ${where}`.trim()
  const first = await runTests(title, project, env)
  const unlucky = first.files.filter(({ status }) => status === 'failed')
  const isTriedAgain = unlucky.length > 0 && unlucky.length <= MAX_FILES_AGAIN
  const paths = unlucky.map(({ name }) => relative(root, name))
  const second = isTriedAgain
    ? await runTests(`${title}, ${paths.join(' ')} again`, project, env, paths)
    : undefined
  const errors = errorsOf(second?.files ?? unlucky)
  failures.push(...errors)
  const isStillFailing = (error) => errors.some(({ test }) => test === error.test)
  if (second) passedAgain.push(...errorsOf(unlucky).filter((error) => !isStillFailing(error)))
  const counted = second
    ? [...first.files.filter((file) => !unlucky.includes(file)), ...second.files]
    : first.files
  failed += errors.length
  if (!(second ?? first).isPassed && errors.length === 0) failed++
  const left = []
  for (const { name, startTime, endTime, assertionResults } of counted) {
    files.push({ name: relative(root, name), where, ms: endTime - startTime })
    for (const { status, fullName } of assertionResults) {
      const test = `${relative(root, name)}: ${fullName}`
      if (status === 'passed') {
        passed++
        passedTests.add(test)
      } else if (status !== 'failed') left.push(test)
    }
  }
  if (left.length > 0) skipped.push({ title, tests: left })
}

/** Runs a project's tests, or these files of it. Returns: whether they passed, and what the report says of each file. */
async function runTests(title, project, env, paths = []) {
  const file = join(results, `${project}-${env.TEST_DATABASE ?? 'x'}${paths.length > 0 ? '-again' : ''}.json`)
  const run = testStep(project, ['--reporter=json', `--outputFile=${file}`, ...paths], env)
  const isPassed = await runStep({ title, run })
  return { isPassed, files: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).testResults : [] }
}

/** The failed tests of these files, each with the first line of every error of it; a file that could not be loaded as one. */
function errorsOf(failedFiles) {
  return failedFiles.flatMap(({ name, status, message, assertionResults }) => {
    const test = relative(root, name)
    const tests = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        test: `${test}: ${fullName}`,
        // What a test leaves behind may say why it failed.
        error: [...new Set(failureMessages.map(firstLine))].join(' | '),
      }))
    return status === 'failed' && tests.length === 0 ? [{ test, error: firstLine(message) }] : tests
  })
}

function firstLine(text = '') {
  return text.split('\n')[0]
}

function skip(title, remedy) {
  notRun.push(`${title}; to run them: ${remedy}`)
}
