/** Lets readers wait until the batch under way has ended. */
export interface BatchEnd {
  /** What is found at the end of the batch under way, before the next begins; after a second as it stands then. */
  find<Found>(look: () => Found): Promise<Found>
  /** A batch has ended. */
  tell(): void
}

const PATIENCE_MS = 1_000

/** Makes one on which nobody waits. */
export function createBatchEnd(): BatchEnd {
  const waiting = new Set<() => void>()
  return {
    find: (look) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          waiting.delete(finish)
          resolve(look())
        }
        const timer = setTimeout(finish, PATIENCE_MS)
        waiting.add(finish)
      }),
    tell() {
      for (const finish of [...waiting]) finish()
    },
  }
}
