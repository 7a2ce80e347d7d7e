import { type KeyboardEvent, useRef } from 'react'

const ways: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** A toolbar's keys: arrows go from button to button, Home and End to the first and the last. */
export function useToolbarKeys() {
  const ref = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...(ref.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
    const here = buttons.indexOf(event.target as HTMLElement)
    const way = ways[event.key]
    if (here < 0 || (!way && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    const next = way ? here + way : event.key === 'Home' ? 0 : -1
    buttons.at(next % buttons.length)?.focus()
  }
  return { ref, onKeyDown }
}
