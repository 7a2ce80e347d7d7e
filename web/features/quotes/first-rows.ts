/** About how many rows a screen shows: they are there with the first paint. */
export const FIRST_ROWS = 12
