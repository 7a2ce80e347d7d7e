import { SubscriptionsPage } from '../term/subscriptions.tsx'
import { quantization } from './quantization.ts'

/** The customer’s quantitative savings. */
export default function QuantizationSubscriptionsPage() {
  return <SubscriptionsPage kind={quantization} />
}
