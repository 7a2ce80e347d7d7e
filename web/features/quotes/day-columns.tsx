import { DayRange } from './day-range.tsx'
import { OwnVolume } from './own-volume.tsx'

/** What a row has room for from 768 px: what was traded on Plumb, and the range of 24 hours. */
export function DayColumns({ symbol, isStale }: { symbol: string; isStale: boolean }) {
  return (
    <>
      <span className="w-20 shrink-0 text-right text-13">
        <OwnVolume symbol={symbol} />
      </span>
      <span className="mr-2 w-34 shrink-0 pl-4">
        <DayRange symbol={symbol} isStale={isStale} />
      </span>
    </>
  )
}
