import { SubscriptionsPage } from '../term/subscriptions.tsx'
import { locked } from './locked.ts'

/** The customer’s locked deposits. */
export default function LockedSubscriptionsPage() {
  return <SubscriptionsPage kind={locked} />
}
