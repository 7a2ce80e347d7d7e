/** The page for a wallet sign-in without a wallet. */
export const en = {
  title: 'Wallet',
  no_wallet: 'No wallet in this browser',
  no_wallet_why: 'Open Plumb inside your wallet’s own browser, or sign in by email or mobile.',
} as const

declare module '../areas.ts' {
  interface Areas {
    empty: typeof en
  }
}
