import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { PARTS } from '#domain/liabilities/rules.ts'
import type { Tile, TreeWork, Workspace } from './tree.ts'

/** What a thread is asked for. */
export interface TreeTask {
  readonly step: keyof TreeWork
  readonly from: number
  readonly to: number
}

/** Threads that make a tree together: each does one part of each step, and the process goes on with everything else. */
export function openTreeThreads(
  space: Workspace,
  count: number,
): TreeWork & { readonly close: () => Promise<void> } {
  const threads = Array.from(
    { length: count },
    () => new Worker(new URL('./tree-thread.ts', import.meta.url), { workerData: space }),
  )

  /** What all threads answer, in the order of their parts; `unit` is not divided. */
  function divided<T>(step: TreeTask['step'], from: number, to: number, unit: number): Promise<T[]> {
    const bounds = threads.map((_, n) => from + Math.floor(((to - from) * n) / count / unit) * unit)
    return Promise.all(
      threads.map(async (thread, n) => {
        const task: TreeTask = { step, from: bounds[n]!, to: bounds[n + 1] ?? to }
        // Before it is asked: what a thread throws is thrown here.
        const answered = once(thread, 'message')
        thread.postMessage(task)
        return ((await answered) as [T])[0]
      }),
    )
  }

  return {
    commit: async (from, to) => void (await divided('commit', from, to, PARTS)),
    tiles: async (from, to) => (await divided<Tile[]>('tiles', from, to, 1)).flat(),
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()))
    },
  }
}
