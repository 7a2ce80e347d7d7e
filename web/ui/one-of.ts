import type { KeyboardEvent } from 'react'

/** Where each key leads from the chosen one of `count`; the ends meet. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * What makes a row of buttons one choice for the keyboard, as tabs and radio buttons are: Tab reaches the
 * chosen one, arrows choose among them. The buttons must be the row's own children, in the order of `ids`.
 */
export function oneOf<Id>(ids: readonly Id[], value: Id | undefined, onChange: (id: Id) => void) {
  const chosen = Math.max(0, ids.indexOf(value as Id))
  return {
    row: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const next = moves[event.key]?.(chosen, ids.length)
        if (next === undefined) return
        event.preventDefault()
        onChange(ids[next]!)
        ;(event.currentTarget.children[next] as HTMLElement).focus()
      },
    },
    button: (id: Id) => ({ tabIndex: id === ids[chosen] ? 0 : -1 }),
  }
}
