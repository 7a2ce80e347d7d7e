/** An indicator of the chart library. */
export interface IndicatorChoice {
  readonly name: string
  /** The periods it begins with, as the field writes them. */
  readonly params: readonly number[]
  /** Whether it is drawn over the candles, on their scale; others have a pane of their own. */
  readonly isOverCandles: boolean
}

const over = (name: string, ...params: number[]): IndicatorChoice => ({ name, params, isOverCandles: true })
const below = (name: string, ...params: number[]): IndicatorChoice => ({ name, params, isOverCandles: false })

/** What the indicator sheet offers: over the candles first, then by what is asked for most. */
export const indicatorChoices: readonly IndicatorChoice[] = [
  over('MA', 7, 25),
  over('EMA', 6, 12, 20),
  over('SMA', 12, 2),
  over('BOLL', 20, 2),
  over('BBI', 3, 6, 12, 24),
  over('SAR', 2, 2, 20),
  below('VOL'),
  below('MACD', 12, 26, 9),
  below('RSI', 14),
  below('KDJ', 9, 3, 3),
  below('WR', 14),
  below('CCI', 20),
  below('DMI', 14, 6),
  below('DMA', 10, 50, 10),
  below('TRIX', 12, 9),
  below('OBV', 30),
  below('ROC', 12, 6),
  below('MTM', 12, 6),
  below('BIAS', 6, 12, 24),
  below('BRAR', 26),
  below('CR', 26, 10, 20, 40, 60),
  below('PSY', 12, 6),
  below('VR', 26, 6),
  below('EMV', 14, 9),
  below('AO', 5, 34),
  below('PVT'),
]

/** More panes than these leave no room for candles. */
export const MAX_PANES = 4

/** How high the pane of an indicator below the candles is. */
export const PANE_PX = 64

/** How many of these indicators stand in a pane of their own. */
export const panesOf = (names: readonly string[]): number =>
  indicatorChoices.filter(({ name, isOverCandles }) => !isOverCandles && names.includes(name)).length
