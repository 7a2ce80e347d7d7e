/** Calls of tokens' contracts, and the log of what they move. Source: ERC-20; the encoding is that of Ethereum's contract ABI. */

/** The first topic of a token's log: keccak of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Asks a token for its decimals. */
export const DECIMALS_CALL = '0x313ce567'
const BALANCE_CALL = '0x70a08231'
const TRANSFER_CALL = '0xa9059cbb'

/** A number as nodes are told it. @example quantity(26) // '0x1a' */
export const quantity = (number: bigint | number): string => `0x${number.toString(16)}`

/** An address or a number in hexadecimal, as calls and logs have it. */
export const wordOf = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')

/** Asks a token what an address has of it. */
export const balanceCall = (address: string): string => BALANCE_CALL + wordOf(address)

/** Has a token move so much of its smallest unit from the caller to an address. */
export const transferCall = (address: string, amount: bigint): string =>
  TRANSFER_CALL + wordOf(address) + wordOf(quantity(amount))

const TRANSFER = new RegExp(`^${TRANSFER_CALL}0{24}([0-9a-f]{40})([0-9a-f]{64})$`)

/** Whom a call of a token's contract pays, and how much of its smallest unit; undefined for any other call. */
export function readTransfer(
  data: string,
): { readonly address: string; readonly amount: bigint } | undefined {
  const words = TRANSFER.exec(data)
  return words ? { address: `0x${words[1]}`, amount: BigInt(`0x${words[2]}`) } : undefined
}

/** Whom a call names that has a token move something, in whatever way the rest of it is written; undefined for any other call. */
export const recipientOf = (data: string): string | undefined =>
  data.startsWith(TRANSFER_CALL) ? `0x${data.slice(34, 74)}` : undefined
