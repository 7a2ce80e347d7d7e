export const treasuryReasons = ['treasury-funding'] as const
