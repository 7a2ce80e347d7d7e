import { useSearchParams } from 'react-router'

/** What is searched for on the page, by `?q=` of its URL, and how something else is. */
export function useSought(): readonly [sought: string, seek: (text: string) => void] {
  const [address, setAddress] = useSearchParams()
  const seek = (text: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (text === '') next.delete('q')
        else next.set('q', text)
        return next
      },
      { replace: true },
    )
  return [address.get('q') ?? '', seek]
}
