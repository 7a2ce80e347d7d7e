/** A closed result at the end of a day. */
export interface DayResult {
  readonly dayMs: number
  readonly profit: string
}

/** A result over time as a picture of 100 by 100. Pixels only: its figures stand beside it. */
export interface ResultLine {
  readonly points: string
  /** How far from the top zero is. */
  readonly zero: number
}

/**
 * The steps of a closed result from the beginning to now: it begins at zero, and stays as it is until the next day on
 * which something was closed. Undefined where nothing was.
 */
export function resultLine(days: readonly DayResult[], fromMs: number, toMs: number): ResultLine | undefined {
  if (days.length === 0) return undefined
  const values = days.map(({ profit }) => Number(profit))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const y = (value: number) => ((high - value) / (high - low || 1)) * 100
  const x = (ms: number) => Math.min(100, Math.max(0, ((ms - fromMs) / (toMs - fromMs || 1)) * 100))
  const at = (left: number, value: number) => `${left.toFixed(2)},${y(value).toFixed(2)}`
  const steps = days.flatMap(({ dayMs }, index) => [
    at(x(dayMs), values[index - 1] ?? 0),
    at(x(dayMs), values[index]!),
  ])
  return { points: [at(0, 0), ...steps, at(100, values.at(-1)!)].join(' '), zero: y(0) }
}
