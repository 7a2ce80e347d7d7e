import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '#web/app/chunk-error.ts'
import { useIsStale } from '#web/features/quotes/quotes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ChartProps } from './chart-canvas.tsx'
import { ChartNotLoaded } from './chart-not-loaded.tsx'

const RETRY_MS = 3_000

/** Kept for every later chart. */
let loaded: ComponentType<ChartProps> | undefined

/** Candles, loaded when first shown; its place is kept meanwhile. Without a connection it is tried again. Grey while the price is
 * old. */
export function Chart(props: ChartProps) {
  const [Canvas, setCanvas] = useState(() => loaded)
  const [hasFailed, setFailed] = useState(false)
  const isStale = useIsStale(props.instrument.symbol)

  useEffect(() => {
    if (loaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function load(): Promise<void> {
      try {
        const { default: canvas } = await loadChunk(() => import('./chart-canvas.tsx'), 'chart')
        loaded = canvas
        if (!isOver) setCanvas(() => canvas)
      } catch {
        if (isOver) return
        setFailed(true)
        timer = setTimeout(() => void load(), RETRY_MS)
      }
    }
    void load()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])

  return (
    <div style={{ height: props.height }} className={isStale ? '[filter:grayscale(1)]' : undefined}>
      {place()}
    </div>
  )

  function place() {
    if (Canvas) return <Canvas {...props} />
    return hasFailed ? <ChartNotLoaded /> : <Skeleton className="mx-4 h-full !rounded-8" />
  }
}
