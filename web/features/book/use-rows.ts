import { type RefCallback, useCallback, useState } from 'react'

/** How many rows of `rowPx` fit into an element, below what else stands in it. */
export function useRows(rowPx: number, otherPx: number): [RefCallback<HTMLElement>, number] {
  const [count, setCount] = useState(0)
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const watch = new ResizeObserver(() =>
        setCount(Math.max(0, Math.floor((element.clientHeight - otherPx) / rowPx))),
      )
      watch.observe(element)
      return () => watch.disconnect()
    },
    [rowPx, otherPx],
  )
  return [place, count]
}
