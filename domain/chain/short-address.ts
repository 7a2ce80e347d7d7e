/** Both ends of an address, for words that only tell it from others. @example shortAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed') // '0x5aAe…eAed' */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
