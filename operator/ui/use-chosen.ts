import { useSearchParams } from 'react-router'

/** What is chosen on the page, by `?at=` of its URL, and how something else or nothing is. */
export function useChosen(): readonly [at: string | undefined, choose: (at: string | undefined) => void] {
  const [address, setAddress] = useSearchParams()
  function choose(at: string | undefined) {
    const next = new URLSearchParams(address)
    if (at === undefined) next.delete('at')
    else next.set('at', at)
    setAddress(next, { replace: true })
  }
  return [address.get('at') ?? undefined, choose]
}
