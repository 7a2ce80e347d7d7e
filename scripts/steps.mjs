import { captureNode, packageFile, say } from './environment.mjs'

/** What `check.mjs` and `test.mjs` are made of: steps that are timed, and may run beside each other. */

/** No step is silent for so long. */
const SILENCE_MS = 115_000
/** Tests have limits of their own, and `report-hangs.mjs` names the file that hangs, sooner than this. */
const SILENCE_OF_TESTS_MS = 13 * 60_000

export const types = { title: 'types', run: packageStep('typescript/bin/tsc', ['-b']) }
export const lint = {
  title: 'lint',
  run: packageStep('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--reporter=summary']),
}

/** A program of a package; its exit code says whether it passed. */
export function packageStep(file, args, env) {
  return () => captureNode([packageFile(file), ...args], { env, silenceMs: SILENCE_MS })
}

/** A project of the tests, with these reporters too. */
export const testStep = (project, reporters = [], env = {}) => {
  const args = [
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=./scripts/report-hangs.mjs',
    ...reporters,
  ]
  return () =>
    captureNode([packageFile('vitest/vitest.mjs'), ...args], { env, silenceMs: SILENCE_OF_TESTS_MS })
}

/** A script of the project. */
export function scriptStep(args, env) {
  return () => captureNode(args, { env, silenceMs: SILENCE_MS })
}

/**
 * Runs a step and says how it went and how long it took; prints its output when it failed, or always with
 * `isTold`.
 *
 * Returns: whether it passed.
 */
export async function runStep({ title, run, isTold = false }) {
  const startedMs = Date.now()
  const { code, output } = await run()
  if (code !== 0 || isTold) say(output.trimEnd())
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${title}, ${seconds} s`)
  return code === 0
}
