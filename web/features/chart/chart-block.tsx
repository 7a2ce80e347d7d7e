import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Period, periods } from '#domain/market/candle.ts'
import type { Instrument } from '#domain/market/instrument.ts'
import { useWide } from '#web/app/use-wide.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { useBackCloses } from '#web/ui/sheet-history.ts'
import { Chart } from './chart.tsx'
import { type DrawingTool, useChartSettings, useDrawings } from './chart-settings.ts'
import { ChartTools, DrawingBar } from './chart-tools.tsx'
import { DrawingOptions } from './drawing-options.tsx'
import { PANE_PX, panesOf } from './indicators.ts'
import type { ChartMark } from './marks.ts'
import { usePeriod } from './use-period.ts'

/** A chart with its periods and tools. Full screen lays the same chart over the page, lying down on a phone. */
export function ChartBlock({
  instrument,
  marks,
  height,
  isFull,
  onFull,
}: {
  instrument: Instrument
  /** The customer's own orders and fills on it. */
  marks?: readonly ChartMark[]
  /** `100%` of the place around it, or a length. */
  height: string
  isFull: boolean
  onFull(isFull: boolean): void
}) {
  const { t } = useTexts()
  const [period, setPeriod] = usePeriod()
  const isWide = useWide()
  const [wantsToDraw, setWantsToDraw] = useState(false)
  const hasBar = isWide || isFull
  const isDrawing = hasBar || wantsToDraw
  const [tool, setTool] = useState<DrawingTool>()
  const [selected, setSelected] = useState<string>()
  const { symbol } = instrument
  const chosen = useDrawings(symbol).find(({ id }) => id === selected)
  const place = useRef<HTMLDivElement>(null)
  const panes = panesOf(useChartSettings().indicators)
  useBackCloses(isFull, () => onFull(false))

  useEffect(() => {
    if (!isFull) return
    const leave = (event: KeyboardEvent) =>
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      !document.querySelector('[role="dialog"]') &&
      onFull(false)
    addEventListener('keydown', leave)
    document.documentElement.style.overflow = 'hidden'
    void lieDown()
    return () => {
      removeEventListener('keydown', leave)
      document.documentElement.style.overflow = ''
      void standUp()
    }
  }, [isFull, onFull])

  return (
    <div
      ref={place}
      className={cx(
        'flex flex-col',
        isFull ? 'fixed inset-0 z-navbar bg-bg pb-[env(safe-area-inset-bottom)]' : 'min-h-0',
        height === '100%' && 'h-full',
      )}
    >
      <div className="flex min-h-11 shrink-0 items-center pr-1">
        {isFull && (
          <span className="pr-1 pl-4 text-15 font-semibold whitespace-nowrap">{instrument.label}</span>
        )}
        <div className="-mr-2 min-w-0 flex-1 [mask-image:linear-gradient(90deg,transparent,#000_12px_calc(100%-24px),transparent)]">
          <Chips<Period>
            label={t('market.periods')}
            choices={periods.map((id) => ({ id, label: id }))}
            value={period}
            onChange={setPeriod}
          />
        </div>
        {/* On a phone the row ends between two periods, and does not look as if it went on. */}
        <ChevronRight aria-hidden size={14} className="shrink-0 text-t3 md:hidden" />
        <ChartTools
          isFull={isFull}
          onFull={() => onFull(!isFull)}
          isDrawing={isDrawing}
          onDrawing={hasBar ? undefined : draw}
        />
      </div>
      <div
        className={cx('flex min-h-0', (isFull || height === '100%') && 'flex-1')}
        style={isFull || height === '100%' ? undefined : { height: roomFor(height, panes) }}
      >
        {isDrawing && <DrawingBar symbol={symbol} tool={tool} onTool={chooseTool} />}
        <div className="relative min-w-0 flex-1">
          <Chart
            instrument={instrument}
            period={period}
            variant="full"
            height="100%"
            {...(marks && { marks })}
            drawn={{ tool, selected, onDrawn, onSelect: setSelected }}
          />
          {chosen && (
            <div className="pointer-events-none absolute inset-x-14 bottom-9 z-sticky flex justify-center">
              <DrawingOptions symbol={symbol} drawing={chosen} onClose={leaveDrawing} />
            </div>
          )}
        </div>
      </div>
    </div>
  )

  function draw(): void {
    setWantsToDraw(!wantsToDraw)
    chooseTool(undefined)
  }

  function chooseTool(next: DrawingTool | undefined): void {
    setTool(next)
    setSelected(undefined)
  }

  function onDrawn(id?: string): void {
    setTool(undefined)
    setSelected(id)
  }

  /** Back to the chart, where the keys are. */
  function leaveDrawing(): void {
    setSelected(undefined)
    place.current?.querySelector<HTMLElement>('[role="img"]')?.focus()
  }
}

/** A chart that does not fill its place is higher for each pane beyond the first, so that its candles keep their room. */
const roomFor = (height: string, panes: number): string =>
  `calc(${height} + ${Math.max(0, panes - 1) * PANE_PX}px)`

/** Turns a phone's screen, where its browser lets pages do that; elsewhere the chart covers it as it stands. */
async function lieDown(): Promise<void> {
  if (!matchMedia('(pointer: coarse)').matches) return
  try {
    await document.documentElement.requestFullscreen()
    const { orientation } = screen as { orientation?: { lock?(to: string): Promise<void> } }
    await orientation?.lock?.('landscape')
  } catch {
    // Not every browser can: the page is full all the same.
  }
}

async function standUp(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined)
}
