import { OfferPage } from '../term/offer.tsx'
import { locked } from './locked.ts'

/** The locked deposits on offer. */
export default function LockedOfferPage() {
  return <OfferPage kind={locked} />
}
