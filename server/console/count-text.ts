/** A number of something in words. @example countText(1, 'day') // '1 day' */
export const countText = (count: number, one: string, other = `${one}s`): string =>
  `${count} ${count === 1 ? one : other}`
