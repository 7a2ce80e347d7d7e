/** Why a customer's money moves. What the issuer delivers comes in as the platform's own, by `treasury-funding`. */
export const ieoReasons = [
  'ieo-payment',
  'ieo-refund',
  'ieo-settlement',
  'ieo-delivery',
  'ieo-unlock',
] as const
