/** The house's own money that operators may move: where it is kept, and from where to where. */

export const houseFunds = ['treasury', 'interest', 'market-maker'] as const
export type HouseFund = (typeof houseFunds)[number]

export const houseFundNames: Readonly<Record<HouseFund, string>> = {
  treasury: 'Treasury',
  interest: 'Interest fund',
  'market-maker': 'Market maker',
}

/** Whether money may go from one fund to another: always by the treasury, so that it is seen there. */
export const canMove = (from: HouseFund, to: HouseFund): boolean =>
  from !== to && (from === 'treasury' || to === 'treasury')
