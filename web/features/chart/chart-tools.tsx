import {
  ChartCandlestick,
  Check,
  type LucideIcon,
  Magnet,
  Maximize2,
  Minimize2,
  Minus,
  MoveVertical,
  Pencil,
  Rows3,
  Slash,
  Spline,
  Square,
  SquareActivity,
  Trash2,
  TrendingUp,
  Type,
} from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import {
  barStyles,
  type DrawingTool,
  drawingTools,
  setDrawings,
  toggleIndicator,
  useChartSettings,
  useDrawings,
} from './chart-settings.ts'
import { indicatorChoices, MAX_PANES } from './indicators.ts'
import { useToolbarKeys } from './use-toolbar-keys.ts'

/** Kind of bar, indicators, drawing, full screen: the buttons over a chart. */
export function ChartTools({
  isFull,
  onFull,
  isDrawing,
  onDrawing,
}: {
  isFull: boolean
  onFull(): void
  isDrawing: boolean
  /** Where there is room the drawing bar stands there anyway, and needs no button. */
  onDrawing?: (() => void) | undefined
}) {
  const { t } = useTexts()
  const barStyle = useChartSettings((state) => state.barStyle)
  const count = useChartSettings((state) => state.indicators.length)
  const [open, setOpen] = useState<'bars' | 'indicators'>()
  return (
    <div className="flex shrink-0 items-center">
      <IconButton
        icon={ChartCandlestick}
        label={t('market.bar_style')}
        aria-haspopup="dialog"
        className={tool(false)}
        onClick={() => setOpen('bars')}
      />
      <IconButton
        icon={SquareActivity}
        label={t('market.indicators_shown', { count })}
        aria-haspopup="dialog"
        className={tool(false)}
        onClick={() => setOpen('indicators')}
      />
      {onDrawing && (
        <IconButton
          icon={Pencil}
          label={t('market.draw')}
          aria-pressed={isDrawing}
          className={tool(isDrawing)}
          onClick={onDrawing}
        />
      )}
      <IconButton
        icon={isFull ? Minimize2 : Maximize2}
        label={t(isFull ? 'market.leave_full_screen' : 'market.key_full_screen')}
        className={tool(false)}
        onClick={onFull}
      />
      <ChoiceSheet
        isOpen={open === 'bars'}
        onClose={() => setOpen(undefined)}
        title={t('market.bar_style')}
        value={barStyle}
        choices={barStyles.map((id) => ({ id, label: t(`market.bar_style_${id}`) }))}
        onChange={(next) => useChartSettings.setState({ barStyle: next })}
      />
      <Sheet
        isOpen={open === 'indicators'}
        onClose={() => setOpen(undefined)}
        title={t('market.indicators')}
        text={t('market.indicators_why', { count: MAX_PANES })}
      >
        <Indicators />
      </Sheet>
    </div>
  )
}

const tool = (isOn: boolean): string =>
  cx('!size-9 !rounded-8 hover:bg-s2 [@media(height<440px)]:!min-h-8', isOn ? 'bg-s2 !text-t1' : '!text-t2')

function Indicators() {
  const { t } = useTexts()
  const chosen = useChartSettings((state) => state.indicators)
  const panes = indicatorChoices.filter(({ name, isOverCandles }) => !isOverCandles && chosen.includes(name))
  const isFull = panes.length >= MAX_PANES
  const group = (isOverCandles: boolean) => (
    <ul className="grid grid-cols-2 gap-x-4">
      {indicatorChoices
        .filter((one) => one.isOverCandles === isOverCandles)
        .map(({ name, params }) => {
          const isOn = chosen.includes(name)
          return (
            <li key={name} className="border-t border-line">
              <button
                type="button"
                aria-pressed={isOn}
                disabled={!isOn && !isOverCandles && isFull}
                onClick={() => toggleIndicator(name)}
                className="press flex min-h-11 w-full items-center gap-2 text-left text-15 disabled:opacity-40"
              >
                <span className={isOn ? 'font-semibold text-t1' : 'text-t2'}>{name}</span>
                <span className="figures min-w-0 truncate text-12 text-t3">{params.join(', ')}</span>
                {isOn && <Check aria-hidden size={16} className="ml-auto shrink-0" />}
              </button>
            </li>
          )
        })}
    </ul>
  )
  return (
    <>
      <h3 className="pt-2 pb-1 text-12 font-normal text-t3">{t('market.indicators_over')}</h3>
      {group(true)}
      <h3 className="pt-4 pb-1 text-12 font-normal text-t3">{t('market.indicators_below')}</h3>
      {group(false)}
    </>
  )
}

const toolIcons: Record<DrawingTool, LucideIcon> = {
  segment: TrendingUp,
  straightLine: Slash,
  horizontalStraightLine: Minus,
  verticalStraightLine: MoveVertical,
  parallelStraightLine: Spline,
  fibonacciLine: Rows3,
  rectangle: Square,
  text: Type,
}

/** The drawing tools in a column at the chart's left: choose one, then tap its points. */
export function DrawingBar({
  symbol,
  tool: chosen,
  onTool,
}: {
  symbol: string
  tool: DrawingTool | undefined
  onTool(tool: DrawingTool | undefined): void
}) {
  const { t } = useTexts()
  const hasMagnet = useChartSettings((state) => state.hasMagnet)
  const drawings = useDrawings(symbol)
  const keys = useToolbarKeys()
  return (
    <div
      {...keys}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || chosen === undefined) return keys.onKeyDown(event)
        event.preventDefault()
        onTool(undefined)
      }}
      role="toolbar"
      aria-label={t('market.draw')}
      aria-orientation="vertical"
      className="no-scrollbar flex w-11 shrink-0 flex-col items-center overflow-y-auto border-r border-line py-1 lg:w-10"
    >
      {drawingTools.map((one) => (
        <IconButton
          key={one}
          icon={toolIcons[one]}
          label={t(`market.draw_${one}`)}
          aria-pressed={one === chosen}
          className={tool(one === chosen)}
          onClick={() => onTool(one === chosen ? undefined : one)}
        />
      ))}
      <IconButton
        icon={Magnet}
        label={t('market.draw_magnet')}
        aria-pressed={hasMagnet}
        className={tool(hasMagnet)}
        onClick={() => useChartSettings.setState({ hasMagnet: !hasMagnet })}
      />
      <IconButton
        icon={Trash2}
        label={t('market.draw_clear')}
        disabled={drawings.length === 0}
        className={cx(tool(false), 'disabled:opacity-40')}
        onClick={() => setDrawings(symbol, (list) => list.slice(0, -1))}
      />
    </div>
  )
}
