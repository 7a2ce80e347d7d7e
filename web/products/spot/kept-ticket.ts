import type { Ticket } from './ticket.ts'

/** What is being filled in, by instrument: for as long as the app is open and the same customer uses it. */
const kept = new Map<string, Ticket>()
let owner: string | undefined

/** Keeps a ticket as it stands, for when its page is opened again. `customer`: undefined for a visitor. */
export function keepTicket(symbol: string, ticket: Ticket, customer: string | undefined): void {
  if (customer !== owner) kept.clear()
  owner = customer
  kept.set(symbol, ticket)
}

/** The ticket of an instrument as this customer left it. */
export const keptTicket = (symbol: string, customer: string | undefined): Ticket | undefined =>
  customer === owner ? kept.get(symbol) : undefined
