import { CardsPage } from './card-list.tsx'

/** Cards of banks in the customer's own country; `?view=add` saves one. */
export default function DomesticPage() {
  return <CardsPage kind="domestic" />
}
