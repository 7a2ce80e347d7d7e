import { earnSubscriptions } from '#domain/earn/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type AppTermKind, toKindPage } from './kind.ts'
import { SubscriptionLine } from './subscription-line.tsx'

/** As many as still leave the offer in sight; the others are on the page of all deposits. */
const SHOWN = '3'

/** What of a kind the customer has and runs; nothing when there is none. */
export function ActiveSubscriptions({ kind }: { kind: AppTermKind }) {
  const subscriptions = useApiQuery(earnSubscriptions, { kind: kind.name, status: 'active', limit: SHOWN })
  if (subscriptions.isError)
    return <ErrorState error={subscriptions.error} onRetry={() => void subscriptions.refetch()} />
  if (!subscriptions.data) return <SkeletonRows count={1} height={72} />
  return (
    <>
      {subscriptions.data.items.map((subscription) => (
        <SubscriptionLine
          key={subscription.id}
          kind={kind}
          subscription={subscription}
          to={toKindPage(kind, 'subscriptions', { id: subscription.id })}
        />
      ))}
    </>
  )
}
