import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { captureNode, packageFile, root, say } from '../environment.mjs'
import { bugs, type PlantedBug } from './bugs.ts'
import { copyTree, plant } from './copy.ts'

/** No run of the tests is silent for so long: a test that hangs is ended after two minutes. */
const SILENCE_MS = 5 * 60_000
const folder = join(root, '.cache', 'planted')
const copy = join(folder, 'copy')
const reportFile = join(folder, 'report.json')

/** What the report says of a file. */
interface FileResult {
  readonly name: string
  /** What failed outside of its tests; empty where nothing did. */
  readonly message: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

/** Test files that run together; `database` is where, for those that need one. */
interface Run {
  readonly project: 'unit' | 'database'
  readonly database: string
  readonly files: readonly string[]
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !bugs.some((bug) => bug.name === name))
if (unknown.length > 0) {
  const names = bugs.map(({ name }) => `  ${name}`).join('\n')
  say(`there is no planted bug ${unknown.join(', ')}; there are\n${names}`)
  process.exit(1)
}
const chosen = wanted.length === 0 ? bugs : bugs.filter(({ name }) => wanted.includes(name))
process.exit((await arePassing(runsOf(chosen))) && (await areCaught(chosen)) ? 0 : 1)

/** Whether the tests pass without a bug: a test that fails anyway catches nothing. */
async function arePassing(runs: readonly Run[]): Promise<boolean> {
  copyTree(root, copy)
  for (const run of runs) {
    const { code, failed, output } = await runTests(run, [])
    if (code === 0) continue
    say(output)
    say(`fails without a bug: ${failed.join('; ') || 'the run itself'}`)
    return false
  }
  return true
}

/** Plants one bug after the other and says which are caught. Returns: whether all are. */
async function areCaught(chosen: readonly PlantedBug[]): Promise<boolean> {
  let caught = 0
  for (const bug of chosen) {
    const startedMs = Date.now()
    copyTree(root, copy)
    plant(bug, copy)
    const [failed, output] = await failuresOf(runsOf([bug]))
    const seconds = `${((Date.now() - startedMs) / 1000).toFixed(1).padStart(6)} s`
    if (failed.length > 0) caught++
    else say(output)
    say(
      `${failed.length > 0 ? 'caught' : 'MISSED'} ${seconds}  ${bug.name}${failed[0] ? `: ${failed[0]}` : ''}`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
  say(`${caught} of ${chosen.length} planted bugs caught`)
  return caught === chosen.length
}

/** Runs until one has a failing test. */
async function failuresOf(runs: readonly Run[]): Promise<[failed: readonly string[], output: string]> {
  let all = ''
  for (const run of runs) {
    const { failed, output } = await runTests(run, ['--bail=1'])
    if (failed.length > 0) return [failed, output]
    all += output
  }
  return [[], all]
}

/**
 * The test files of these bugs, put together where they may run together: on the database that a bug needs, or
 * `TEST_DATABASE`, the embedded one else.
 */
function runsOf(some: readonly PlantedBug[]): Run[] {
  const runs = new Map<string, Run & { files: string[] }>()
  for (const { tests, database: needed } of some) {
    for (const file of tests) {
      const project = /\.pg(lite)?\.test\.ts$/.test(file) ? 'database' : 'unit'
      const chosen = needed ?? process.env.TEST_DATABASE ?? 'pglite'
      const database = file.endsWith('.pg.test.ts') ? chosen : 'pglite'
      const key = `${project} ${database}`
      const run = runs.get(key) ?? { project, database, files: [] }
      if (!run.files.includes(file)) run.files.push(file)
      runs.set(key, run)
    }
  }
  return [...runs.values()]
}

/** Runs test files in the copy. Returns: its exit code, the names of the tests that failed, and what it printed. */
async function runTests({ project, database, files }: Run, more: readonly string[]) {
  mkdirSync(folder, { recursive: true })
  rmSync(reportFile, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${reportFile}`]
  const args = [
    packageFile('vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    ...reporters,
    ...more,
    ...files,
  ]
  const env = { TEST_DATABASE: database, TEST_SCOPE: '', NO_COLOR: '1' }
  const { code, output } = await captureNode(args, { cwd: copy, env, silenceMs: SILENCE_MS })
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : { testResults: [] }
  const failed: string[] = report.testResults.flatMap(({ name, message, assertionResults }: FileResult) => {
    const file = relative(copy, name)
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    // What a file asserts once its tests are over is of none of them; one that cannot even begin shows no bug.
    const isOver = tests.length === 0 && assertionResults.some(({ status }) => status === 'passed')
    return isOver && message
      ? [`${file}: after its tests: ${message.split('\n')[0]}`]
      : tests.map(({ fullName }) => `${file}: ${fullName}`)
  })
  return { code, failed, output }
}
