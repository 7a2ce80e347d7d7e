import { termKinds } from '#domain/earn/kinds.ts'
import { SubscribePage } from '../term/subscribe.tsx'
import { useLockKind } from './use-lock-kind.ts'

/** Put money into one term product of any kind. */
export default function TermSubscribePage() {
  return <SubscribePage kind={useLockKind(termKinds)} />
}
