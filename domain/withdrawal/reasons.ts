export const withdrawalReasons = ['withdrawal-hold', 'withdrawal', 'withdrawal-fee'] as const
