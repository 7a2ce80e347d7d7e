/** Why a customer's money moves. */
export const boxReasons = ['box-payment', 'box-refund', 'box-settlement'] as const
