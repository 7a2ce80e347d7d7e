import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, pinnedNode, root } from './environment.mjs'

/** `npm run dev`: the server, restarted when its sources change, and the app with live reload. */
ensureInstalled()
const run = (args) => spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: environment() })
const children = [
  run(['--watch-path=server', '--watch-path=domain', join(root, 'server/main.ts')]),
  run([join(root, 'node_modules/vite/bin/vite.js'), '--config', 'web/vite.config.ts']),
]
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
for (const child of children) child.on('exit', (code) => (process.exitCode = code ?? 1))
