import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Refused } from './states.tsx'

/** A picture, once somebody asks for it: each look is logged. */
export function LoggedPicture({
  load,
  alt,
  action,
  note,
}: {
  load: () => Promise<Blob>
  alt: string
  /** The words of the button, and those under it. */
  action: string
  note: string
}) {
  const [address, setAddress] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address)
  }, [address])
  if (address) return <img src={address} alt={alt} className="max-w-full rounded-8 border border-line2" />
  return (
    <>
      <Button
        size="small"
        onClick={() => void load().then((file) => setAddress(URL.createObjectURL(file)), setError)}
      >
        {action}
      </Button>
      <p className="pt-1 text-12 text-t3">{note}</p>
      <Refused error={error} />
    </>
  )
}
