/** What a wallet is asked to sign. */
export interface SignInMessage {
  /** Host, and port where it is not the scheme's. */
  readonly domain: string
  readonly uri: string
  /** With its checksum (EIP-55). */
  readonly address: string
  /** One line of ASCII. */
  readonly statement: string
  readonly chainId: number
  readonly nonce: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

/** The text of a sign-in with Ethereum. Source: EIP-4361. */
export const signInMessage = (given: SignInMessage): string =>
  [
    `${given.domain} wants you to sign in with your Ethereum account:`,
    given.address,
    '',
    given.statement,
    '',
    `URI: ${given.uri}`,
    'Version: 1',
    `Chain ID: ${given.chainId}`,
    `Nonce: ${given.nonce}`,
    `Issued At: ${new Date(given.issuedAtMs).toISOString()}`,
    `Expiration Time: ${new Date(given.expiresAtMs).toISOString()}`,
  ].join('\n')
