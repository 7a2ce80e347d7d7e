import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { howMany } from '#server/testing/length.ts'
import { lockFolder } from './folder-lock.ts'

let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumb-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  rmSync(folder, { recursive: true, force: true })
})

const LOCK_FILE = join(import.meta.dirname, 'folder-lock.ts')
/** Says that it is there, waits for the word, tries, says how it went, and lives on. */
const TAKER = `
  const { lockFolder } = await import(process.argv[1])
  console.log('here')
  await new Promise((go) => process.stdin.once('data', go))
  try { await lockFolder(process.argv[2]); console.log('has it') }
  catch (error) { console.log(error.message) }
  setInterval(() => {}, 1000)`

/** A process that will try to take the folder; `through` is a program to start it by. */
async function taker(through: readonly string[] = []) {
  const [program, ...args] = [...through, process.execPath, '--input-type=module', '-e', TAKER]
  const child = spawn(program!, [...args, LOCK_FILE, folder], { stdio: ['pipe', 'pipe', 'ignore'] })
  children.push(child)
  const lines = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>
  const line = async () => String((await lines.next()).value).trim()
  expect(await line()).toBe('here')
  return {
    child,
    take() {
      child.stdin.write('go')
      return line()
    },
  }
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

const locks = () => readdirSync(folder).filter((name) => name.startsWith('lock'))

describe('the lock of the data folder', () => {
  it('is one process’s alone, said with its number, until it is given back', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(
      `the data folder ${folder} is in use by process ${process.pid}; stop it first, or set another DATA_DIR`,
    )
    lock.release()
    expect(locks()).toEqual([])
    const again = await lockFolder(folder)
    again.release()
    lock.release()
  })

  it('of a process that was killed is taken over, and nothing of it is left', async () => {
    const dead = await taker()
    expect(await dead.take()).toBe('has it')
    await kill(dead.child)
    const lock = await lockFolder(folder)
    expect(locks()).toHaveLength(1)
    lock.release()
    expect(locks()).toEqual([])
  })

  it('of a process that stands still is not taken over', async () => {
    const still = await taker()
    expect(await still.take()).toBe('has it')
    still.child.kill('SIGSTOP')
    await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${still.child.pid};`)
  })

  it('is taken by one of many that start at once over a dead one’s', async () => {
    for (let round = 0; round < howMany(3, 1); round++) {
      const dead = await taker()
      expect(await dead.take()).toBe('has it')
      await kill(dead.child)
      const takers = await Promise.all([taker(), taker(), taker()])
      const said = await Promise.all(takers.map(({ take }) => take()))
      expect(said.filter((line) => line === 'has it')).toHaveLength(1)
      for (const { child } of takers) await kill(child)
    }
  })

  it.runIf(canUnshare())('holds between two containers on one volume', async () => {
    const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
    const [first, second] = [await taker(container), await taker(container)]
    expect(await first.take()).toBe('has it')
    expect(await second.take()).toMatch(/is in use by process \d+/)
  })

  it('works however long the folder’s name is', async () => {
    folder = join(folder, 'x'.repeat(120), 'y'.repeat(120))
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(/is in use by process/)
    expect(locks()).toHaveLength(1)
    lock.release()
    expect(locks()).toEqual([])
  })

  it('is not stopped by what a copy left in its place', async () => {
    writeFileSync(join(folder, 'lock.12.host.abcdef'), '')
    const lock = await lockFolder(folder)
    lock.release()
    expect(existsSync(join(folder, 'lock.12.host.abcdef'))).toBe(false)
  })
})

function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
