import { useLayoutEffect } from 'react'
import { useClient } from './client-state.ts'

/** Names the page in the tab and in the history, for as long as it stands there; without a title leaves it as it is. */
export function useTitle(title: string | undefined): void {
  const site = useClient((state) => state.site.name)
  useLayoutEffect(() => {
    if (title === undefined) return
    document.title = `${title} · ${site}`
    return () => {
      document.title = site
    }
  }, [title, site])
}
