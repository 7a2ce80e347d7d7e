export const walletReasons = ['demo-grant', 'account-transfer'] as const
