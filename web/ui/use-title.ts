import { useLayoutEffect } from 'react'

/** Names the page in the tab and in the history, for as long as it stands there; without a title leaves it as it is. */
export function useTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    if (title === undefined) return
    document.title = `${title} · Plumb`
    return () => {
      document.title = 'Plumb'
    }
  }, [title])
}
