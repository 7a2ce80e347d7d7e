import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SECOND_MS } from '#domain/time.ts'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { freePort, postgresProgram } from '#server/testing/cluster.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import {
  type Common,
  databaseFile,
  databaseUrl,
  etcdFile,
  haproxyFile,
  type Node,
  patroniFile,
} from './files.ts'

/** A machine of the database, as its processes on this one. */
export interface Machine extends Node {
  /** PostgreSQL's first process. */
  postmaster(): number
  /** Starts it again after it was killed. */
  start(): void
  /** All of its processes get this signal at once. */
  signalAll(signal: NodeJS.Signals): void
}

export interface LocalPatroni {
  /** The database, through HAProxy. */
  readonly url: string
  readonly machines: readonly Machine[]
  primary(): Promise<Machine>
  /** Waits until there are a primary, one that commits wait for, and all others follow. */
  untilWhole(): Promise<void>
  /** Has the machine that commits wait for take over, in order. */
  switchOver(): Promise<void>
  stop(): Promise<void>
}

const HOST = '127.0.0.1'
const WAIT_MS = 120_000
const LOOK_EVERY_MS = 100
const STOP_WITHIN_MS = 20_000
const isRoot = process.getuid?.() === 0

/** Where one of Debian's packages puts what is needed, and its name. */
export type Program = readonly [path: string, named: string]

const PROGRAMS: readonly Program[] = [
  ['/usr/lib/postgresql', 'postgresql'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/lib/python3/dist-packages/etcd', 'python3-etcd'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/sbin/haproxy', 'haproxy'],
]

/** The packages of the database, and of what is used beside it, that are missing here. */
export const missingPackages = (
  beside: readonly Program[] = [],
  isThere: (path: string) => boolean = existsSync,
): string[] => [...PROGRAMS, ...beside].filter(([path]) => !isThere(path)).map(([, named]) => named)

/** The number and the group of the user whom PostgreSQL's data belongs to. */
function postgresUser(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * Starts etcd, PostgreSQL under Patroni and HAProxy on loopback, with their data in a folder that is made anew.
 *
 * Refuses: (by throwing) where it does not come up, with where the logs are.
 */
export async function startPatroni(folder: string, count = 3): Promise<LocalPatroni> {
  const owner = isRoot ? postgresUser() : undefined
  rmSync(folder, { recursive: true, force: true })
  makeFolder(folder)
  const running = new Set<ChildProcess>()

  function makeFolder(path: string): void {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (owner) chownSync(path, owner.uid, owner.gid)
  }

  function write(path: string, text: string): string {
    writeFileSync(path, text)
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }

  /** Starts a program as the owner of the data; what it says goes to a file. */
  function run(name: string, command: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const [program, ...args] = command
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program!, args, {
      ...owner,
      cwd: '/',
      // In a group of its own: an interrupt by the keyboard reaches us alone, and they end in order.
      detached: true,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder, ...env },
      stdio: ['ignore', log, log],
    })
    running.add(child)
    const callOff = runAfterExit('kill -KILL "$1"', String(child.pid))
    child.once('exit', () => {
      running.delete(child)
      callOff()
    })
    return child
  }

  const nodes: Node[] = []
  for (let n = 1; n <= count; n++) {
    const own = join(folder, `node${n}`)
    makeFolder(own)
    nodes.push({
      ...{ name: `node${n}`, host: HOST, port: await freePort(), restPort: await freePort() },
      ...{ etcdPort: await freePort(), etcdPeerPort: await freePort() },
      ...{ data: join(own, 'data'), etcdData: join(own, 'etcd'), pgpass: join(own, 'pgpass'), sockets: own },
    })
  }
  const proxyPort = await freePort()
  const common: Common = {
    ...{ etcd: nodes, bin: postgresProgram('.'), network: `${HOST}/32` },
    ...{ superuserPassword: 'loopback', replicationPassword: 'loopback' },
    ...{ rewindPassword: 'loopback', plumbPassword: 'loopback' },
    ...{ maxConnections: 200, sharedBuffers: '128MB', bind: `${HOST}:${proxyPort}` },
  }

  const etcdOf = (node: Node): Record<string, string> =>
    Object.fromEntries(
      [...etcdFile(node, common).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )

  const machines = nodes.map((node): Machine => {
    const file = write(join(folder, node.name, 'patroni.yml'), patroniFile(node, common))
    let own: ChildProcess[] = []
    const machine: Machine = {
      ...node,
      start() {
        own = [
          run(`etcd-${node.name}`, ['/usr/bin/etcd'], etcdOf(node)),
          run(`patroni-${node.name}`, ['/usr/bin/patroni', file]),
        ]
      },
      postmaster: () => Number(readFileSync(join(node.data, 'postmaster.pid'), 'utf8').split('\n')[0]),
      signalAll(signal) {
        const file = join(node.data, 'postmaster.pid')
        // The file of one that was killed stays, and its number may be somebody else's by now.
        const first = existsSync(file) ? [machine.postmaster()].filter((pid) => worksIn(node.data, pid)) : []
        for (const pid of [...stillRunning(own), ...first, ...childrenOf(first)].filter(isThere))
          process.kill(pid, signal)
      },
    }
    machine.start()
    // Patroni leaves its PostgreSQL behind when it is killed.
    runAfterExit('kill -QUIT $(head -n 1 "$1/postmaster.pid" 2>/dev/null) 2>/dev/null', node.data)
    return machine
  })
  const proxyFile = write(join(folder, 'haproxy.cfg'), haproxyFile(nodes, common))
  run('haproxy', ['/usr/sbin/haproxy', '-db', '-f', proxyFile])

  interface Member {
    readonly name: string
    readonly role: string
    readonly state: string
  }
  /** What a machine that can be asked says of all. */
  async function members(): Promise<readonly Member[]> {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://${HOST}:${restPort}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => undefined)
      const told = (await answer?.json().catch(() => undefined)) as { members?: Member[] } | undefined
      if (told?.members) return told.members
    }
    return []
  }

  const until = <T>(what: string, look: () => Promise<T>) =>
    waitUntil(look, {
      ...{ withinMs: WAIT_MS, everyMs: LOOK_EVERY_MS },
      otherwise: () => `no ${what} after ${WAIT_MS / SECOND_MS} s: see ${folder}/*.log`,
    })

  const primary = () =>
    until('primary', async () => {
      const leader = (await members()).find(({ role }) => role === 'leader')
      return machines.find(({ name }) => name === leader?.name)
    })

  const untilWhole = () =>
    until('whole cluster', async () => {
      const roles = (await members()).filter(({ state }) => /^(running|streaming)$/.test(state))
      const has = (role: string) => roles.filter((each) => each.role === role).length
      return roles.length === count && has('leader') === 1 && has('sync_standby') >= 1
    }).then(() => {})

  async function stop(): Promise<void> {
    // Patroni stops its PostgreSQL; the others are not needed for it.
    const patronis = [...running].filter(({ spawnargs }) => spawnargs[0] === '/usr/bin/patroni')
    for (const some of [patronis, running]) {
      const left = [...some].filter((child) => running.has(child))
      const ended = left.map((child) => once(child, 'exit'))
      for (const child of left) child.kill('SIGTERM')
      await Promise.race([Promise.all(ended), pause(STOP_WITHIN_MS)])
    }
  }

  await untilWhole()
  const { sockets, port } = await primary()
  const psql = ['-h', sockets, '-p', `${port}`, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q']
  execFileSync(postgresProgram('psql'), psql, { ...owner, cwd: '/', input: databaseFile(common) })
  const url = databaseUrl(common)
  await until('database', async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  })

  return {
    url,
    machines,
    primary,
    untilWhole,
    async switchOver() {
      const leader = await primary()
      const answer = await fetch(`http://${HOST}:${leader.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name }),
      })
      if (!answer.ok) throw new Error(`no switch: ${answer.status} ${await answer.text()}`)
    },
    stop,
  }
}

/** Those that have not ended: the number of one that has may be somebody else's by now. */
export const stillRunning = (
  children: readonly Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode'>[],
): number[] =>
  children.flatMap(({ pid, exitCode, signalCode }) =>
    pid !== undefined && exitCode === null && signalCode === null ? [pid] : [],
  )

/** Whether a process has this folder as its own, as PostgreSQL has that of its data. */
export function worksIn(folder: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The processes that some have started, by Linux. */
function childrenOf(parents: readonly number[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return parents.includes(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
      } catch {
        return false
      }
    })
    .map(Number)
}
