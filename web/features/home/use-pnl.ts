import { walletPnl } from '#domain/wallet/contract.ts'
import { type PnlRange, pnlRanges } from '#domain/wallet/pnl.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'

const REFETCH_MS = 15_000

/** Profit and loss over a range; while another is asked for, the one before stays. */
export const usePnl = (range: PnlRange) =>
  useApiQuery(walletPnl, { range }, { refetchMs: REFETCH_MS, keepsPrevious: true })

/** The range that the URL names, and how to choose another. */
export const useRange = (): [PnlRange, (range: PnlRange) => void] => useUrlChoice('range', pnlRanges)
