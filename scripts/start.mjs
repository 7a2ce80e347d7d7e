import { join } from 'node:path'
import { buildIfNeeded } from './build.mjs'
import { ensureInstalled, root, startNode } from './environment.mjs'

/** `npm start`: installs if needed, builds if needed, then serves. */
ensureInstalled()
buildIfNeeded()
startNode([join(root, 'server/main.ts')])
