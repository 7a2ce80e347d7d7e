import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPTS = pathToFileURL(join(import.meta.dirname, 'environment.mjs'))

/** A server that is in no hurry to stop, and says who it is. */
const SERVER = `
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1_000)
  console.log('server ' + process.pid)
`
const START = `
  import { startNode } from ${JSON.stringify(String(SCRIPTS))}
  console.log('start ' + process.pid)
  startNode([new URL('./server.mjs', import.meta.url).pathname])
`

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGKILL'],
  ['start', 'SIGKILL'],
] as const)('the server stops when %s is ended by %s', async (whom, signal) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-start-'))
  // A shell that stays between npm and the script, as some do.
  const start = 'node start.mjs; exit $?'
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'start', scripts: { start } }))
  writeFileSync(join(folder, 'start.mjs'), START)
  writeFileSync(join(folder, 'server.mjs'), SERVER)
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const pidOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(said)?.[1])
  await expect.poll(() => pidOf('server'), { timeout: 60_000 }).toBeGreaterThan(0)
  process.kill(whom === 'npm' ? npm.pid! : pidOf('start'), signal)
  await expect.poll(() => isRunning(pidOf('server')), { timeout: 60_000 }).toBe(false)
  await expect.poll(() => isRunning(pidOf('start')), { timeout: 60_000 }).toBe(false)
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit')
  rmSync(folder, { recursive: true })
})
