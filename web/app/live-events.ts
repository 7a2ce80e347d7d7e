/**
 * The names of the socket's rooms and events. Public rooms are joined by name; the customer's own room
 * opens by the token. Payloads are the views of `#domain/market/contract.ts` and `#domain/spot/contract.ts`.
 */
export const rooms = {
  quotes: 'quotes',
  quotesOf: (kind: string) => `quotes:${kind}`,
  book: (symbol: string) => `book:${symbol}`,
  trades: (symbol: string) => `trades:${symbol}`,
  candles: (symbol: string, period: string) => `candles:${symbol}:${period}`,
}
