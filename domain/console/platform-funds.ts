/** The platform's own money that operators may move: where it is kept, and from where to where. */

export const platformFunds = ['treasury', 'interest', 'market-maker'] as const
export type PlatformFund = (typeof platformFunds)[number]

export const platformFundNames: Readonly<Record<PlatformFund, string>> = {
  treasury: 'Treasury',
  interest: 'Interest fund',
  'market-maker': 'Market maker',
}

/** Whether money may go from one fund to another: always by the treasury, so that it is seen there. */
export const canMove = (from: PlatformFund, to: PlatformFund): boolean =>
  from !== to && (from === 'treasury' || to === 'treasury')
