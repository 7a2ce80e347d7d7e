import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Navigates to the current URL by the time the router listens to it: somebody may have gone on while the app
 * was being drawn for the first time.
 */
export function useCurrentUrl(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; from then on the router listens
  useEffect(() => {
    const url = location.hash.slice(1)
    if (url !== pathname + search) void navigate(url, { replace: true })
  }, [])
}
