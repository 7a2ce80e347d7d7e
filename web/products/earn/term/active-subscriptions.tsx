import { earnSubscriptions } from '#domain/earn/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { OwnTermKind } from './kind.ts'
import { SavingsTotal } from './savings-total.tsx'
import { SubscriptionLine } from './subscription-line.tsx'

/** As many as still leave the offer in sight; the others are on the page of all deposits. */
const SHOWN = '3'

/** What the customer has deposited, and the deposits that run; nothing when there is none. */
export function ActiveSubscriptions({ kind }: { kind: OwnTermKind }) {
  const subscriptions = useApiQuery(earnSubscriptions, { kind: kind.name, status: 'active', limit: SHOWN })
  if (subscriptions.isError)
    return <ErrorState error={subscriptions.error} onRetry={() => void subscriptions.refetch()} />
  if (!subscriptions.data) return <SkeletonRows count={2} height={72} />
  if (subscriptions.data.totals.length === 0) return null
  return (
    <>
      <SavingsTotal totals={subscriptions.data.totals} />
      {subscriptions.data.items.map((subscription) => (
        <SubscriptionLine
          key={subscription.id}
          kind={kind}
          subscription={subscription}
          to={toPage(kind.pages.subscriptions, { id: subscription.id })}
        />
      ))}
    </>
  )
}
