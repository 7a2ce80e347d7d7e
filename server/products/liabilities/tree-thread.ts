import { parentPort, workerData } from 'node:worker_threads'
import { treeSteps, type Workspace } from './tree.ts'
import type { TreeTask } from './tree-threads.ts'

/** A thread that makes parts of a tree: see `tree-threads.ts`. */

const steps = treeSteps(workerData as Workspace)
parentPort!.on('message', ({ step, from, to }: TreeTask) => {
  if (step === 'commit') {
    steps.commit(from, to)
    parentPort!.postMessage(undefined)
    return
  }
  const tiles = steps.tiles(from, to).map(({ node, leaves, ...tile }) => ({
    ...tile,
    node: new Uint8Array(node),
    leaves: new Uint8Array(leaves),
  }))
  parentPort!.postMessage(
    tiles,
    tiles.flatMap(({ node, leaves }) => [node.buffer, leaves.buffer]),
  )
})
