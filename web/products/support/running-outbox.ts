import type { Outbox, Pending } from './outbox.ts'

/** The outbox of one customer, which goes on when the page is left: what was written there is sent nevertheless. */
export interface RunningOutbox {
  readonly outbox: Outbox
  items(): readonly Pending[]
  /** Calls back at each change; returns how to end that. */
  subscribe(listener: () => void): () => void
}

type Open = (uid: string, onChange: (items: readonly Pending[]) => void) => { outbox: Outbox; close(): void }

/** Keeps one outbox running at a time: that of another customer is closed before it is asked for. */
export function createOutboxKeeper(open: Open): { of(uid: string): RunningOutbox; close(): void } {
  let running: (RunningOutbox & { readonly uid: string; close(): void }) | undefined
  function close() {
    running?.close()
    running = undefined
  }
  return {
    close,
    of(uid) {
      if (running?.uid === uid) return running
      close()
      let items: readonly Pending[] = []
      const listeners = new Set<() => void>()
      const opened = open(uid, (next) => {
        items = next
        for (const listener of listeners) listener()
      })
      items = opened.outbox.items()
      running = {
        uid,
        ...opened,
        items: () => items,
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }
      return running
    },
  }
}
