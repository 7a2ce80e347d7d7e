import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** How a bar is drawn. */
export const barStyles = ['candles', 'heikin', 'line', 'bars'] as const
export type BarStyle = (typeof barStyles)[number]

/** How many points each tool of the drawing bar takes; the lines have the chart library's own names. */
export const pointsOfTool = {
  segment: 2,
  straightLine: 2,
  horizontalStraightLine: 1,
  verticalStraightLine: 1,
  parallelStraightLine: 3,
  fibonacciLine: 2,
  rectangle: 2,
  text: 1,
} as const
export type DrawingTool = keyof typeof pointsOfTool
export const drawingTools = Object.keys(pointsOfTool) as DrawingTool[]

/**
 * What a drawing can be colored with, on dark and on light: none of the colors that mean something elsewhere. Each is to
 * be told from the page, 3 to 1 or better.
 */
const pens = {
  // The page's opposite; drawings that are kept have it by this name.
  white: ['#f2f3f5', '#14161a'],
  violet: ['#a99bea', '#7d6bd0'],
  blue: ['#7fb2e5', '#2f80c2'],
  pink: ['#d9a6d9', '#b05fb0'],
  orange: ['#ff9f43', '#c06a00'],
} as const
export type PenColor = keyof typeof pens
export const penColors = Object.keys(pens) as PenColor[]

/** What a pen draws with in the theme in force. */
export const penColorOf = (color: PenColor): string =>
  pens[color][document.documentElement.dataset.theme === 'light' ? 1 : 0]

/** How thick a line is, in pixels; a text grows with it. */
export const penWidths = [1, 2, 3] as const
export type PenWidth = (typeof penWidths)[number]

/** A place on a chart. */
export interface DrawingPoint {
  readonly timestamp: number
  readonly value: number
}

/** Something drawn on a chart. */
export interface Drawing {
  readonly id: string
  readonly tool: DrawingTool
  readonly points: readonly DrawingPoint[]
  /** Without one it is white. */
  readonly color?: PenColor
  /** Without one, 2. */
  readonly width?: PenWidth
  /** It stays where it is, whatever is dragged or pressed. */
  readonly isLocked?: boolean
  /** What a text says. */
  readonly text?: string
}

/** The longest text on a chart. */
export const MAX_TEXT = 60

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

/** Changes one drawing. */
export const changeDrawing = (symbol: string, id: string, change: Partial<Omit<Drawing, 'id'>>): void =>
  setDrawings(symbol, (list) => list.map((one) => (one.id === id ? { ...one, ...change } : one)))

/** Removes one drawing. */
export const removeDrawing = (symbol: string, id: string): void =>
  setDrawings(symbol, (list) => list.filter((one) => one.id !== id))

const none: readonly Drawing[] = []

/** What is drawn on an instrument's chart. */
export const useDrawings = (symbol: string): readonly Drawing[] =>
  useChartSettings(({ drawings }) => drawings[symbol] ?? none)
