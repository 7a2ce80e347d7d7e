import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createFolder, notWritable } from './folder.ts'

export interface FolderLock {
  release(): void
}

const TRIES = 5
const FIRST_WAIT_MS = 60
/** What the address of a socket holds wherever Plumb runs: 103 bytes on macOS, 107 on Linux. */
const MAX_SOCKET_PATH_BYTES = 100

const HOST = hostname()
  .replaceAll(/[^\w-]/g, '')
  .slice(0, 20)
const LOCK = /^lock\.(?<pid>\d+)\.(?<host>[\w-]*)\.[0-9a-f]+$/

/**
 * Locks the data folder for this process: two processes on one folder would lose rows without an error.
 *
 * A lock is a Unix socket in the folder that its holder listens at. Connecting succeeds while the holder
 * is alive, however busy and in whatever container, and is refused once it is dead. Each process first
 * listens, then looks for others: of two that start at once, the second to listen sees the first. When
 * both see each other, both release and retry after random delays.
 *
 * Refuses: when a living process holds it, naming that process. A lock whose holder is dead is taken over.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  for (let attempt = 1; ; attempt++) {
    const lock = await listenIn(folder).catch((error) => {
      throw notWritable(folder, error)
    })
    const other = await livingOther(folder, lock.name)
    if (other === undefined) return lock
    lock.release()
    if (attempt === TRIES) {
      throw new Error(
        `the data folder ${folder} is in use by ${holderOf(other)}; stop it first, or set another DATA_DIR`,
      )
    }
    await new Promise((go) => setTimeout(go, Math.random() * FIRST_WAIT_MS * 2 ** attempt))
  }
}

/** Creates our lock in the folder. */
async function listenIn(folder: string): Promise<FolderLock & { name: string }> {
  createFolder(folder)
  const mark = randomBytes(4).toString('hex')
  const name = `lock.${process.pid}.${HOST}.${mark}`
  // The socket does not keep the process alive and serves no data.
  const server = createServer((caller) => caller.destroy()).unref()
  await nearTo(folder, async (near) => {
    await new Promise<void>((go, fail) => server.once('error', fail).listen(join(near, mark), go))
    // The socket is named once it listens: a name that refuses connections belongs to a dead process.
    renameSync(join(near, mark), join(near, name))
  })
  return {
    name,
    release() {
      rmSync(join(folder, name), { force: true })
      server.close()
    },
  }
}

/** Returns another lock whose holder is alive. Removes the locks of dead holdSources. */
async function livingOther(folder: string, mine: string): Promise<string | undefined> {
  return nearTo(folder, async (near) => {
    for (const name of readdirSync(near)) {
      if (name === mine || !LOCK.test(name)) continue
      if (await answers(join(near, name))) return name
      rmSync(join(near, name), { force: true })
    }
    return undefined
  })
}

const NOBODY = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const caller = connect(address)
    caller.once('connect', () => {
      caller.destroy()
      resolve(true)
    })
    caller.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(!NOBODY.includes(code)))
  })

function holderOf(name: string): string {
  const { pid, host } = LOCK.exec(name)?.groups ?? {}
  return host === HOST ? `process ${pid}` : `process ${pid} on ${host}`
}

/** Returns a path to the folder that fits into a socket address: its own, or a symbolic link to it. */
async function nearTo<T>(folder: string, use: (near: string) => Promise<T>): Promise<T> {
  const longestName = `lock.${process.pid}.${'h'.repeat(20)}.01234567`
  if (Buffer.byteLength(join(folder, longestName)) <= MAX_SOCKET_PATH_BYTES) return use(folder)
  const made = mkdtempSync(join(tmpdir(), 'plumb-'))
  try {
    const near = join(made, 'data')
    symlinkSync(resolve(folder), near)
    return await use(near)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}
