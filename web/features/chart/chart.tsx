import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/app/chunk-error.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ChartProps } from './chart-canvas.tsx'

const ChartCanvas = lazy(() => loadChunk(() => import('./chart-canvas.tsx'), 'chart'))

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
