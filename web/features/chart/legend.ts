import type { IndicatorCreate, KLineData, TooltipLegend } from 'klinecharts'

/** Colors of the legend's figures. */
export interface LegendLook {
  readonly up: string
  readonly down: string
  readonly flat: string
  readonly quiet: string
}

/**
 * The legend row over the candles: open, high, low, close and what the bar changed. On a phone the change would be a row
 * of its own over the candles: it is left out, and the color says its sign.
 *
 * Units: pixels only; figures are written with the instrument's decimals.
 */
export function legendOf(
  bar: KLineData | null,
  decimals: number,
  { up, down, flat, quiet }: LegendLook,
  isNarrow = false,
): TooltipLegend[] {
  if (!bar) return []
  const color = bar.close > bar.open ? up : bar.close < bar.open ? down : flat
  const figure = (name: string, value: string): TooltipLegend => ({
    title: { text: `${name} `, color: quiet },
    value: { text: value, color },
  })
  const figures = [
    figure('O', separated(bar.open, decimals)),
    figure('H', separated(bar.high, decimals)),
    figure('L', separated(bar.low, decimals)),
    figure('C', separated(bar.close, decimals)),
  ]
  return isNarrow
    ? figures
    : [...figures, { title: { text: '', color }, value: { text: changeOf(bar), color } }]
}

/** What a bar changed, in percent with its sign. @example changeOf({ open: 100, close: 98 }) // '−2.00%' */
export function changeOf({ open, close }: Pick<KLineData, 'open' | 'close'>): string {
  const change = open === 0 ? 0 : ((close - open) / open) * 100
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(2)}%`
}

/** A figure with its decimals and thousands separated, as everywhere. */
export const separated = (value: number, decimals: number): string => {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const sign = value < 0 ? '−' : ''
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`
}

/** The legend of the volume pane: the library's own has the color of its bars, too faint to read. */
export const volumeLegend = (): Pick<IndicatorCreate, 'createTooltipDataSource'> => ({
  createTooltipDataSource({ chart, indicator, crosshair }) {
    const bars = chart.getDataList()
    const volume = bars[crosshair.dataIndex ?? bars.length - 1]?.volume ?? 0
    const { color } = chart.getStyles().candle.tooltip.legend
    const value = separated(volume, volume >= 1_000 ? 0 : 2)
    return {
      ...{ name: indicator.shortName, calcParamsText: '', features: [] },
      legends: [{ title: { text: '', color }, value: { text: value, color } }],
    }
  },
})
