import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** How a bar is drawn. */
export const barStyles = ['candles', 'heikin', 'line', 'bars'] as const
export type BarStyle = (typeof barStyles)[number]

/** The tools of the drawing bar: the chart library's own names. */
export const drawingTools = [
  'segment',
  'straightLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'fibonacciLine',
] as const
export type DrawingTool = (typeof drawingTools)[number]

/** Something drawn on a chart: points in time and price. */
export interface Drawing {
  readonly id: string
  readonly tool: DrawingTool
  readonly points: readonly { readonly timestamp: number; readonly value: number }[]
}

interface ChartSettings {
  readonly barStyle: BarStyle
  /** Names of indicators, in the order in which they were chosen. */
  readonly indicators: readonly string[]
  /** Whether a point that is drawn is drawn to the nearest open, high, low or close. */
  readonly hasMagnet: boolean
  /** By symbol. */
  readonly drawings: Readonly<Record<string, readonly Drawing[]>>
}

/** How this device's customer likes the chart, and what they drew. */
export const useChartSettings = create<ChartSettings>()(
  persist<ChartSettings>(
    () => ({ barStyle: 'candles', indicators: ['MA', 'VOL'], hasMagnet: true, drawings: {} }),
    { name: 'plumb-chart', version: 1, storage: createJSONStorage(() => localStorage) },
  ),
)

/** Shows an indicator, or takes it away. */
export function toggleIndicator(name: string): void {
  useChartSettings.setState(({ indicators }) => ({
    indicators: indicators.includes(name)
      ? indicators.filter((other) => other !== name)
      : [...indicators, name],
  }))
}

/** Keeps what is drawn on an instrument's chart. */
export function setDrawings(symbol: string, change: (list: readonly Drawing[]) => readonly Drawing[]): void {
  useChartSettings.setState(({ drawings }) => ({
    drawings: { ...drawings, [symbol]: change(drawings[symbol] ?? none) },
  }))
}

const none: readonly Drawing[] = []

/** What is drawn on an instrument's chart. */
export const useDrawings = (symbol: string): readonly Drawing[] =>
  useChartSettings(({ drawings }) => drawings[symbol] ?? none)
