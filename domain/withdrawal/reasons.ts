export const withdrawalReasons = ['withdrawal', 'withdrawal-hold', 'withdrawal-fee'] as const
