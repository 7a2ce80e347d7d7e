/** The currencies in which values can be shown, and the instrument that says what a dollar is worth in each. */
export interface Fiat {
  readonly code: string
  readonly name: string
  /** Undefined for the dollar itself. */
  readonly symbol?: string
  /** The instrument quotes dollars per unit (EUR-USD), not units per dollar (USD-JPY). */
  readonly isInverse?: boolean
}

export const fiats: readonly Fiat[] = [
  { code: 'USD', name: 'US Dollar' },
  { code: 'EUR', name: 'Euro', symbol: 'EUR-USD', isInverse: true },
  { code: 'GBP', name: 'British Pound', symbol: 'GBP-USD', isInverse: true },
  { code: 'JPY', name: 'Japanese Yen', symbol: 'USD-JPY' },
  { code: 'CNY', name: 'Chinese Yuan', symbol: 'USD-CNH' },
  { code: 'HKD', name: 'Hong Kong Dollar', symbol: 'USD-HKD' },
  { code: 'KRW', name: 'South Korean Won', symbol: 'USD-KRW' },
  { code: 'CHF', name: 'Swiss Franc', symbol: 'USD-CHF' },
  { code: 'CAD', name: 'Canadian Dollar', symbol: 'USD-CAD' },
  { code: 'AUD', name: 'Australian Dollar', symbol: 'AUD-USD', isInverse: true },
  { code: 'NZD', name: 'New Zealand Dollar', symbol: 'NZD-USD', isInverse: true },
]
