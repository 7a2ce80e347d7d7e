const MAX_LENGTH = 800

/** A value in the words of an error. */
export const showValue = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)).slice(0, MAX_LENGTH)
