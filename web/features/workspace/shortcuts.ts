import { useEffect, useRef } from 'react'

/** What single keys do, by the character that they type. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** Keys that act anywhere on a page, except while something is typed or a sheet is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const act = latest.current[event.key.toLowerCase()]
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="range"]), textarea, select'))
