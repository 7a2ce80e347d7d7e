import { SubscriptionsPage } from '../term/subscriptions.tsx'
import { KindSwitch } from './kind-switch.tsx'
import { useLockKind } from './use-lock-kind.ts'

/** The customer’s locked deposits, or what they have in lock-mining. */
export default function LockSubscriptionsPage() {
  const kind = useLockKind()
  return (
    <SubscriptionsPage key={kind.name} kind={kind}>
      <KindSwitch />
    </SubscriptionsPage>
  )
}
