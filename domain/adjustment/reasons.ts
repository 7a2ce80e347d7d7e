export const adjustmentReasons = ['adjustment-take', 'adjustment-give', 'adjustment-return'] as const
