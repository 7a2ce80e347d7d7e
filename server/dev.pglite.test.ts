import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { runAfterExit } from '#server/platform/exit-cleanup.ts'
import { LONG } from '#server/testing/timeouts.ts'
import { migratedFolder, temporaryFolder } from '#server/testing/workdir.ts'

/** `npm run dev` in a copy of the sources, which the test may change. */

const ROOT = join(import.meta.dirname, '..')
const COPIED = ['server', 'domain', 'texts', 'web', 'operator', 'scripts']

function copyOfSources(): string {
  const copy = temporaryFolder()
  for (const folder of COPIED) {
    cpSync(join(ROOT, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$/.test(path),
    })
  }
  for (const file of readdirSync(ROOT).filter((name) => name.endsWith('.json')))
    cpSync(join(ROOT, file), join(copy, file))
  // Its own folder, so that what the development servers prepare there is its own.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '.vite') symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))
  }
  return copy
}

/** A port that nobody listens on, nor on the next. */
async function freePorts(): Promise<number> {
  for (;;) {
    const [one, other] = [createServer(), createServer()]
    one.listen(0, '127.0.0.1')
    await once(one, 'listening')
    const { port } = one.address() as { port: number }
    other.listen(port + 1, '127.0.0.1')
    const isFree = await Promise.race([
      once(other, 'listening').then(() => true),
      once(other, 'error').then(() => false),
    ])
    one.close()
    other.close()
    if (isFree) return port
  }
}

const textOf = async (url: string) => {
  const answer = await fetch(url).catch(() => undefined)
  return answer?.ok ? answer.text() : ''
}

/** What a development server tells the pages that are open. */
async function listen(origin: string): Promise<() => string[]> {
  const token = /wsToken = "([^"]+)"/.exec(await textOf(`${origin}/@vite/client`))?.[1]
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  const told: string[] = []
  socket.on('message', (data) => told.push((JSON.parse(String(data)) as { type: string }).type))
  await once(socket, 'open')
  return () => told
}

test(
  'npm run dev serves everything, and shows what changes in the server and in each app',
  LONG,
  async ({ onTestFinished }) => {
    const copy = copyOfSources()
    const [port, devPort] = [await freePorts(), await freePorts()]
    const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: copy,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        DEV_PORT: String(devPort),
        DATA_DIR: migratedFolder(),
      },
      stdio: 'ignore',
    })
    const callOff = runAfterExit('kill -TERM "$1"', String(dev.pid))
    onTestFinished(async () => {
      dev.kill('SIGTERM')
      if (dev.exitCode === null) await once(dev, 'exit')
      callOff()
    })
    const [app, operators] = [`http://127.0.0.1:${devPort}`, `http://127.0.0.1:${devPort + 1}`]
    // Through each app's own server to the listener that belongs to it.
    const titleAt = (origin: string) =>
      textOf(`${origin}/api/openapi.json`).then((text) => /"title":"([^"]*)"/.exec(text)?.[1])
    await expect.poll(() => titleAt(app), LONG).toBe('Plumb')
    await expect.poll(() => titleAt(operators), LONG).toBe('Plumb console')

    for (const [name, origin] of [
      ['web', app],
      ['operator', operators],
    ] as const) {
      const page = await textOf(origin)
      const entry = /src="\.?(\/[\w./-]+\.tsx?)/.exec(page)?.[1]
      expect(entry).toBeDefined()
      expect(await textOf(`${origin}${entry}`)).toContain('import')
      const told = await listen(origin)
      appendFileSync(join(copy, name, entry!), '\nglobalThis.changedInDevelopment = true\n')
      await expect.poll(told, LONG).toContain('full-reload')
      expect(await textOf(`${origin}${entry}?t=1`)).toContain('changedInDevelopment')
    }

    const environment = join(copy, 'server', 'environment.ts')
    writeFileSync(
      environment,
      readFileSync(environment, 'utf8').replace(/VERSION = '[^']*'/, "VERSION = '7.7.7'"),
    )
    await expect.poll(() => textOf(`${app}/api/openapi.json`), LONG).toContain('"version":"7.7.7"')
  },
)
