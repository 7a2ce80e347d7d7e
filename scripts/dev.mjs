import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, pinnedNode, root, whenParentEnds } from './environment.mjs'

/**
 * `npm run dev`: the server, restarted when its sources change, and both apps with live reload: the
 * customers' on `DEV_PORT` (5173), the console on the next port.
 */
ensureInstalled()
const host = process.env.HOST && process.env.HOST !== '0.0.0.0' ? process.env.HOST : '127.0.0.1'
const port = Number(process.env.PORT || 8080)
const consolePort = Number(process.env.CONSOLE_PORT || port + 1)
const devPort = Number(process.env.DEV_PORT || 5173)

const run = (args, env) => spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: environment(env) })
const serveApp = (name, ownPort, apiPort) =>
  run(
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      ...['--config', `${name}/vite.config.ts`, '--port', String(ownPort), '--strictPort'],
    ],
    { API_ORIGIN: `http://${host}:${apiPort}` },
  )
const sources = ['server', 'domain', 'texts'].map((folder) => `--watch-path=${join(root, folder)}`)
const children = [
  run([...sources, '--watch-preserve-output', join(root, 'server/main.ts')]),
  serveApp('web', devPort, port),
  serveApp('operator', devPort + 1, consolePort),
]
const endAll = (signal) => {
  for (const child of children) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(signal))
whenParentEnds(() => endAll('SIGTERM'))
// What can go on alone is of no use without the others.
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 1
    endAll('SIGTERM')
  })
}
