import { Link } from 'react-router'
import type { LossShareView, lossShareEndpoint } from '#domain/user/loss-share.ts'
import { useApiQuery } from '#web/app/use-api.ts'

/**
 * Which share of customers' accounts lost money with a product, in the words of its product, and where more is said of
 * how it came out. Has the room for it before.
 */
export function LossShare({
  call,
  words,
  more,
}: {
  call: ReturnType<typeof lossShareEndpoint>
  words(share: LossShareView): string
  more?: { readonly label: string; readonly to: string }
}) {
  const { data } = useApiQuery(call, {})
  return (
    <p className="min-h-20 py-2 text-12 text-t2">
      {data && words(data)}{' '}
      {more && (
        <Link to={more.to} className="text-t1 underline">
          {more.label}
        </Link>
      )}
    </p>
  )
}
