export const spotReasons = ['spot-hold', 'spot-release', 'spot-trade', 'spot-fee'] as const
