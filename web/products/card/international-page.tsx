import { CardsPage } from './card-list.tsx'

/** Cards of banks abroad; `?view=add` saves one. */
export default function InternationalPage() {
  return <CardsPage kind="international" />
}
