import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Goes where the address says by the time the router listens to it: somebody may have gone on while the app
 * was being drawn for the first time.
 */
export function useLateAddress(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; from then on the router listens
  useEffect(() => {
    const address = location.hash.slice(1)
    if (address !== pathname + search) void navigate(address, { replace: true })
  }, [])
}
