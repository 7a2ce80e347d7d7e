import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { viewUpload } from '#domain/upload/contract.ts'
import type { verificationPicture } from '#domain/verification/contract.ts'
import { http } from '#web/app/api.ts'

/** An uploaded image that only its owner may see; `fallback` stands there until it comes, `broken` if it does not. */
export function PrivateImage({
  id,
  call = viewUpload,
  alt,
  className,
  fallback,
  broken = fallback,
}: {
  id: string
  /** Where it is viewed, when it is no upload. */
  call?: typeof viewUpload | typeof verificationPicture
  alt: string
  className?: string
  fallback?: ReactNode
  broken?: ReactNode
}) {
  const image = useQuery({
    queryKey: [call.path, id],
    queryFn: () => http.requestFile(call, { id }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useObjectUrl(image.data)
  if (image.isError) return broken
  return address ? <img src={address} alt={alt} className={className} /> : fallback
}

/** An address for a file in memory, given back when it is no longer shown. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
