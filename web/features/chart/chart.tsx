import { lazy, Suspense } from 'react'
import type { Period } from '#domain/market/candle.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { loadChunk } from '#web/app/chunk-error.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ChartCanvas = lazy(() => loadChunk(() => import('./chart-canvas.tsx'), 'chart'))

export interface ChartProps {
  instrument: Instrument
  period: Period
  /** `mini` is candles and the last price alone, beside a ticket. */
  variant: 'mini' | 'full'
  height: number
}

/** Candles, loaded when first shown; its place is kept meanwhile. */
export function Chart(props: ChartProps) {
  return (
    <div style={{ height: props.height }}>
      <Suspense fallback={<Skeleton className="mx-4 h-full !rounded-8" />}>
        <ChartCanvas {...props} />
      </Suspense>
    </div>
  )
}
