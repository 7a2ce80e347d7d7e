/** The size of the figures at a chart's axes. */
export const AXIS_TEXT_PX = 11

/** About how wide a figure is, as a share of the size of its text. */
const WIDTH_OF_A_FIGURE = 0.6

/** The marks of a time axis whose whole text is inside; one that the edge would cut is left out. Pixels only. */
export const wholeTicks = <Tick extends { readonly coord: number; readonly text: string }>(
  ticks: readonly Tick[],
  width: number,
): Tick[] =>
  ticks.filter(({ coord, text }) => {
    const half = (text.length * AXIS_TEXT_PX * WIDTH_OF_A_FIGURE) / 2
    return coord - half >= 0 && coord + half <= width
  })
