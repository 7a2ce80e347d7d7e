export const depositReasons = ['deposit'] as const
