import { SubscribePage } from '../term/subscribe.tsx'
import { locked } from './locked.ts'

/** Put money into one locked deposit. */
export default function LockedSubscribePage() {
  return <SubscribePage kind={locked} />
}
