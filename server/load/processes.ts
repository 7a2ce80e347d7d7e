import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of a process. */

const TICKS_A_SECOND = 100

/** The processor time that a process has used, by Linux. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND : 0
}

/** The same with its children, those that have ended among them. */
export function cpuSecondsOfTree(pid: number): number {
  const own = statOf(pid)
  const ended = own ? (Number(own[13]) + Number(own[14])) / TICKS_A_SECOND : 0
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(pid),
  )
  return children.reduce((sum, child) => sum + cpuSecondsOf(Number(child)), cpuSecondsOf(pid) + ended)
}

const KIB_A_MIB = 1_024

/** How much memory a process has, in MiB; 0 of one that has ended. */
export function memoryMibOf(pid: number): number {
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found ? Number(found[1]) / KIB_A_MIB : 0
  } catch {
    return 0
  }
}

/** How many files and connections a process has open; 0 of one that has ended. */
export function openFilesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** What Linux says of a process from its state on. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
