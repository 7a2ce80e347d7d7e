import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

const ways: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** A toolbar's keys: Tab stops at one of its buttons, arrows go from each to the next, Home and End to the first and last. */
export function useToolbarKeys() {
  const ref = useRef<HTMLDivElement>(null)
  const stop = useRef<HTMLElement>(undefined)
  const buttons = () => [...(ref.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]

  // Buttons come and go; one of those that are there is the stop.
  useEffect(() => {
    const all = buttons()
    if (!stop.current || !all.includes(stop.current)) stop.current = all[0]
    for (const button of all) button.tabIndex = button === stop.current ? 0 : -1
  })

  function onFocus({ target }: FocusEvent): void {
    const all = buttons()
    if (!all.includes(target as HTMLElement)) return
    stop.current = target as HTMLElement
    for (const button of all) button.tabIndex = button === target ? 0 : -1
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = buttons()
    const here = all.indexOf(event.target as HTMLElement)
    const way = ways[event.key]
    if (here < 0 || (!way && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    all.at(way ? (here + way) % all.length : event.key === 'Home' ? 0 : -1)?.focus()
  }
  return { ref, onFocus, onKeyDown }
}
