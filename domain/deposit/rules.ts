/** What support and the customer call a deposit. @example depositReference(10482n) // 'D-10482' */
export const depositReference = (id: bigint): string => `D-${id}`

const HEX = /^(?:0x)?([0-9a-f]{16,128})$/i
const BANK = /^[0-9A-Za-z]{16,128}$/
/** A hash in base 58, which knows small letters from capitals; no bank's reference is as long. */
const BASE_58 = /^(?=.*[a-z])(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{43,128}$/

/**
 * The one way a transaction's full reference is written, so that the same one is never credited twice: no
 * spaces or hyphens; hexadecimal in small letters, base 58 as it is, a bank's in capitals.
 *
 * Refuses: (as `undefined`) what is shorter than any chain's or bank's, or has other characters.
 * @example readTxReference('ft26001 abcdef-0099') // 'FT26001ABCDEF0099'
 */
export function readTxReference(typed: string): string | undefined {
  const plain = typed.replace(/[\s-]/g, '')
  const hex = HEX.exec(plain)?.[1]
  if (hex) return hex.toLowerCase()
  if (BASE_58.test(plain)) return plain
  return BANK.test(plain) ? plain.toUpperCase() : undefined
}

/** How deep a transaction must be in its chain to be credited: none has been undone from there. */
export const CONFIRMATIONS_NEEDED = 5

const HASH = /^[0-9a-f]{64}$/
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/

/** How the chains write a transaction's reference; a network that is not here is a bank's. */
const chains: Readonly<Record<string, RegExp>> = {
  Bitcoin: HASH,
  Ethereum: HASH,
  ERC20: HASH,
  BEP20: HASH,
  TRC20: HASH,
  Solana: SOLANA,
}

/** Whether what arrives on a network is confirmed by its blocks, and not by a bank. */
export const isChain = (network: string): boolean => network in chains

/** Whether a reference, as `readTxReference` writes it, is one of that network. */
export const isReferenceOf = (network: string, txReference: string): boolean =>
  chains[network]?.test(txReference) ?? !BASE_58.test(txReference)

/** Whether a transaction ends with what the customer said it ends with. */
export const endsWithTail = (txReference: string, hashTail: string): boolean =>
  txReference.toLowerCase().endsWith(hashTail.toLowerCase())
