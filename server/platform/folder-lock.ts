import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, notWritable } from './folder.ts'

export interface FolderLock {
  release(): void
}

/**
 * Takes the data folder for this process alone: two on one folder would lose rows without an error.
 *
 * Refuses: when a living process holds it, naming that process. A dead holder's lock is taken over.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, 'lock')
  const mine = `${process.pid} ${startedAt(process.pid)}`
  try {
    makeFolder(folder)
    writeFileSync(file, mine, { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' || !existsSync(file)) throw notWritable(folder, error)
    // A lock that was cut off while it was written (a full disk, a crash) is nobody's.
    const [, pid, started] = /^([1-9]\d*) (\d*)$/.exec(readFileSync(file, 'utf8')) ?? []
    if (pid !== undefined && isAlive(Number(pid), started ?? '')) {
      throw new Error(
        `the data folder ${folder} is in use by process ${pid}; stop it first, or set another DATA_DIR`,
      )
    }
    writeFileSync(file, mine)
  }
  return { release: () => rmSync(file, { force: true }) }
}

function isAlive(pid: number, started: string): boolean {
  if (pid === process.pid) return started === startedAt(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = startedAt(pid)
  return now === '' || now === started
}

/** When a process began, where the system tells: a number used again by a later process is then seen. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
