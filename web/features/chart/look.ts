import type { CandleType, DeepPartial, Styles } from 'klinecharts'
import { type BarStyle, penColorOf, penColors } from './chart-settings.ts'
import { legendOf } from './legend.ts'
import type { MarkLook } from './marks.ts'
import { AXIS_TEXT_PX } from './ticks.ts'

/** The opacity of `--up-tint`, in hexadecimal: a canvas is given a color, not how to make one. */
const TINT = '21'

/** Reads the tokens as they are now: they follow the direction mode and the theme. */
function tokens() {
  const css = getComputedStyle(document.documentElement)
  const token = (name: string) => css.getPropertyValue(name).trim()
  return {
    family: css.fontFamily || 'sans-serif',
    up: token('--up'),
    down: token('--down'),
    upText: token('--up-text'),
    downText: token('--down-text'),
    upTint: `${token('--up')}${TINT}`,
    downTint: `${token('--down')}${TINT}`,
    text: token('--color-t3'),
    strong: token('--color-t1'),
    ink: token('--color-ink'),
    background: token('--color-bg'),
    line: token('--color-line'),
    gold: token('--color-gold'),
    surface: token('--color-s1'),
    track: token('--color-s3'),
  }
}

/** What the customer's own orders and fills are drawn with. */
export function lookOf(): MarkLook {
  const { family, upText, downText, gold, surface } = tokens()
  return { family, up: upText, down: downText, gold, surface }
}

/** What the chart stands on. */
export const surfaceOf = (): string => tokens().background

/** What a gap in prices is marked with. */
export function gapLookOf() {
  const { text, background } = tokens()
  return { text, background }
}

const candleTypes: Record<BarStyle, CandleType> = {
  candles: 'candle_solid',
  heikin: 'candle_solid',
  line: 'area',
  bars: 'ohlc',
}

/** Below it the five figures of the legend need two rows. */
const NARROW_PX = 440

/** The chart's look. `decimals` are those of the instrument's prices. */
export function stylesOf(
  variant: 'mini' | 'full',
  barStyle: BarStyle,
  decimals: number,
): DeepPartial<Styles> {
  const { family, up, down, text, strong, ink, line, gold, track, ...rest } = tokens()
  const isFull = variant === 'full'
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { color: text, family, size: AXIS_TEXT_PX },
  }
  const legend = { color: text, family, size: 11, marginTop: 6, marginRight: 8 }
  const label = {
    ...{ backgroundColor: track, borderColor: track, borderRadius: 4 },
    ...{ color: strong, family, size: 11 },
  }
  return {
    grid: { vertical: { show: false }, horizontal: { show: isFull, color: line, style: 'solid' } },
    candle: {
      type: candleTypes[barStyle],
      bar: {
        ...{ upColor: up, downColor: down, noChangeColor: text },
        ...{ upBorderColor: up, downBorderColor: down, noChangeBorderColor: text },
        ...{ upWickColor: up, downWickColor: down, noChangeWickColor: text },
      },
      area: {
        ...{ lineSize: 1.5, lineColor: strong, backgroundColor: 'transparent' },
        point: { show: false },
      },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          ...{ upColor: up, downColor: down, noChangeColor: text },
          text: { color: ink, family, size: 11, borderRadius: 4 },
        },
      },
      tooltip: {
        showRule: isFull ? 'always' : 'none',
        offsetLeft: 12,
        title: { show: false },
        legend: {
          ...legend,
          template: ({ current }: { current: Parameters<typeof legendOf>[0] }) =>
            legendOf(
              current,
              decimals,
              { up: rest.upText, down: rest.downText, flat: text, quiet: text },
              innerWidth < NARROW_PX,
            ),
        },
      },
    },
    indicator: {
      lines: [...penColors.slice(0, 4).map(penColorOf), text].map((color) => ({ color, size: 1 })),
      bars: [{ upColor: rest.upTint, downColor: rest.downTint, noChangeColor: line }],
      lastValueMark: { show: false },
      tooltip: {
        showRule: isFull ? 'always' : 'none',
        offsetLeft: 12,
        title: legend,
        legend,
      },
    },
    xAxis: { ...axis, show: isFull },
    // Beside a ticket the last price alone: further figures would run into its tag. Unseen, they keep its room.
    yAxis: { ...axis, tickText: { ...axis.tickText, color: isFull ? text : 'transparent' } },
    separator: { color: line },
    crosshair: {
      show: isFull,
      horizontal: {
        line: { color: text },
        text: label,
      },
      vertical: {
        line: { color: gold, style: 'solid' },
        text: label,
      },
    },
    overlay: {
      point: { color: strong, borderColor: 'transparent', activeColor: strong, activeBorderColor: track },
      line: { color: strong, size: 1.5 },
      text: { color: strong, family, size: 11, backgroundColor: 'transparent', borderSize: 0 },
    },
  } as DeepPartial<Styles>
}
